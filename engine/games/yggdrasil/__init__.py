"""Yggdrasil: one to six gods hold the world tree together against six Enemies; all win or lose together."""
