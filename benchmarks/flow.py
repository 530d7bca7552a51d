"""Speed of the tokens' flow: steps, time to an accuracy, and the fast field at many tokens, in one run.

    python -m benchmarks.flow [--quick] [--json] [--threads 1] [--whole] [--seed 1]

USA without labels, d = 3, beta = 1, raw h, uniform starts; every column on the same BLAS threads, best of `REPEATS`.

1. Field evaluations and steps a second. ours: `ExactField`, and a step of `integrate` (6 evaluations and an energy).
   Euler: a plain numpy loop as public scripts for this model have it: n x n Gram matrix, exp, matrix product,
   projection, a step, renormalisation. floor: two matrix products and one exp of those sizes, in place.
2. Time to the largest chordal token error of 1e-6 at time 2 and 20, against scipy's DOP853 at 1e-12. ours: the loosest
   tolerance of a ladder that keeps it. Euler: two runs show its error to be c h; the h for 1e-6 and the time of its
   steps follow ("projected": the run itself would be as long as it says; --whole runs the shortest of them).
   RK4: the same loop with the classical Runge-Kutta step, halved until the error is kept, run and timed; a fairer peer
   than what the public scripts do.
3. The fast field: seconds a velocity, the growth of cost with n, and the largest error at sampled tokens (against sums
   over all tokens in extended precision) beside the bound that it prints. exact: `ExactField`, up to n = 10,000.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import pairwise
from time import perf_counter

import numpy as np
from scipy.integrate import solve_ivp
from threadpoolctl import threadpool_limits

from verify.search.fast_field import fast_field
from verify.search.field import ExactField
from verify.search.integrator import integrate

Array = np.ndarray
REPEATS = 5
SIZES = (64, 256, 1024)
EQUAL_SIZES = (64, 256)
DURATIONS = (2.0, 20.0)
MANY = (1000, 10_000, 100_000)
EXACT_MOST = 10_000
TARGET = 1e-6
RATIO = 10.0
SECONDS = 0.5
SAMPLED = 100
LADDER = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)


@dataclass(frozen=True)
class Speed:
    """Section 1: evaluations and steps a second."""

    n: int
    field: float
    step: float
    euler: float
    floor: float


@dataclass(frozen=True)
class Equal:
    """Section 2: seconds to the target accuracy."""

    n: int
    duration: float
    tolerance: float
    error: float
    ours: float
    euler_step: float
    euler_order: float
    euler: float
    ratio: float
    rk4_step: float
    rk4: float
    rk4_ratio: float


@dataclass(frozen=True)
class Fast:
    """Section 3: one velocity of the fast field."""

    n: int
    seconds: float
    exact: float | None
    features: int
    error: float
    bound: float
    truncation: float
    roundoff: float


def best_of(repeats: int, run: Callable[[], object]) -> float:
    """The least seconds of some runs, one of them before the clock."""
    run()
    times = []
    for _ in range(repeats):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


def uniform(n: int, seed: int) -> Array:
    """Tokens drawn from the uniform law on the sphere."""
    drawn = np.random.default_rng((seed, n)).normal(size=(n, 3))
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def plain_velocity(x: Array) -> Array:
    """The field as scripts write it: softmax-free attention, projected."""
    weights = np.exp(x @ x.T)
    pull = weights @ x / len(x)
    return pull - np.sum(pull * x, axis=1, keepdims=True) * x


def euler(x: Array, step: float) -> Array:
    """Explicit Euler with renormalisation."""
    x = x + step * plain_velocity(x)
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def rk4(x: Array, step: float) -> Array:
    """The classical step with renormalisation."""
    a = plain_velocity(x)
    b = plain_velocity(x + step / 2 * a)
    c = plain_velocity(x + step / 2 * b)
    d = plain_velocity(x + step * c)
    x = x + step / 6 * (a + 2 * b + 2 * c + d)
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def loop(method: Callable[[Array, float], Array], start: Array, duration: float, steps: int) -> tuple[float, Array]:
    """Seconds and the end of so many equal steps."""
    x, began = start, perf_counter()
    for _ in range(steps):
        x = method(x, duration / steps)
    return perf_counter() - began, x


def reference(start: Array, duration: float) -> Array:
    """By scipy, from the plain field, at 1e-12."""
    shape = start.shape
    found = solve_ivp(
        lambda _, y: plain_velocity(y.reshape(shape)).ravel(),
        (0.0, duration),
        start.ravel(),
        method="DOP853",
        rtol=1e-12,
        atol=1e-13,
    )
    end = found.y[:, -1].reshape(shape)
    return end / np.linalg.norm(end, axis=1, keepdims=True)


def apart(x: Array, y: Array) -> float:
    """The largest chordal distance of a token."""
    return float(np.linalg.norm(x - y, axis=1).max())


def exact_field(n: int) -> ExactField:
    """USA of n equal tokens."""
    return ExactField(masses=np.full(n, 1 / n), dimension=3, beta=1.0)


def speed(n: int, seed: int) -> Speed:
    """One row of section 1."""
    x, field = uniform(n, seed), exact_field(n)
    batch = max(3, 4_000_000 // n**2)
    gram, out, flipped = np.empty((n, n)), np.empty((n, 3)), np.ascontiguousarray(x.T)

    def floor() -> None:
        for _ in range(batch):
            np.matmul(x, flipped, out=gram)
            np.exp(gram, out=gram)
            np.matmul(gram, x, out=out)

    def field_evaluations() -> None:
        for _ in range(batch):
            field.velocity(x)

    def euler_steps() -> None:
        loop(euler, x, 1.0, batch)

    made: list[int] = []

    def our_steps() -> None:
        made.append(integrate(field, x, 20.0, 1e-8).steps)

    seconds = best_of(1 if n > 500 else REPEATS, our_steps)
    rates = [batch / best_of(REPEATS, run) for run in (field_evaluations, euler_steps, floor)]
    return Speed(n, rates[0], made[-1] / seconds, rates[1], rates[2])


def equal(n: int, duration: float, seed: int) -> Equal:
    """One row of section 2."""
    start, field = uniform(n, seed), exact_field(n)
    end = reference(start, duration)
    tolerance = next(
        (one for one in LADDER if apart(integrate(field, start, duration, one).points, end) <= TARGET), LADDER[-1]
    )
    error = apart(integrate(field, start, duration, tolerance).points, end)
    ours = best_of(REPEATS, lambda: integrate(field, start, duration, tolerance))

    steps = 1000 * math.ceil(duration)
    coarse = apart(loop(euler, start, duration, steps)[1], end)
    seconds, fine_end = loop(euler, start, duration, 2 * steps)
    fine = apart(fine_end, end)
    euler_step = duration / (2 * steps) * TARGET / fine
    euler_seconds = seconds / (2 * steps) * (duration / euler_step)

    count = 8 * math.ceil(duration)
    while apart(loop(rk4, start, duration, count)[1], end) > TARGET:
        count *= 2
    rk4_seconds = best_of(REPEATS, lambda: loop(rk4, start, duration, count))
    return Equal(
        n,
        duration,
        tolerance,
        error,
        ours,
        euler_step,
        math.log2(coarse / fine),
        euler_seconds,
        euler_seconds / ours,
        duration / count,
        rk4_seconds,
        rk4_seconds / ours,
    )


def whole(row: Equal, seed: int) -> str:
    """Euler's loop run as projected, in words."""
    start = uniform(row.n, seed)
    steps = math.ceil(row.duration / row.euler_step)
    seconds, end = loop(euler, start, row.duration, steps)
    error = apart(end, reference(start, row.duration))
    return f"Euler, n = {row.n}, time {row.duration:.0f}: {steps} steps, {seconds:.1f} s, error {error:.2e}"


