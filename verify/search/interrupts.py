"""Ctrl-C during a search in a library that may not hear it."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import FrameType


@contextmanager
def heard_interrupts() -> Generator[Callable[[], None]]:
    """Gives a function that raises KeyboardInterrupt if Ctrl-C came and was lost.

    Python prints and drops what is raised in a callback of the garbage collector, and Hypothesis has one: a Ctrl-C
    that comes there would be lost. The handler is set in the main thread alone, where it can be.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    came = threading.Event()
    printing = sys.unraisablehook

    def handler(number: int, frame: FrameType | None) -> None:
        came.set()
        signal.default_int_handler(number, frame)

    def unraisable(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            printing(lost)

    def require_none() -> None:
        if came.is_set():
            raise KeyboardInterrupt

    earlier = signal.signal(signal.SIGINT, handler)
    sys.unraisablehook = unraisable
    try:
        yield require_none
    finally:
        sys.unraisablehook = printing
        signal.signal(signal.SIGINT, earlier)
    require_none()
