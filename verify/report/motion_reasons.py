"""The reason behind a refutation, for assertions about motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.assertion import GrowthRate, NonNegative, PassageTime, StableTwist
from theorems.model.errors import InexactError
from theorems.model.growth import growth_ball, growth_rate
from theorems.model.passage import passage_ball
from theorems.model.real import Real
from verify.report.why import PRECISION, Why, against, side

if TYPE_CHECKING:
    from flint import arb

Motion = NonNegative | PassageTime | GrowthRate | StableTwist


def motion_reason(claimed: Motion, says: str) -> Why:
    """Why the checker's own computation refutes what is claimed of a motion."""
    match claimed:
        case NonNegative(values=values):
            least = min(values)
            sides = side("the least of the numbers", least), side("the bound claimed", Real(0))
            return Why((says, f"The least of them is {sides[0]}."), sides)
        case PassageTime(passage=passage, relation=relation, value=value):
            found: Real | arb = passage_ball(passage, PRECISION)
            sides = side("the time", found), side("the time as claimed", value)
            return Why((says, f"But the time is {sides[0]}, which is {against(found, relation, value)}."), sides)
        case GrowthRate(dimension=dimension, profile=profile, degree=degree, relation=relation, value=value):
            found = _rate(dimension, profile, degree)
            sides = side("the rate", found), side("the rate as claimed", value)
            return Why((says, f"But the rate is {sides[0]}, which is {against(found, relation, value)}."), sides)
        case StableTwist(problem=problem, winding=winding):
            sentence = (
                f"The checker decides the second variation at the {winding}-fold twist of {len(problem)} tokens, "
                "or sees that the field moves one of them, and finds the opposite."
            )
            return Why((says, sentence))


def _rate(dimension: int, profile: object, degree: int) -> Real | arb:
    try:
        return Real(growth_rate(dimension, profile, degree))  # pyright: ignore[reportArgumentType]  # a profile
    except InexactError:
        return growth_ball(dimension, profile, degree, PRECISION)  # pyright: ignore[reportArgumentType]  # a profile
