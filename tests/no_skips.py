"""A pytest plugin for CI, where a test that did not run is a failure: nothing is skipped quietly there."""

from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped:  # pytest reports an expected failure as skipped, too
        reason = vars(report).pop("wasxfail", None) or report.longrepr
        report.outcome = "failed"
        report.longrepr = f"not allowed in CI: {_text(reason)}"
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if report.skipped:
        reason = report.longrepr
        report.outcome = "failed"
        report.longrepr = f"not allowed in CI: {_text(reason)}"
    return report


def _text(reason: object) -> str:
    match reason:
        case (_, _, str(text)):  # where, line, why
            return text
        case _:
            return str(reason)
