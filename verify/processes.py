"""Work spread over processes that leave Ctrl-C to the one that started them."""

from __future__ import annotations

import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

T = TypeVar("T")
S = TypeVar("S")


def mapped(function: Callable[[T], S], items: Sequence[T], jobs: int, chunk: int) -> Iterator[S]:
    """The function at each item, in their order, over so many processes; `chunk` items are sent at a time."""
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_ignore_interrupts)
    try:
        with _held_interrupts():
            results = pool.map(function, items, chunksize=chunk)  # starts every process at once
        yield from results
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _held_interrupts() -> Generator[None]:
    """Holds Ctrl-C back until the end; processes started here never hear it, from their first instruction on.

    What a thread holds back, the processes that it starts inherit. An initializer alone comes too late for a Ctrl-C
    during their imports, which then end in tracebacks. Ignoring the signal here would lose one that comes meanwhile.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    earlier = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, earlier)
