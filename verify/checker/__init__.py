"""Trusted rules: an assertion and a proof in, the trust that the proof earns or the reason why it is none out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from theorems.model.assertion import (
    Affine,
    CircleMaximiser,
    Collapse,
    ContinuumCollapse,
    ContinuumFinite,
    ContinuumOrder,
    ContinuumSpread,
    ContinuumSupremum,
    ContinuumUnique,
    Convex,
    Diracizes,
    Energy,
    Finite,
    GraphMaximiser,
    GreatCircle,
    GrowthRate,
    Identity,
    NonNegative,
    OneOutput,
    Orbit,
    OrbitMaximiser,
    Output,
    PassageTime,
    Realisable,
    Relation,
    Spread,
    StableTwist,
    SubsetSums,
    Supremum,
    UniformWinding,
    Unique,
    WindingAtom,
)
from theorems.model.errors import InexactError, InvalidInputError, UndecidedError
from theorems.model.proof import (
    AboveGraphs,
    Attained,
    BetterThanCircles,
    BetterThanCollapsed,
    Blocks,
    Ceilings,
    CircleEnergy,
    Circulant,
    CollapsedBelow,
    Compared,
    ContinuumAttained,
    ContinuumMaximiser,
    CountableFibres,
    CurvedSelfTerm,
    Enclosed,
    EnergyValue,
    FlatSelfTerm,
    Fourier,
    GramDirection,
    GramSegment,
    Grid,
    JensenSelfTerms,
    Linear,
    LinearisedField,
    Maximiser,
    Moment,
    NonNegativeBias,
    NoSharing,
    NotConvex,
    OffOrbit,
    OrbitPoint,
    OutputLaw,
    Pointwise,
    PositiveCoefficients,
    PositiveTransform,
    Realisation,
    Rigid,
    Segment,
    Semidefinite,
    Sharing,
    Signs,
    SplitCells,
    StepBound,
    StrictSigns,
    TimeIntegral,
    ToeplitzZonal,
    TwistHessian,
    TwistMoves,
    TwoContinuumMaximisers,
    TwoMaximisers,
    UniqueGram,
    WholeTurns,
)
from verify.checker import (
    circles,
    classes,
    continuum,
    continuum_bounds,
    continuum_maximisers,
    dynamics,
    families,
    graphs,
)
from verify.checker.affinity import curved_self_term, flat_self_term
from verify.checker.bounds import upper_bound
from verify.checker.convexity import not_convex, positive_coefficients
from verify.checker.laws import attained, compared, energy_value, output_law
from verify.checker.maximisers import circulant_collapse, collapsed_below, maximiser, rigid, two_maximisers
from verify.checker.realisation import off_orbit, orbit_point, realisation, rigid_output
from verify.checker.sharing import no_sharing, sharing
from verify.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from theorems.model.assertion import Assertion
    from theorems.model.proof import Proof, UpperBound
    from verify.verdict import Trust


@dataclass(frozen=True)
class Check:
    """What the checker says of a proof: the trust it earns, or None and the reason why it is refused."""

    trust: Trust | None
    reason: str

    @property
    def accepted(self) -> bool:
        """Whether the assertion holds, by this proof."""
        return self.trust is not None


def bound(assertion: Supremum, proof: UpperBound) -> Trust:
    """Lemma: U <= v (< v) for a bound U of every law of the domain shows that every law has E <= v (< v)."""
    if assertion.relation not in (Relation.LE, Relation.LT):
        raise RefusedError(f"an upper bound proves no statement of the kind {assertion.relation.value}")
    upper, trust = upper_bound(assertion.problem, assertion.domain, proof)
    if not (upper <= assertion.value if assertion.relation is Relation.LE else upper < assertion.value):
        raise RefusedError(f"the bound {upper} is not {assertion.relation.value} {assertion.value}")
    return trust


RULES: dict[tuple[type, type], Callable[[Any, Any], Trust]] = {
    (Supremum, Pointwise): bound,
    (Supremum, Ceilings): bound,
    (Supremum, Grid): bound,
    (Supremum, Linear): bound,
    (Supremum, Semidefinite): bound,
    (Supremum, Circulant): bound,
    (Supremum, Moment): bound,
    (Supremum, Attained): attained,
    (Energy, EnergyValue): energy_value,
    (Output, OutputLaw): output_law,
    (Identity, Compared): compared,
    (Collapse, Rigid): rigid,
    (Spread, Rigid): rigid,
    (Unique, Rigid): rigid,
    (OneOutput, Rigid): rigid,
    (Collapse, Circulant): circulant_collapse,
    (Collapse, Maximiser): maximiser,
    (Spread, Maximiser): maximiser,
    (Spread, CollapsedBelow): collapsed_below,
    (Unique, TwoMaximisers): two_maximisers,
    (OneOutput, TwoMaximisers): two_maximisers,
    (Unique, UniqueGram): classes.unique_gram,
    (OneOutput, UniqueGram): classes.unique_gram,
    (Collapse, UniqueGram): classes.unique_gram,
    (Spread, UniqueGram): classes.unique_gram,
    (Finite, Segment): families.segment,
    (Finite, GramSegment): families.gram_segment,
    (Finite, GramDirection): families.gram_direction,
    (Finite, Blocks): families.blocks,
    (Finite, StrictSigns): classes.strict_signs,
    (Collapse, CollapsedBelow): graphs.not_collapsed,
    (Diracizes, SplitCells): graphs.split_cells,
    (Diracizes, JensenSelfTerms): graphs.jensen_self_terms,
    (Diracizes, PositiveCoefficients): graphs.convex_graph,
    (Diracizes, Maximiser): graphs.graph_maximiser,
    (Diracizes, AboveGraphs): graphs.above_graphs,
    (OrbitMaximiser, Maximiser): circles.orbit_maximiser,
    (OrbitMaximiser, Attained): circles.above_orbits,
    (OrbitMaximiser, AboveGraphs): graphs.above_graphs,
    (CircleMaximiser, Rigid): circles.rigid_circles,
    (CircleMaximiser, CircleEnergy): circles.circle_energy,
    (CircleMaximiser, Attained): circles.above_circles,
    (CircleMaximiser, AboveGraphs): graphs.above_graphs,
    (Realisable, Realisation): realisation,
    (Realisable, Rigid): rigid_output,
    (Orbit, OrbitPoint): orbit_point,
    (Orbit, OffOrbit): off_orbit,
    (Affine, FlatSelfTerm): flat_self_term,
    (Affine, CurvedSelfTerm): curved_self_term,
    (Convex, PositiveCoefficients): positive_coefficients,
    (Convex, NotConvex): not_convex,
    **{(ContinuumSupremum, kind): continuum_bounds.bound for kind in (Fourier, Pointwise, ToeplitzZonal, StepBound)},
    (ContinuumSupremum, PositiveTransform): continuum.positive_transform,
    (ContinuumSupremum, ContinuumAttained): continuum.attained,
    (ContinuumOrder, Enclosed): continuum.enclosed,
    (GraphMaximiser, PositiveTransform): continuum.no_graph_maximiser,
    (GraphMaximiser, ContinuumAttained): continuum.graph_maximiser,
    (ContinuumCollapse, Fourier): continuum.fourier_collapse,
    (ContinuumCollapse, ContinuumAttained): continuum.spread_maximiser,
    (ContinuumSpread, Fourier): continuum.collapsed_maximiser,
    (ContinuumSpread, BetterThanCollapsed): continuum.better_than_collapsed,
    (ContinuumSpread, NonNegativeBias): continuum_maximisers.collapsed_by_sign,
    **{
        (kind, ContinuumMaximiser): continuum_maximisers.maximiser
        for kind in (ContinuumCollapse, ContinuumSpread, GraphMaximiser, GreatCircle)
    },
    (ContinuumUnique, TwoContinuumMaximisers): continuum_maximisers.two_maximisers,
    (ContinuumUnique, Fourier): continuum_maximisers.fourier_unique,
    (ContinuumFinite, Fourier): continuum_maximisers.fourier_continuum,
    (ContinuumFinite, PositiveTransform): continuum_maximisers.transform_continuum,
    (ContinuumCollapse, NonNegativeBias): continuum_maximisers.positive_bias,
    (ContinuumUnique, NonNegativeBias): continuum_maximisers.positive_bias,
    (GreatCircle, BetterThanCircles): continuum_maximisers.better_than_circles,
    (UniformWinding, WholeTurns): continuum.whole_turns,
    (WindingAtom, CountableFibres): continuum.countable_fibres,
    (SubsetSums, Sharing): sharing,
    (SubsetSums, NoSharing): no_sharing,
    (NonNegative, Signs): dynamics.signs,
    (PassageTime, TimeIntegral): dynamics.time_integral,
    (GrowthRate, LinearisedField): dynamics.linearised_field,
    (StableTwist, TwistHessian): dynamics.twist_hessian,
    (StableTwist, TwistMoves): dynamics.twist_moves,
}
"""Which kind of proof may prove which kind of assertion, and by which rule."""


def check(assertion: Assertion, proof: Proof) -> Check:
    """Replays a proof. Accepts only if the assertion is true; never raises for a bad proof.

    Args:
        assertion: what is to be shown, built by the theorem file or from the problem text.
        proof: untrusted data.
    """
    rule = RULES.get((type(assertion), type(proof)))
    if rule is None:
        return Check(None, f"{type(proof).__name__} is no proof of {type(assertion).__name__}")
    try:
        return Check(rule(assertion, proof), "")
    except (RefusedError, InvalidInputError, InexactError, UndecidedError) as error:
        return Check(None, str(error))
