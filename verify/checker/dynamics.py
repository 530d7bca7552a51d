"""Rules about tokens in motion: signs, passage times, rates of growth, and twisted states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from theorems.model.arithmetic import EXACT, Balls
from theorems.model.assertion import ORDER, GrowthRate, NonNegative, PassageTime, Relation, StableTwist
from theorems.model.calculus import derivative
from theorems.model.errors import InexactError
from theorems.model.evaluation import Value, evaluate
from theorems.model.growth import growth_ball, growth_rate
from theorems.model.passage import passage_ball
from theorems.model.problem import Problem, zonal
from theorems.model.real import Real
from verify.checker.laws import CERTAIN, COMPARE, order_trust
from verify.errors import RefusedError
from verify.verdict import Trust

if TYPE_CHECKING:
    from collections.abc import Callable

    from theorems.model.arithmetic import Arithmetic
    from theorems.model.kernel import ZonalKernel
    from theorems.model.nodes import Expression
    from theorems.model.proof import LinearisedField, Signs, TimeIntegral, TwistHessian, TwistMoves

PRECISIONS = (64, 128, 256, 512)
"""Bits of the balls tried in turn."""

MAX_TOKENS = 512
"""Most tokens of a twisted state: its Hessian costs the square of their number."""


def signs(assertion: NonNegative, _proof: Signs) -> Trust:
    """Lemma: the sign of an exact number is found by its form, or by a ball that excludes 0."""
    if not assertion.values:
        raise RefusedError("there are no numbers")
    if all(value >= 0 for value in assertion.values) != (assertion.relation is Relation.EQ):
        raise RefusedError(f"the numbers are not, as {assertion.relation.value} says, all >= 0 or not")
    return Trust.RATIONAL if all(value.is_rational for value in assertion.values) else Trust.BALL


def require_order(ball: Callable[[int], arb], relation: Relation, value: Real) -> Trust:
    """Refuses unless balls around a number show that it compares with the value as asked."""
    if relation not in ORDER:
        raise RefusedError("balls prove no equality")
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            gap: arb = ball(precision) - value.ball(precision)
        if CERTAIN[relation](gap):
            return Trust.BALL
        if gap > 0 or gap < 0:
            raise RefusedError(f"the number is not {relation.value} {value}")
    raise RefusedError(f"the order to {value} is not decided by balls of {PRECISIONS[-1]} bits")


def time_integral(assertion: PassageTime, _proof: TimeIntegral) -> Trust:
    """When a scalar solution arrives.

    Lemma: let f be smooth and without zero on [y_0, y_1], of the sign of y_1 - y_0. The solution of y' = f(y) from y_0
    is at y_1 after int dy/f(y) and not before. Proof. Until then y' has one sign, so that y has an inverse t(y), and
    dt/dy = 1/f(y). `Passage` admits such states alone: on -1/(n - 1) < r < 1, and for an angle in (0, pi).
    """
    return require_order(lambda bits: passage_ball(assertion.passage, bits), assertion.relation, assertion.value)


def linearised_field(assertion: GrowthRate, _proof: LinearisedField) -> Trust:
    """Lemma: the rate is the mean of phi'(t) (1 - t^2) P_l'(t) over the sphere, proved in `theorems.model.growth`.

    Exact for a polynomial profile, so that equality is decided; else enclosed by an integral.
    """
    dimension, profile, degree = assertion.dimension, assertion.profile, assertion.degree
    try:
        rate = Real(growth_rate(dimension, profile, degree))
    except InexactError:
        return require_order(
            lambda bits: growth_ball(dimension, profile, degree, bits), assertion.relation, assertion.value
        )
    if not COMPARE[assertion.relation](rate, assertion.value):
        raise RefusedError(f"the rate {rate} is not {assertion.relation.value} {assertion.value}")
    return order_trust(rate, assertion.value, assertion.relation)


def twist_kernel(problem: Problem) -> ZonalKernel:
    """The kernel of a problem that has twisted states; refuses gauges, d = 1, and too few or too many tokens."""
    kernel = zonal(problem)
    if kernel.gauges or problem.dimension < 2 or not 3 <= len(problem) <= MAX_TOKENS:
        raise RefusedError(f"a twisted state needs d >= 2, 3 to {MAX_TOKENS} labels, and no gauges")
    return kernel


def require_circulant(problem: Problem) -> list[Real]:
    """The entries k_s = k_{i, i + s} of a circulant bias under equal masses; refuses any other."""
    bias, n = twist_kernel(problem).bias, len(problem)
    if any(mass != problem.labels.masses[0] for mass in problem.labels.masses):
        raise RefusedError("the masses are not equal")
    if any(bias[i][(i + s) % n] != bias[0][s] for i in range(n) for s in range(n)):
        raise RefusedError("the bias is not circulant")
    return list(bias[0])


def sign_of(value: Callable[[Arithmetic], Value]) -> tuple[int, bool]:
    """The sign of a number given over any arithmetic, and whether it is rational: by its form, or by balls."""
    try:
        exact: Real = value(EXACT)
    except InexactError:
        for precision in PRECISIONS:
            with ctx.workprec(precision):
                ball: arb = value(Balls(precision))
            if ball > 0 or ball < 0:
                return (1 if ball > 0 else -1), False
        raise RefusedError(f"a sign is not decided by balls of {PRECISIONS[-1]} bits") from None
    return exact.sign(), exact.is_rational


def slope_at(profile: Expression, turn: fmpq, order: int, arithmetic: Arithmetic) -> Value:
    """The derivative of that order of phi at cos(2 pi turn)."""
    for _ in range(order):
        profile = derivative(profile, "r")
    return evaluate(profile, {"r": arithmetic.lift(Real.cosine(turn).simplified())}, arithmetic)


def in_plane(problem: Problem, winding: int, mode: int, arithmetic: Arithmetic) -> Value:
    """sum_s k_s psi''(s δ) (1 - cos(2 pi m s/n)), psi(u) = phi(cos u): what Fourier mode m gains."""
    profile, n = zonal(problem).profile, len(problem)
    total = arithmetic.number(fmpq(0))
    for s, k in enumerate(require_circulant(problem)):
        if s == 0 or k == 0:
            continue
        turn = fmpq(s * winding, n)
        lift, cosine = arithmetic.lift, Real.cosine(turn)
        bend = lift(1 - cosine**2) * slope_at(profile, turn, 2, arithmetic)
        bend = bend - lift(cosine) * slope_at(profile, turn, 1, arithmetic)
        total = total + lift(k * (1 - Real.cosine(fmpq(s * mode, n)))) * bend
    return total


def off_plane(problem: Problem, winding: int, arithmetic: Arithmetic) -> Value:
    """sum_s k_s phi'(cos s δ) (1 - cos s δ): what all tokens gain by rising off the plane together."""
    profile = zonal(problem).profile
    total = arithmetic.number(fmpq(0))
    for s, k in enumerate(require_circulant(problem)):
        if s and k != 0:
            turn = fmpq(s * winding, len(problem))
            total = total + arithmetic.lift(k * (1 - Real.cosine(turn))) * slope_at(profile, turn, 1, arithmetic)
    return total


