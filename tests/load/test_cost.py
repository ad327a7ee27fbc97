"""What the words of `tests.load.cost` lead to; the measurement itself is no test."""

from pathlib import Path

import pytest

from tests.load.cost import arguments, plan
from tests.load.site import ROOT


def test_another_checkout_is_measured_beside_this_one() -> None:
    assert arguments(["--beside", str(ROOT)]).beside == ROOT
    assert arguments([]).beside is None


def test_what_is_no_checkout_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(["--beside", str(tmp_path)])
    assert "no checkout" in capsys.readouterr().err


def test_the_trees_take_turns() -> None:
    here, there = Path("here"), Path("there")
    steps = list(plan(["bare", "pages"], [here, there], turns=2))
    assert steps[:4] == [("bare", here), ("bare", there), ("pages", here), ("pages", there)]
    assert steps[4:] == [("bare", there), ("bare", here), ("pages", there), ("pages", here)]
