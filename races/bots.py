"""Bots think in processes of their own, never inside a transaction, and answer through the one writer.

A bot gets the view of its own seat and its choices. Its command's id comes from the question, so however many
server processes wake the same bot, it answers once.
"""

import asyncio
import logging
import multiprocessing
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextvars import Context
from dataclasses import dataclass

from channels.db import database_sync_to_async
from django.conf import settings

from engine.kernel.chance import Seed, derive
from engine.kernel.commands import Question, command_for
from engine.kernel.refusals import Refusal
from races import live, meters, notices, registry, scenes
from races.models import Race
from races.thinking import settle_in, think

logger = logging.getLogger(__name__)

AT_ONCE = 50


class Thinkers:
    """The pool of processes that think. Made when the first bot is asked; made anew when it breaks."""

    def __init__(self) -> None:
        self._pool: Executor | None = None

    @property
    def pool(self) -> Executor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                max_workers=settings.BOT_PROCESSES,
                mp_context=multiprocessing.get_context("forkserver"),
                initializer=settle_in,
                initargs=(settings.BOT_NICENESS,),
            )
        return self._pool

    def close(self, stuck: Executor | None = None) -> None:
        """Close the pool and end its processes. A caller that found a pool stuck names it: another may have closed that
        one already, and the pool of now must stay."""
        if self._pool is not None and stuck in (None, self._pool):
            for process in multiprocessing.active_children():
                process.terminate()
            self._pool.shutdown(wait=False)
            self._pool = None


class BotQueue:
    """Answers the open questions of bots, a task for each race that has some."""

    def __init__(self) -> None:
        self.thinkers = Thinkers()
        self._loop: asyncio.AbstractEventLoop
        self._driving: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()

    @property
    def busy(self) -> int:
        """Races whose bots are being asked."""
        return len(self._driving)

    def start(self) -> None:
        """Listen to the races of this process; to be called in its event loop."""
        self._loop = asyncio.get_running_loop()
        notices.listeners.append(self.heard)

    def heard(self, race_id: int, revision: int) -> None:
        """A race has a new revision. May be called from any thread."""
        scene = scenes.known(race_id, revision)
        if scene is None or scene.race.bots_asked:
            self._loop.call_soon_threadsafe(self.wake, race_id)

    def wake(self, race_id: int) -> None:
        """Look for open questions of a race's bots; where a task already answers them, it looks once more at its
        end."""
        if race_id in self._driving:
            self._again.add(race_id)
            return
        # In a context of its own: that of a request, in which the notice may have come, ends with the request.
        task = self._loop.create_task(self._drive(race_id), context=Context())
        self._driving[race_id] = task
        task.add_done_callback(lambda _: self._done(race_id))

    def _done(self, race_id: int) -> None:
        self._driving.pop(race_id, None)
        if race_id in self._again:
            self._again.discard(race_id)
            self.wake(race_id)

    async def wake_all(self) -> None:
        """After a start, and now and then: races whose notice was lost."""
        for race in await database_sync_to_async(asked_races)():
            self.wake(race)

    async def _drive(self, race_id: int) -> None:
        try:
            while asked := await database_sync_to_async(open_questions)(race_id):
                for bot, question in asked.questions:
                    answer = await self._answer(asked, bot, question)
                    if isinstance(answer, Refusal):  # another command was first, and its notice wakes this queue
                        return
        except scenes.Unreadable:
            pass  # `scenes.load` has logged it
        except Exception:  # a bot that fails must not take the others with it; the next look tries again
            logger.exception("The bots of the race with the key %s stopped; they will be asked again", race_id)
            await asyncio.sleep(1)

    async def _answer(self, asked: "Asked", bot: str, question: Question) -> live.Accepted | Refusal:
        loop = asyncio.get_running_loop()
        dice = derive(asked.seed, f"bot {question}")  # so two races of one seed meet the same bots
        arguments = (registry.GAMES[asked.game], bot, asked.content, asked.state, question, dice)
        pool = self.thinkers.pool
        began = time.perf_counter()
        try:
            thought = loop.run_in_executor(pool, think, *arguments)
            thought.add_done_callback(retrieve)
            # What was cancelled in a pool that ends is a trace in the log: the pool tells it once more that it ends.
            choice = await asyncio.wait_for(asyncio.shield(thought), settings.BOT_PATIENCE)
        except Exception as fault:  # whatever it is that a bot cannot do, the race goes on
            meters.BOT_SECONDS.labels(asked.game, "failed").observe(time.perf_counter() - began)
            if isinstance(fault, TimeoutError):
                message = "Race %s: the bot %s of seat %s has not answered within %s seconds"
                logger.warning(message, asked.code, bot, question.seat, settings.BOT_PATIENCE)
            else:
                logger.exception("Race %s: the bot %s of seat %s failed", asked.code, bot, question.seat)
            if isinstance(fault, TimeoutError | BrokenProcessPool):
                self.thinkers.close(pool)
            return await live.submit_async(asked.race_id, live.stand_in(question, "bot"))
        meters.BOT_SECONDS.labels(asked.game, "answered").observe(time.perf_counter() - began)
        return await live.submit_async(asked.race_id, command_for(question, choice, f"{live.BOT}{question}"))

    async def close(self) -> None:
        if self.heard in notices.listeners:
            notices.listeners.remove(self.heard)
        self._again.clear()
        for task in self._driving.values():
            task.cancel()
        self.thinkers.close()


def retrieve(thought: asyncio.Future[object]) -> None:
    """Nobody waits any more for what a bot thought that was too slow, or whose server ends."""
    if not thought.cancelled():
        thought.exception()


def asked_races() -> list[int]:
    races = Race.objects.filter(bots_asked=True, ended=None, paused=False).exclude(pk__in=list(scenes.unreadable))
    return list(races.order_by("touched").values_list("pk", flat=True)[:AT_ONCE])


@dataclass(frozen=True)
class Asked:
    """The open questions of a race to bots, and what a bot needs to answer them."""

    race_id: int
    code: str
    game: str
    content: str
    state: str
    seed: Seed
    questions: list[tuple[str, Question]]
    """Each with the name of the bot that drives its seat."""


def open_questions(race_id: int) -> Asked | None:
    """The questions to bots in a race, with what is needed to answer them."""
    scene = scenes.scene_of(race_id)
    row = scene.race
    if row.paused or row.ended or not row.bots_asked:
        return None
    questions = [
        (row.bots[seat], question) for question in scene.questions.values() if (seat := question.seat) in row.bots
    ]
    if not questions:
        return None
    return Asked(race_id, row.code, row.game, row.content.data, row.state, Seed(row.seed), questions)


queue = BotQueue()
