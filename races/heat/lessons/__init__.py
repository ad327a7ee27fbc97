"""Lessons: short races with a coach, one for the game and one for each module.

A lesson is one module in `taught/` with a value `LESSON`, named in the list of `taught/__init__.py`. Everything else
(the page of all lessons, the coach, the links, the search for its seed) works from that value.
"""
