"""The log of a race, the same for all viewers: events become log lines, and lines become sentences in a language.

`line.py` has what all kinds of log lines share, `narrate.py` turns events into lines, `say.py` lines into sentences,
`playback.py` lines into the steps that a page plays back. The kinds of lines themselves stand where they belong: with
the action that leads to them (`races/heat/moves/`) or, where no choice does, in `races/heat/events/`.
"""
