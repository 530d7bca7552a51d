r"""How fast a harmonic grows on the uniform law: the flow of $h = \varphi(\langle x, y \rangle)$, linearised.

Lemma: let $\sigma$ be uniform on S^{d-1}, d >= 2. The flow of the law, $\partial_t \mu = -\mathrm{div}(\mu \nabla
V_\mu)$ with $V_\mu(x) = \int \varphi(\langle x, y \rangle) \mu(dy)$, rests at $\sigma$, and a density $1 + \epsilon
Y$ with Y a harmonic of degree l moves, to first order, by $Y' = c_l Y$ with

    c_l = mean over the sphere of phi'(t) (1 - t^2) P_l'(t),   t = <x, e_1>.

Proof. $V_\sigma$ is constant, so $Y' = -\Delta V_Y$; by Funk and Hecke $V_Y = \lambda_l Y$, $\lambda_l$ the mean of
$\varphi P_l$; and $-\Delta Y = l(l + d - 2) Y$. Then $c_l = l(l + d - 2) \lambda_l = -\int \varphi \Delta P_l = \int
\langle \nabla \varphi, \nabla P_l \rangle$, which is that mean. For d = 2 it is $k$ times the mean of
$\varphi'(\cos u) \sin u \sin ku$, and $k^2 I_k(\beta)/\beta$ for $\varphi = e^{\beta r}/\beta$.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import acb, arb, ctx, fmpq, fmpq_poly

from theorems.model.calculus import as_polynomial
from theorems.model.errors import InexactError, InvalidInputError
from theorems.model.nodes import Call, Number, Product

if TYPE_CHECKING:
    from theorems.model.nodes import Expression

MAX_DEGREE = 200
"""Greatest degree of a harmonic, and greatest dimension."""


def harmonic(dimension: int, degree: int) -> fmpq_poly:
    """P_l, the zonal harmonic of S^{d-1} with P_l(1) = 1: Gegenbauer, for d = 2 Chebyshev's polynomial.

    (l + d - 2) P_{l+1} = (2 l + d - 2) t P_l - l P_{l-1} for l >= 1.
    """
    if not 2 <= dimension <= MAX_DEGREE or not 0 <= degree <= MAX_DEGREE:
        raise InvalidInputError(f"(d, l)=({dimension}, {degree}): expected 2 <= d, 0 <= l, both <= {MAX_DEGREE}")
    before, here, t = fmpq_poly([1]), fmpq_poly([0, 1]), fmpq_poly([0, 1])
    if degree == 0:
        return before
    for m in range(1, degree):
        shift = dimension - 2
        before, here = here, ((2 * m + shift) * t * here - m * before) / (m + shift)
    return here


def sphere_mean(dimension: int, polynomial: fmpq_poly) -> fmpq:
    """The mean over S^{d-1} of p(<x, e_1>): that of t^(2j) is 1 3 .. (2j - 1)/(d (d + 2) .. (d + 2j - 2))."""
    total, moment = fmpq(0), fmpq(1)
    for m in range(0, polynomial.degree() + 1, 2):
        total += polynomial[m] * moment
        moment *= fmpq(m + 1, dimension + m)
    return total


def growth_rate(dimension: int, profile: Expression, degree: int) -> fmpq:
    """c_l for a polynomial profile, exact.

    Raises:
        InexactError: the profile is no polynomial; see `growth_ball`.
    """
    phi = as_polynomial(profile, "r")
    if phi is None:
        raise InexactError("the rate of a profile that is no polynomial")
    weight = fmpq_poly([1, 0, -1]) * harmonic(dimension, degree).derivative()
    return sphere_mean(dimension, phi.derivative() * weight)


def growth_ball(dimension: int, profile: Expression, degree: int, precision: int) -> arb:
    """A ball around c_l for a polynomial, or for c exp(polynomial) by rigorous quadrature (Petras, in Arb).

    With t = cos u the mean of f over the sphere is int f(cos u) sin(u)^(d-2) du / int sin(u)^(d-2) du over (0, pi).

    Raises:
        InvalidInputError: a profile of another form.
    """
    weight = harmonic(dimension, degree).derivative()
    with ctx.workprec(precision):
        try:
            return arb(growth_rate(dimension, profile, degree))
        except InexactError:
            scale, exponent = exponential_form(profile)
        slope = scale * exponent.derivative() * weight

        def integrand(u: acb, _analytic: bool) -> acb:
            t = u.cos()
            return _at(slope, t) * _at(exponent, t).exp() * u.sin() ** dimension

        pi = acb(arb.pi())
        size = acb.integral(lambda u, _analytic: u.sin() ** (dimension - 2), acb(0), pi)
        return (acb.integral(integrand, acb(0), pi) / size).real


def exponential_form(profile: Expression) -> tuple[fmpq, fmpq_poly]:
    """(c, p) of a profile c exp(p(r)), p a polynomial.

    Raises:
        InvalidInputError: it has another form.
    """
    match profile:
        case Product((Number(scale), Call("exp", (argument,)))):
            exponent = as_polynomial(argument, "r")
        case Call("exp", (argument,)):
            scale, exponent = fmpq(1), as_polynomial(argument, "r")
        case _:
            scale, exponent = fmpq(0), None
    if exponent is None:
        raise InvalidInputError("profile: expected a polynomial, or c exp(polynomial), for the rate of a harmonic")
    return scale, exponent


def _at(polynomial: fmpq_poly, t: acb) -> acb:
    """Horner's rule."""
    total = acb(0)
    for m in range(polynomial.degree(), -1, -1):
        total = total * t + acb(arb(polynomial[m]))
    return total
