"""Labels that hang together by their bias, and laws made of the groups; hints, as all of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theorems.model.kernel import ZonalKernel
from theorems.model.law import Law, graph_law
from theorems.model.sphere import antipode, axis
from verify.search.rounding import pulled_back

if TYPE_CHECKING:
    from theorems.model.problem import Problem


def label_groups(problem: Problem) -> list[tuple[int, ...]]:
    """The connected components of the graph of non-zero bias; one group of all labels for a bilinear kernel."""
    kernel, n = problem.kernel, len(problem)
    if not isinstance(kernel, ZonalKernel):
        return [tuple(range(n))]
    groups: list[tuple[int, ...]] = []
    left = set(range(n))
    while left:
        first = min(left)
        group, frontier = {first}, [first]
        left.remove(first)
        while frontier:
            i = frontier.pop()
            joined = {j for j in left if not kernel.bias[i][j].is_zero()}
            left -= joined
            group |= joined
            frontier += sorted(joined)
        groups.append(tuple(sorted(group)))
    return groups


def components(problem: Problem) -> Law | None:
    """The first group at one point, the others at another; None for one group alone."""
    first_group, *others = label_groups(problem)
    if not others:
        return None
    first = axis(problem.dimension, 0)
    other = axis(problem.dimension, 1) if problem.dimension > 1 else antipode(first)
    return graph_law(pulled_back(problem, i, first if i in first_group else other) for i in range(len(problem)))
