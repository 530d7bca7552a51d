"""No lie gets through: thousands of changed certificates, and planted false ones, against the checker.

    python -m benchmarks.fails_safely [--changes N] [--seed S] [--json]

Two laws. Integrity: a change that leaves the seal as it was is refused. Soundness: with the seal made to fit again,
what is accepted is true, as `benchmarks.oracle` decides, which shares no code with the checker. Each planted lie of
`benchmarks.lies` is refused for the reason it names, and its truthful neighbour is accepted. Exit 1 on any violation:
a false statement accepted, an exception other than a refusal, a certificate that takes more than `SECONDS` of processor
time, a lie refused for another reason.

"undecided": the oracle found neither a law that breaks the statement nor a bound of its own that shows it.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from benchmarks.changes import CHANGES, Scene, canonical, resealed
from benchmarks.lies import LIES, Lie
from benchmarks.material import Genuine, collected, evenly
from benchmarks.oracle import judge
from verify.recheck import Seen, look

SECONDS = 5.0
"""Processor time that one certificate may take."""

HANGS = 120
"""Seconds after which a check is broken off."""

MATERIAL = 240
"""Certificates that are changed, all rules as evenly as they come."""

TRIES = 500
"""Certificates that are tried for a kind of change: it may apply to few of them."""

COLUMNS = ("unsealed refused", "resealed refused", "accepted true", "undecided")


@dataclass
class Report:
    """What was seen.

    Attributes:
        counts: by kind of change and by column.
        violations: each false statement accepted, crash, slow check and lie let through, in full.
        slow: the slowest checks, seconds and name.
        undecided: why the oracle did not know, with how often.
        planted: lies refused for their reason.
    """

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    violations: list[str] = field(default_factory=list)
    slow: list[tuple[float, str]] = field(default_factory=list)
    undecided: Counter[str] = field(default_factory=Counter)
    planted: int = 0

    def total(self, column: str) -> int:
        """The sum of a column."""
        return sum(row[column] for row in self.counts.values())


class Bench:
    """Checks files as `recheck` does, and keeps the report."""

    def __init__(self, folder: Path) -> None:
        """Files are written in the folder."""
        self.path = folder / "certificate.json"
        self.report = Report()

    def seen(self, data: bytes, name: str) -> Seen | None:
        """What the checker says; None, and a violation, if it crashes or does not end."""
        self.path.write_bytes(data)
        start = process_time()
        signal.signal(signal.SIGALRM, _break_off)
        signal.alarm(HANGS)
        try:
            said = look((self.path, name))
        except Exception as error:  # noqa: BLE001 - any exception is what is looked for
            self.report.violations.append(f"crash, {type(error).__name__}: {str(error)[:300]} in {name}\n{data!r}")
            return None
        finally:
            signal.alarm(0)
        taken = process_time() - start
        self.report.slow = sorted([*self.report.slow, (round(taken, 3), name)], reverse=True)[:5]
        if taken > SECONDS:
            self.report.violations.append(f"slow, {taken:.1f} s: {name}\n{data[:2000]!r}")
        return said

    def integrity(self, kind: str, data: bytes, name: str) -> None:
        """A change under the old seal."""
        said = self.seen(data, name)
        if said is not None and said.trust is not None:
            self.report.violations.append(f"accepted under a seal that does not fit: {name}\n{data!r}")
        elif said is not None:
            self.report.counts[kind]["unsealed refused"] += 1

    def soundness(self, kind: str, data: bytes, name: str) -> None:
        """A change under a seal made anew, or of the bytes."""
        said = self.seen(data, name)
        if said is None:
            return
        if said.trust is None:
            self.report.counts[kind]["resealed refused"] += 1
            return
        judgement = judge(data.decode())
        if judgement.true is False:
            self.report.violations.append(f"accepted, and false ({judgement.why}): {name}: {said.words}\n{data!r}")
        elif judgement.true:
            self.report.counts[kind]["accepted true"] += 1
        else:
            self.report.counts[kind]["undecided"] += 1
            self.report.undecided[judgement.why] += 1

    def planted(self, lie: Lie) -> None:
        """A lie and its neighbour."""
        name = f"lie {lie.name!r}"
        said = self.seen(lie.text.encode(), name)
        near = self.seen(lie.neighbour.encode(), f"neighbour of {name}")
        if said is None or near is None:
            return
        before = len(self.report.violations)
        if said.trust is not None:
            self.report.violations.append(f"accepted: {name}: {said.words}\n{lie.text}")
        elif lie.reason not in said.reason:
            self.report.violations.append(f"{name}: refused for {said.reason!r}, expected {lie.reason!r}")
        if near.trust is None:
            self.report.violations.append(f"{name}: its truthful neighbour is refused for {near.reason!r}")
        elif judge(lie.neighbour).true is not True:
            self.report.violations.append(f"{name}: the oracle does not find its neighbour true")
        self.report.planted += len(self.report.violations) == before


def _break_off(*_: object) -> None:
    raise TimeoutError(f"no answer in {HANGS} s")


def altered(rng: random.Random, kind: str, material: Sequence[Genuine]) -> tuple[str, dict[str, Any] | bytes] | None:
    """A certificate's name and what one change of the kind makes of it; None if it makes nothing of it."""
    chosen = rng.choice(material)
    document = json.loads(chosen.text)
    before = copy.deepcopy(document)
    others = [json.loads(rng.choice(material).text) for _ in range(12)]
    made = CHANGES[kind](Scene(rng, document, others))
    if made is None or (document == before and isinstance(made, bool)):
        return None
    return f"{kind} in {chosen.name}", made if isinstance(made, bytes) else document