def fast(n: int, seed: int) -> Fast:
    """One row of section 3."""
    x, exact = uniform(n, seed), exact_field(n)
    field = fast_field(exact)
    seconds = best_of(3 * REPEATS, lambda: field.velocity(x))
    velocity = field.velocity(x)
    wide = x.astype(np.longdouble)
    error = 0.0
    for i in np.random.default_rng((seed, n, 1)).choice(n, min(n, SAMPLED), replace=False):
        weights = np.exp((wide * wide[i]).sum(axis=1)) / n
        pull = (weights[:, None] * wide).sum(axis=0)
        pull -= (pull @ wide[i]) * wide[i]
        error = max(error, float(np.sqrt(((velocity[i] - pull) ** 2).sum())))
    slow = best_of(2, lambda: exact.velocity(x)) if n <= EXACT_MOST else None
    return Fast(
        n, seconds, slow, field.expansion.feature_count, error, field.error_bound, field.truncation, field.roundoff
    )


def growth(rows: list[Fast]) -> list[float]:
    """The exponents of cost in n between neighbouring rows."""
    return [math.log(after.seconds / before.seconds) / math.log(after.n / before.n) for before, after in pairwise(rows)]


def show(speeds: list[Speed], equals: list[Equal], fasts: list[Fast]) -> None:
    """The three tables."""
    print("\n1. a second:      field   field/floor    our steps  Euler steps  Euler/floor    floor")
    for one in speeds:
        print(
            f"   n = {one.n:5d} {one.field:12.0f} {one.field / one.floor:13.2f} {one.step:12.0f} {one.euler:12.0f} "
            f"{one.euler / one.floor:12.2f} {one.floor:8.0f}"
        )
    print(f"\n2. to {TARGET:.0e}: time  tolerance    error  ours s  Euler h  order  Euler s (projected)  RK4 h  RK4 s")
    for row in equals:
        print(
            f"   n = {row.n:4d} {row.duration:5.0f} {row.tolerance:10.0e} {row.error:8.1e} {row.ours:7.4f} "
            f"{row.euler_step:8.1e} {row.euler_order:6.2f} {row.euler:9.1f} = {row.ratio:6.0f} x {row.rk4_step:7.4f} "
            f"{row.rk4:6.3f} = {row.rk4_ratio:4.1f} x"
        )
    print("\n3. fast field     seconds   exact s  features  sampled error    bound  (truncation, rounding)")
    for found in fasts:
        exact = "-" if found.exact is None else f"{found.exact:.4f}"
        print(
            f"   n = {found.n:7d} {found.seconds:9.4f} {exact:>9} {found.features:9d} {found.error:14.1e} "
            f"{found.bound:8.1e}  ({found.truncation:.1e}, {found.roundoff:.1e})"
        )
    print("   cost grows like n to the power " + ", ".join(f"{power:.2f}" for power in growth(fasts)))


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints; 0 if the targets are met, 1 if not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, a first look")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")
    parser.add_argument("--threads", type=int, default=1, help="BLAS threads of every column (1)")
    parser.add_argument("--whole", action="store_true", help="run Euler's loop at its projected step, once")
    parser.add_argument("--seed", type=int, default=1, help="seed of the starts (1)")
    options = parser.parse_args(arguments)
    sizes, pairs, many = SIZES, [(n, tau) for n in EQUAL_SIZES for tau in DURATIONS], MANY
    if options.quick:
        sizes, pairs, many = (32, 64), [(32, 2.0)], (500, 5000)
    with threadpool_limits(limits=options.threads):
        speeds = [speed(n, options.seed) for n in sizes]
        equals = [equal(n, tau, options.seed) for n, tau in pairs]
        fasts = [fast(n, options.seed) for n in many]
        if options.whole:
            print(whole(min(equals, key=lambda row: row.euler), options.seed), file=sys.stderr)
    met = {
        f"{RATIO:.0f} times less wall time than Euler at equal accuracy": all(row.ratio >= RATIO for row in equals),
        f"a velocity of the fast field in less than {SECONDS} s": all(row.seconds < SECONDS for row in fasts),
        "its error at sampled tokens within its bound": all(row.error <= row.bound for row in fasts),
    }
    if options.json:
        document = {
            "threads": options.threads,
            "seed": options.seed,
            "speed": [asdict(row) for row in speeds],
            "equal": [asdict(row) for row in equals],
            "fast": [asdict(row) for row in fasts],
            "growth": growth(fasts),
            "met": met,
        }
        print(json.dumps(document, indent=1, allow_nan=False))
    else:
        print(f"BLAS threads {options.threads}, numpy {np.__version__}, seed {options.seed}, d = 3, beta = 1, raw h")
        show(speeds, equals, fasts)
        print("\n" + "\n".join(f"{'met' if kept else 'NOT met'}: {words}" for words, kept in met.items()))
    return 0 if all(met.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
