"""Upgrades: what each card does in words, and a draft as everybody sees it."""
