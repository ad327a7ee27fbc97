"""What operating does in a server process besides requests: each task with the seconds between two runs."""

from collections.abc import Callable

from operating import health, retention
from operating.charts import sampling

WORK: tuple[tuple[Callable[[], object], float], ...] = (
    (health.look, health.LOOK),
    (sampling.sample, sampling.PAUSE),
    (retention.tidy_up, retention.PAUSE),
)
