"""Errors planted by hand in claims and hypotheses of theorem files: (old text, new text, what it is) by file."""

ERRORS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "diracization/affinity": (
        ("if k != i and (k != j or problem.labels.self_terms):", "if k != i:", "self terms of tokens in the expansion"),
        ("masses[j] * masses[k] * pair / 2", "masses[j] * masses[k] * pair", "the half of the rest"),
        ("square * masses[i] ** 2", "square * masses[i]", "the square of the mass"),
        ("lambda x: is_flat(x.problem, x.label)", "lambda x: is_flat(x.problem, 0)", "the flatness of label 0"),
    ),
    "diracization/finite": (
        ("(on_diagonal - self_pair) / 2", "(on_diagonal - self_pair)", "the half of the self term"),
        (
            "masses[i] * pair_interaction(problem, i, piece, i, piece) / 2",
            "masses[i] * pair_interaction(problem, i, piece, i, piece)",
            "the half of the atom's own term",
        ),
        ("seen = law if at_once else current", "seen = law", "every slice sees the old ones"),
    ),
    "diracization/splitting": (
        (
            "Domain.LAWS if x.problem.labels.reading is Reading.CELLS else Domain.TUPLES",
            "Domain.LAWS",
            "atoms split as cells do",
        ),
        (
            '"output": Output(refined, graph, Relation.EQ, content_marginal',
            '"output": Output(refined, graph, Relation.NE, content_marginal',
            "another output",
        ),
    ),
    "diracization/convex": (
        ("mixture(a, b, fmpq(1, 2)) for", "mixture(a, b, fmpq(1, 3)) for", "a third of the chord for its middle"),
        (
            '"chord": Energy(problem, middle, Relation.LE',
            '"chord": Energy(problem, middle, Relation.LT',
            "strictly convex",
        ),
    ),
    "diracization/atoms": (
        ("Real(-half * n * x.epsilon)", "Real(-half * x.epsilon)", "the number of labels"),
        (
            '"below": Supremum(x.problem, domain, Relation.LT',
            '"below": Supremum(x.problem, domain, Relation.LE',
            "the gap is not strict",
        ),
        ("laws or x.problem.labels.reading is Reading.CELLS", "laws", "cells as atoms"),
    ),
    "diracization/rank": (
        ("Real(-scale * (1 + rate) / x.cells**2)", "Real(-scale * (1 + rate) / x.cells)", "the rate of approach"),
        (
            '"graphs": ContinuumSupremum(problem, Family.GRAPHS, Relation.LT',
            '"graphs": ContinuumSupremum(problem, Family.GRAPHS, Relation.LE',
            "graph laws may reach 0",
        ),
        (
            "all(entry <= 0 for entry in entries) and any(entry < 0",
            "all(entry <= 0 for entry in entries) and any(entry <= 0",
            "a bias 0 is repulsive",
        ),
    ),
    "diracization/repulsion": (
        ("-entry * (masses[i] * masses[j])", "-entry * masses[i]", "a mass lost in the weights"),
        ("(epsilon if i == j else 0)", "epsilon", "epsilon beside the diagonal"),
    ),
    "rotary/bound": (
        ("sum((mass * mass for mass in", "sum((mass for mass in", "the squares of the masses"),
        ("points = frame.unrotated(x.gauges, x.u)", "points = [x.u for _ in x.gauges]", "contents are not turned"),
        ("lambda x: peaks_at_one(x.profile, len(x.u))", "lambda x: peaks_at_one(x.profile, 1)", "the peak on S^0"),
    ),
    "rotary/maximisers": (
        ("common_dimension(x) == 0", "common_dimension(x) <= 1", "a common axis is no common point"),
        (
            "Collapse(problem, Relation.EQ if agree",
            "Collapse(problem, Relation.EQ if not spread",
            "collapse is the opposite of spread",
        ),
        (
            "lambda x: len(x.labels) > 1 or x.labels.self_terms",
            "lambda x: len(x.labels) > 1",
            "one label with self term",
        ),
    ),
    "rotary/orbit": (
        ("atom.weight / len(fibre)", "atom.weight / len(points)", "masses spread over all positions"),
        ("lambda x: carried_masses(x) is not None", "lambda x: x.target is not None", "the orbit is no hypothesis"),
    ),
    "rotary/conjugacy": (
        ("if i != j or problem.labels.self_terms:", "if i != j:", "no self terms in the unrotated flow"),
        (
            "frame = tuple(apply(gauge, point) for",
            "frame = tuple(apply(transpose(gauge), point) for",
            "the frame turned back",
        ),
        (
            "(mass if weighted else fmpq(1)) * dot(v, v)",
            "(mass**2 if weighted else fmpq(1)) * dot(v, v)",
            "the square of the mass in the ascent",
        ),
    ),
    "rotary/shapes": (
        ("[cosine, -sine], [sine, cosine]", "[cosine, sine], [sine, cosine]", "the rotation's sign"),
        ("x.rate != 0 and (x.rate * x.length).q == 1", "(x.rate * x.length).q == 1", "0 turns"),
        ("gcd(x.step, len(x.labels)) == 1", "gcd(x.step, len(x.labels)) <= 2", "a common factor 2"),
    ),
    "prefix/gauge": (
        (
            "finite_measure((fmpq(1, len(masses)),) * len(masses) if equal_masses else masses, x.images)",
            "finite_measure((fmpq(1, len(masses)),) * len(masses), x.images)",
            "equal masses in the output",
        ),
        (
            "a - b for a, b in zip(image, x.u, strict=True))\n        square",
            "b - a for a, b in zip(image, x.u, strict=True))\n        square",
            "the normal turned round",
        ),
    ),
    "prefix/maximisers": (
        ('for part in ("unique", "output")', 'for part in ("unique",)', "what the outputs are is not claimed"),
    ),
    "prefix/universality": (
        ("part = min(left, atoms[k])", "part = left", "a cell that passes the end of its atom"),
        ("if x.labels.reading is not Reading.CELLS:", "if x.labels.reading is Reading.TOKENS:", "atoms are refined"),
    ),
    "spectral/nonnegative": (
        (
            "all(entry >= 0 for row in problem.weighted_bias()",
            "all(entry >= 0 for row in zonal(problem).bias",
            "self terms of tokens",
        ),
        ("return weights[0][0] > 0", "return weights[0][0] >= 0", "one label without self term"),
        ("if j != i and weight > 0} - reached", "if j != i and weight >= 0} - reached", "bias 0 joins labels"),
    ),
    "spectral/toeplitz": (
        (
            "2 * (len(x.coefficients) - 1) < len(x.labels)",
            "2 * (len(x.coefficients) - 1) <= len(x.labels)",
            "the frequency n/2 is resolved",
        ),
        (
            "[m for m, mode in enumerate(modes) if mode == greatest]",
            "[m for m, mode in enumerate(modes) if mode >= greatest / 2]",
            "near winners win",
        ),
        ("only = modes[0] > 0 and", "only = modes[0] >= 0 and", "mode 0 of value 0 collapses"),
        ("by_step[abs(i - j)]", "by_step[min(i, j)]", "the bias of a minimum, not a difference"),
    ),
    "spectral/fourier": (
        ("mean == greatest\n    only", "mean > 0\n    only", "a positive mean decides"),
        ("only = mean > 0 and", "only = mean >= 0 and", "mode 0 of value 0 collapses"),
    ),
    "spectral/criterion": (
        (
            "x.equispaced.coefficients[0] > x.equispaced.coefficients[1] / 2",
            "x.equispaced.coefficients[0] >= x.equispaced.coefficients[1] / 2",
            "a tie is enough",
        ),
        ("len(x.equispaced.labels) >= 3", "len(x.equispaced.labels) >= 2", "two labels are enough"),
        (
            "0 < inner.coefficients[0] < inner.coefficients[1]",
            "0 < inner.coefficients[0] <= inner.coefficients[1]",
            "a bias that only touches 0",
        ),
    ),
    "spectral/profile": (
        (
            "ContinuumOrder(problem, circle(0), Relation.LT, great)",
            "ContinuumOrder(problem, circle(0), Relation.LE, great)",
            "the circle is at least as good",
        ),
        ("x.beta >= fmpq(11, 4) or always_two", "x.beta >= fmpq(9, 4) or always_two", "two points win too early"),
        ("(beta - fmpq(3, 2)) / 2)", "(beta - fmpq(3, 2)))", "a latitude too high"),
        ("lambda x: bool(x.beta > 0)", "lambda x: bool(x.beta >= 0)", "beta = 0"),
    ),
    "diracization/summary": (
        ("GraphMaximiser(problem, Relation.EQ)", "GraphMaximiser(problem, Relation.NE)", "the sentence's opposite"),
    ),
}
