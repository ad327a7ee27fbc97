"""The rules of the games that Heatsite plays. Plain Python: no site, no clock, no global randomness."""

__version__ = "0.2.0"
