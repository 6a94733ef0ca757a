"""Addresses for programs, under /api/: what pages and mail can do, by the same services and the same rules of sight."""