def twist_hessian(assertion: StableTwist, _proof: TwistHessian) -> Trust:
    """Whether a twisted state of a circulant bias is stable.

    Lemma: let k_ij = k_{j - i} be circulant, the masses 1/n, psi(u) = phi(cos u). The twisted state is critical. In
    the plane (d = 2) the second variation along angles eta is 1/(2 n^2) sum_s k_s psi''(s δ) sum_j (eta_{j+s} -
    eta_j)^2, so that cos and sin(2 pi m j/n) are its directions, of the sign of lambda_m = sum_s k_s psi''(s δ) (1 -
    cos(2 pi m s/n)); m = 0 is the common rotation. It is stable iff lambda_m < 0 for all m = 1..n/2. For d >= 3 it is
    stable only if also sum_s k_s phi'(cos s δ) (1 - cos s δ) < 0, what all heights z_j = eps gain, in units of eps^2.
    Proof. E = 1/(2 n^2) sum_js k_s psi(theta_{j+s} - theta_j); its first variation is 1/(2 n^2) sum_s k_s psi'(s δ)
    sum_j (eta_{j+s} - eta_j) = 0 for every s. Off the plane it is 0 by symmetry. At heights eps all inner products are
    (1 - eps^2) cos s δ + eps^2, and no rotation moves all heights alike, as δ is no multiple of a turn.
    """
    problem, n = assertion.problem, len(assertion.problem)
    require_circulant(problem)
    if assertion.winding % n == 0:
        raise RefusedError(f"a winding of {assertion.winding} with {n} tokens is no twist")
    gains = [sign_of(lambda a, m=m: in_plane(problem, assertion.winding, m, a)) for m in range(1, n // 2 + 1)]
    if assertion.relation is Relation.EQ and problem.dimension != 2:
        raise RefusedError("that it is stable is known in the plane alone")
    if problem.dimension > 2:
        gains.append(sign_of(lambda a: off_plane(problem, assertion.winding, a)))
    stable = all(sign < 0 for sign, _ in gains)
    if stable != (assertion.relation is Relation.EQ):
        raise RefusedError("every direction loses" if stable else "a direction does not lose")
    return Trust.RATIONAL if all(rational for _, rational in gains) else Trust.BALL


def twist_moves(assertion: StableTwist, proof: TwistMoves) -> Trust:
    """Lemma: no critical point has a label with sum_j rho_j k_ij phi'(cos((j - i) δ)) sin((j - i) δ), its speed, not 0.

    Proof. x_j is (cos, sin)((j - i) δ) in the frame of x_i and its tangent, and the i = j term is 0.
    """
    problem, i = assertion.problem, proof.label
    kernel, n = twist_kernel(problem), len(problem)
    if assertion.relation is not Relation.NE:
        raise RefusedError("a moving token proves no statement of the kind =")
    if not 0 <= i < n:
        raise RefusedError(f"label {i} is none of the {n} labels")

    def speed(arithmetic: Arithmetic) -> Value:
        total = arithmetic.number(fmpq(0))
        for j, mass in enumerate(problem.labels.masses):
            turn = fmpq((j - i) * assertion.winding, n)
            sine = Real.sine(turn)
            if kernel.bias[i][j] * sine != 0:
                weight = arithmetic.lift(mass * kernel.bias[i][j] * sine)
                total = total + weight * slope_at(kernel.profile, turn, 1, arithmetic)
        return total

    sign, rational = sign_of(speed)
    if sign == 0:
        raise RefusedError(f"label {i} does not move")
    return Trust.RATIONAL if rational else Trust.BALL