def calibrated(material: Sequence[Genuine]) -> tuple[int, int]:
    """How many certificates the oracle finds true as they are, and how many false once the claim is turned round."""
    true = turned = 0
    for one in material:
        document = json.loads(one.text)
        true += judge(one.text).true is True
        statement = document["statement"]
        if "negated" in statement:
            statement["negated"] = not statement["negated"]
            turned += judge(json.dumps(document)).true is False
    return true, turned


def judged(material: Sequence[Genuine]) -> list[Genuine]:
    """The certificates that the oracle can judge: it does not know the theorems of the dynamics."""
    return [one for one in material if judge(one.text).true is not None]


def campaign(bench: Bench, material: Sequence[Genuine], changes: int, seed: int, step: Callable[[int], None]) -> None:
    """So many changes, the kinds in turn, each under the old seal and under a new one."""
    rng = random.Random(seed)
    kinds = sorted(CHANGES)
    for done in range(changes):
        kind = kinds[done % len(kinds)]
        tries = (altered(rng, kind, material) for _ in range(TRIES))
        found = next((one for one in tries if one is not None), None)
        if found is None:
            raise ValueError(f"change={kind!r}: applies to none of the certificates; take more of them")
        name, made = found
        bench.report.counts[kind]["changes"] += 1
        if isinstance(made, bytes):
            bench.soundness(kind, made, name)
        else:
            bench.integrity(kind, (canonical(made) + "\n").encode(), name)
            bench.soundness(kind, resealed(made).encode(), name)
        step(done + 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the campaign and the planted lies, and prints the table or a JSON document."""
    parser = argparse.ArgumentParser(description="Changed and planted certificates against the checker.")
    parser.add_argument("--changes", type=int, default=6000, help="changed certificates (6000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the material and of the changes (0)")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args(arguments)
    start = monotonic()
    everything = collected(options.seed)
    known = judged(everything)
    left_out = len(everything) - len(known)
    print(f"{left_out} of {len(everything)} certificates are unknown to the oracle", file=sys.stderr)
    material = evenly(known, MATERIAL)

    def step(done: int) -> None:
        if done % 500 == 0:
            print(f"{done} of {options.changes} changes, {monotonic() - start:.0f} s", file=sys.stderr)

    true, turned = calibrated(material)
    claims = sum("negated" in json.loads(one.text)["statement"] for one in material)
    print(f"the oracle: {true} of {len(material)} true, {turned} of {claims} false when turned round", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        campaign(bench, material, options.changes, options.seed, step)
        for lie in LIES:
            bench.planted(lie)
    report = bench.report
    if (true, turned) != (len(material), claims):
        report.violations.append(f"the oracle knows {true} of {len(material)}, and {turned} of {claims} turned round")
    summary = {
        "seed": options.seed,
        "certificates": len(material),
        "rules": len({one.rule for one in material}),
        "changes": options.changes,
        **{column: report.total(column) for column in COLUMNS},
        "planted": report.planted,
        "lies": len(LIES),
        "violations": report.violations,
        "slowest": report.slow,
        "undecided for": dict(report.undecided),
        "kinds": {kind: dict(row) for kind, row in sorted(report.counts.items())},
    }
    if options.json:
        print(json.dumps(summary, indent=1))
    else:
        _print(report, summary, monotonic() - start)
    return 1 if report.violations else 0


def _print(report: Report, summary: dict[str, Any], seconds: float) -> None:
    width = max(map(len, report.counts)) + 2
    print(f"{'change':{width}}{'changes':>9}" + "".join(f"{column:>18}" for column in COLUMNS))
    for kind, row in sorted(report.counts.items()):
        print(f"{kind:{width}}{row['changes']:9}" + "".join(f"{row[column]:18}" for column in COLUMNS))
    print(f"{'all':{width}}{summary['changes']:9}" + "".join(f"{summary[column]:18}" for column in COLUMNS))
    for why, count in report.undecided.most_common():
        print(f"  undecided {count}: {why}")
    print(f"planted lies: {report.planted} of {len(LIES)} refused for the reason named, their neighbours accepted")
    print("slowest: " + ", ".join(f"{taken:.2f} s {name}" for taken, name in report.slow))
    for violation in report.violations:
        print(f"VIOLATION {violation}\n")
    crashes = sum(violation.startswith("crash") for violation in report.violations)
    print(
        f"{summary['certificates']} certificates of {summary['rules']} rules, {summary['changes']} changes, "
        f"{crashes} crashes, {len(report.violations)} violations, {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
