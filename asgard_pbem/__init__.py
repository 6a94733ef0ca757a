"""Asgard PBEM: Norse board games played by email."""

from asgard_pbem.celery import app as celery_app

__all__ = ["celery_app"]
