"""What every test shares: how hypothesis runs, a database for tests that wait, Ctrl-C, and that CI skips nothing."""

import inspect
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect
from xdist.remote import Producer
from xdist.scheduler import Scheduling

from heatsite.languages import compile_catalogues
from tests import no_skips, thrift
from tests.browser import kept_chromium
from tests.handing_out import HandingOut
from tests.waiting import LIMIT

# The everyday suite is the same on every run; `make soak` looks further, from the seed that it is given.
settings.register_profile("default", deadline=None, max_examples=12, derandomize=True, database=None)
settings.register_profile(
    "soak",
    deadline=None,
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "2000")),
    derandomize=False,
    database=None,
    print_blob=True,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        # So a shell starts what it starts in the background, and every process of the tests would inherit it: a server
        # that a test ends as Ctrl-C does would go on.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    thrift.save()
    if not hasattr(config, "workerinput"):  # once, before pytest-xdist starts its workers
        compile_catalogues()
    if os.environ.get("CI"):
        config.pluginmanager.register(no_skips)


@pytest.hookimpl(optionalhook=True)  # a test runs others without xdist
def pytest_xdist_auto_num_workers() -> int:
    """Two processes more than there are cores: tests with browsers and server processes wait half of their time. Each
    further one costs more, for what every worker makes for itself, than it brings."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    config.option.loadscopereorder = False  # the most tests are not the longest
    return HandingOut(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sockets use the database in a thread of its own, where a test's transaction would not be seen."""
    for item in items:
        if inspect.iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.django_db(transaction=True), append=False)


def pytest_collection_finish() -> None:
    thrift.keep_what_is_collected()


@pytest.fixture(scope="session")
def _kept_chromium() -> Iterator[Callable[[], AbstractContextManager[Browser]]]:
    """One in each worker, started for the first test that wants a browser."""
    expect.set_options(timeout=1000 * LIMIT)
    with kept_chromium() as use:
        yield use


@pytest.fixture(scope="module")
def browser(_kept_chromium: Callable[[], AbstractContextManager[Browser]]) -> Iterator[Browser]:
    """A browser. Tests without one are in modules of their own, because Django takes for asynchronous code what runs in
    this thread while its loop does."""
    with _kept_chromium() as opened:
        yield opened
