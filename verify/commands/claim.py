"""`anticollapse claim PROBLEM.toml CLAIM`: one claim about one's own kernel."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from theorems.model.errors import InvalidInputError
from verify.certificate import to_text
from verify.claims import decide_claim
from verify.commands.problem_text import problem_text
from verify.decimals import read_gap
from verify.folder import CLAIM, require_writable, write_folder
from verify.verdict import Outcome

if TYPE_CHECKING:
    import argparse

    from verify.answer import Answer

SCHEMA = 1

EXITS = {Outcome.PROVED: 0, Outcome.REFUTED: 1, Outcome.INCONCLUSIVE: 3}


def run(options: argparse.Namespace) -> int:
    """Decides and prints; 0 if the claim is proved, 1 if it is refuted, 3 if neither."""
    words: list[str] = options.words
    if not options.example and len(words) < 2:
        raise InvalidInputError(f"claim={words[0][:40]!r}: expected PROBLEM.toml and a claim, or --example NAME")
    text = problem_text(words[0], options.example)
    claim = " ".join(words if options.example else words[1:])
    out = Path(options.out) if options.out else None
    if out is not None:
        require_writable(out)
    console = Console(stderr=True)
    with console.status("deciding") as status:
        told = status.update if sys.stderr.isatty() else None
        answer = decide_claim(text, claim, read_gap(options.gap), options.time, told)
    said = document(answer)
    if out is not None:
        texts = {f"certificates/{k:02d}.json": to_text(one) for k, one in enumerate(answer.certificates)}
        write_folder(out, {CLAIM: json.dumps(said, indent=1) + "\n", **texts})
    if options.json:
        print(json.dumps(said, indent=1))
    else:
        _print(answer)
        if out is not None:
            print(f"\nwritten to {out}; what is proved: anticollapse recheck {out}")
    return EXITS[answer.verdict.outcome]


def document(answer: Answer) -> dict[str, Any]:
    """The answer as JSON values; the certificates as their files hold them, sealed."""
    return {
        "schema": SCHEMA,
        "problem": {"kernel": answer.kernel, "labels": answer.size},
        "claim": answer.claim,
        "outcome": answer.verdict.outcome.value,
        "trust": answer.verdict.trust.label,
        "reason": answer.verdict.reason,
        "certificates": [json.loads(to_text(one)) for one in answer.certificates],
    }


def _print(answer: Answer) -> None:
    print(f"kernel        {answer.kernel}")
    print(f"labels        {answer.size}")
    print(f"claim         {answer.claim}")
    outcome, trust = answer.verdict.outcome, answer.verdict.trust
    print(f"outcome       {outcome.value}" + ("" if outcome is Outcome.INCONCLUSIVE else f" [{trust.label}]"))
    print(f"because       {answer.verdict.reason}")
    print(f"certificates  {len(answer.certificates)}")
