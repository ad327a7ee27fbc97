"""What a Daphne process of ours prepares once, before it serves."""

import gc

from heatsite.frames import compress_frames


def prepare() -> None:
    compress_frames()
    # What is loaded by now stays to the end: a full collection need not look through it while drivers wait.
    gc.collect()
    gc.freeze()
