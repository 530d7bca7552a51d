"""Writes the files of accept/, reject/ and malformed/ anew: python -m tests.certificates.write.

accept/: the shortest certificate of every rule in a small run. reject/: one in four of the planted lies. Each of
reject/ and malformed/ has a reasons.json: for every file a part of the reason that it must be refused for.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from benchmarks.lies import LIES
from benchmarks.material import Genuine, collected

FOLDER = Path(__file__).resolve().parent

DEPTH = 100_000


def shortest(material: list[Genuine]) -> dict[str, str]:
    """The shortest certificate of every rule, by a name that says the rule."""
    found: dict[str, str] = {}
    for one in sorted(material, key=lambda one: (len(one.text), one.name), reverse=True):
        found["-".join(one.rule)] = one.text
    return found


def malformed(text: str) -> dict[str, tuple[bytes, str]]:
    """Files that no certificate is, and why they are refused, made from the text of one."""
    deep = '{"proof":' + "[" * DEPTH + "]" * DEPTH + "}\n"
    return {
        "empty": (b"", "expected one JSON document"),
        "truncated": (text[: len(text) // 2].encode(), "expected one JSON document"),
        "without-its-last-line-end": (text.rstrip("\n").encode(), "expected the canonical text"),
        "two-documents": (text.encode() * 2, "Extra data"),
        "not-json": (b"the bound holds\n", "expected one JSON document"),
        "a-list": (b"[]\n", "expected the keys schema, statement, proof and seal"),
        "null": (b"null\n", "expected the keys schema, statement, proof and seal"),
        "no-proof": (json.dumps({"schema": 1}).encode(), "expected the keys schema, statement, proof and seal"),
        "repeated-key": (text.replace('"schema":1', '"schema":1,"schema":1').encode(), "expected each key once"),
        "float": (text.replace('"schema":1', '"schema":1.0').encode(), "expected whole numbers"),
        "nan": (text.replace('"schema":1', '"schema":NaN').encode(), "expected whole numbers"),
        "infinity": (text.replace('"schema":1', '"schema":-Infinity').encode(), "expected whole numbers"),
        "long-whole-number": (text.replace('"schema":1', '"schema":1' + "0" * 5000).encode(), "4300 digits"),
        "nested-100000-deep": (deep.encode(), "recursion depth"),
        "byte-order-mark": (b"\xef\xbb\xbf" + text.encode(), "expected one JSON document"),
        "not-utf-8": (text.encode()[:-2] + b"\xff}\n", "unreadable: 'utf-8' codec"),
        "utf-16": (text.encode("utf-16"), "unreadable: 'utf-8' codec"),
        "zero-bytes": (b"\0" * 64, "expected one JSON document"),
        "half-a-surrogate-pair": (b'{"proof":{},"schema":1,"seal":"","statement":"\\ud800"}\n', "expected UTF-8 text"),
    }


def main() -> None:
    """Writes all files."""
    for name in ("accept", "reject", "malformed"):
        shutil.rmtree(FOLDER / name, ignore_errors=True)
        (FOLDER / name).mkdir()
    accepted = shortest(collected(0))
    for name, text in accepted.items():
        (FOLDER / "accept" / f"{name}.json").write_text(text, encoding="utf-8")
    reasons: dict[str, str] = {}
    for lie in LIES[::4]:
        name = re.sub(r"[^a-z0-9]+", "-", lie.name.lower()).strip("-") + ".json"
        (FOLDER / "reject" / name).write_text(lie.text, encoding="utf-8")
        reasons[name] = lie.reason
    _write_reasons("reject", reasons)
    broken = malformed(accepted["Supremum-Pointwise"])
    for name, (data, _) in broken.items():
        (FOLDER / "malformed" / f"{name}.json").write_bytes(data)
    (FOLDER / "malformed" / "a-directory.json").mkdir()
    (FOLDER / "malformed" / "a-directory.json" / "kept-for-git").write_text("", encoding="utf-8")
    reasons = {f"{name}.json": reason for name, (_, reason) in broken.items()}
    _write_reasons("malformed", {**reasons, "a-directory.json": "unreadable"})


def _write_reasons(folder: str, reasons: dict[str, str]) -> None:
    text = json.dumps(dict(sorted(reasons.items())), indent=1, ensure_ascii=False)
    (FOLDER / folder / "reasons.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
