"""What the two numbers of an identity are, by theorem and part: an `Identity` holds the numbers alone."""

from __future__ import annotations

IDENTITIES = {
    ("diracization.affinity", "expansion"): ("E of the law", "the expansion in the slice"),
    ("diracization.affinity", "affine"): ("E of the law halfway between the two laws", "the mean of their E"),
    ("diracization.finite", "average"): ("the average gain of independent draws", "1/4 of the sum in the claim"),
    ("prefix.gauge", "gauge"): ("an entry of G(p)^T G(p) or of G(p) f(p)", "that of the identity or of u"),
    ("prefix.gauge", "rotation"): ("the determinant of G(p), or an entry of G(p) f(p)", "1, or that of u"),
    ("rotary.conjugacy", "ascent"): ("dE/dt", "the sum of rho_i |x_i'|^2"),
    ("rotary.conjugacy", "conjugate"): ("a coordinate of R_i x_i'", "that of the flow without gauges at u_i = R_i x_i"),
    ("spectral.criterion", "sign"): ("the sign of the least k_ij", "-1"),
}
"""(what the instance gives, what the claim says it is)."""

UNNAMED = ("the number", "its formula")
"""For an identity that is not listed."""
