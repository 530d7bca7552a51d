"""Work spread over processes that leave Ctrl-C to the one that started them."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

T = TypeVar("T")
S = TypeVar("S")


def mapped(function: Callable[[T], S], items: Sequence[T], jobs: int, chunk: int) -> Iterator[S]:
    """The function at each item, in their order, over so many processes; `chunk` items are sent at a time."""
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    try:
        with _deaf_to_interrupts():
            results = pool.map(function, items, chunksize=chunk)  # starts every process at once
        yield from results
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf_to_interrupts() -> Generator[None]:
    """Processes started here never hear Ctrl-C, from their first instruction on: an ignored signal is inherited.

    Set by an initializer it would come too late for a Ctrl-C during their imports, which then end in tracebacks.
    """
    if threading.current_thread() is not threading.main_thread():  # which alone may set what a signal does
        yield
        return
    earlier = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, earlier)
