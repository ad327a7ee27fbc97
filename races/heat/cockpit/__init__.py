"""The cockpit: what one driver sees and touches of a race. `fragment.py` renders it whole.

`cockpit.py` is what all screens are made from. The screens themselves stand with the actions that they ask for
(`races/heat/moves/`); React, where levers of many actions stand beside each other, is `react.py`, and what is shown
while nothing is asked is `between.py`.
"""
