"""The plugin that lets CI skip nothing."""

import pytest

from tests import no_skips

pytest_plugins = ["pytester"]

ALONE = ("-p", "no:xdist", "-p", "no:django", "-p", "no:asyncio")
"""Plugins that cannot start twice in one process."""


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("def test_it(): pytest.skip('no browser')", "failed"),
        ("@pytest.mark.skip(reason='no browser')\ndef test_it(): pass", "errors"),
        ("@pytest.mark.xfail(reason='no browser')\ndef test_it(): assert False", "failed"),
        ("pytest.skip('no browser', allow_module_level=True)", "errors"),
    ],
    ids=["call", "mark", "xfail", "module"],
)
def test_a_skip_fails_and_says_why(pytester: pytest.Pytester, source: str, outcome: str) -> None:
    pytester.makepyfile(f"import pytest\n{source}")
    result = pytester.runpytest_inprocess(*ALONE, plugins=[no_skips])
    result.assert_outcomes(**{outcome: 1})
    result.stdout.fnmatch_lines(["*not allowed in CI: *no browser*"])
    assert result.ret != pytest.ExitCode.OK


def test_what_runs_is_left_alone(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_good(): pass\ndef test_bad(): assert False")
    pytester.runpytest_inprocess(*ALONE, plugins=[no_skips]).assert_outcomes(passed=1, failed=1)
