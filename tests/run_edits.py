"""Edits of a run that make it say more than its certificates, each with the reason it must be refused for."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.certificate import seal_of
from verify.folder import RUN

Document = dict[str, Any]
Change = Callable[[Document, Path], Any]


@dataclass(frozen=True)
class Edit:
    """A change of a run's ledger and files.

    Attributes:
        name: what is said that does not follow, in words.
        reason: a part of what recheck must complain of.
        change: alters the ledger, which is sealed again, and the folder.
    """

    name: str
    reason: str
    change: Change


def ledger(folder: Path) -> Document:
    """The ledger of a run."""
    return json.loads((folder / RUN).read_text(encoding="utf-8"))


def write(folder: Path, document: Document) -> None:
    """Writes a ledger, sealed again."""
    sealed = {**document, "seal": seal_of(document)}
    (folder / RUN).write_text(json.dumps(sealed, sort_keys=True, indent=1) + "\n", encoding="utf-8")


def edited(run: Path, folder: Path, change: Change) -> Path:
    """A copy of the run in the folder, changed and sealed again."""
    shutil.copytree(run, folder)
    document = ledger(folder)
    change(document, folder)
    write(folder, document)
    return folder


def theorem(document: Document, name: str = "rotary.bound") -> Document:
    """The entry of a theorem."""
    return next(entry for entry in document["theorems"] if entry["name"] == name)


def _set(*path: str | int, to: Any, name: str = "rotary.bound") -> Change:
    def change(document: Document, _: Path) -> None:
        place: Any = theorem(document, name)
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return change


def _top(key: str, to: object) -> Change:
    return lambda document, _: document.update({key: to})


def _drop_files(folder: Path, paths: list[str]) -> None:
    for path in paths:
        (folder / path).unlink()


def _run_without_proof(document: Document, folder: Path) -> None:
    run = theorem(document)["runs"][0]
    _drop_files(folder, run["certificates"])
    run["certificates"] = []


def _open_run_of_another_size(document: Document, folder: Path) -> None:
    """As a run with an instance that was not decided stands, but for n."""
    _run_without_proof(document, folder)
    entry = theorem(document)
    entry["runs"][0] |= {"outcome": "inconclusive", "trust": "sampled", "n": 40}
    entry |= {"trust": "sampled", "inconclusive": 1, "proved": entry["proved"] - 1}


def _variant_without_proof(kind: str, *, keep: int = 0) -> Change:
    def change(document: Document, folder: Path) -> None:
        variant = theorem(document)[kind][0]
        _drop_files(folder, variant["certificates"][keep:])
        variant["certificates"] = variant["certificates"][:keep]
        variant["certificate"] = variant["certificates"][0] if keep else None

    return change


def _copied(source: Callable[[Document], str], target: Callable[[Document], str]) -> Change:
    """The file of one certificate written over that of another."""

    def change(document: Document, folder: Path) -> None:
        shutil.copyfile(folder / source(theorem(document)), folder / target(theorem(document)))

    return change


def _swapped(document: Document, _: Path) -> None:
    first, second = theorem(document)["runs"][:2]
    first["certificates"], second["certificates"] = second["certificates"], first["certificates"]


def _listed_twice(document: Document, _: Path) -> None:
    document["theorems"].append(copy.deepcopy(theorem(document)))


def _listed_twice_without_certificates(document: Document, _: Path) -> None:
    again = copy.deepcopy(theorem(document))
    for one in (*again["runs"], *again["boundaries"], *again["mutants"]):
        one["certificates"] = []
    document["theorems"].append(again)


def _named_twice(document: Document, _: Path) -> None:
    run = theorem(document)["runs"][0]
    run["certificates"].append(run["certificates"][0])


def _one_run_more(document: Document, _: Path) -> None:
    entry = theorem(document)
    entry["runs"].append({**entry["runs"][0], "certificates": []})


def _one_run_less(document: Document, folder: Path) -> None:
    _drop_files(folder, theorem(document)["runs"].pop()["certificates"])


def _mutant_proved(document: Document, folder: Path) -> None:
    """The part of "strict bound" that is true, and proved, in place of its refutation."""
    entry = theorem(document)
    mutant = next(one for one in entry["mutants"] if one["name"] == "strict bound")
    said = json.loads((folder / entry["runs"][0]["certificates"][0]).read_text(encoding="utf-8"))
    said["statement"] |= {"role": "mutant", "variant": "strict bound"}
    (folder / mutant["certificates"][0]).write_text(_sealed(said), encoding="utf-8")


def _false_certificate(document: Document, folder: Path) -> None:
    path = folder / theorem(document)["runs"][0]["certificates"][0]
    said = json.loads(path.read_text(encoding="utf-8"))
    said["statement"]["negated"] = True
    path.write_text(_sealed(said), encoding="utf-8")


def _sealed(said: Document) -> str:
    text = json.dumps({**said, "seal": seal_of(said)}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text + "\n"


def _extra_file(_: Document, folder: Path) -> None:
    (folder / "certificates" / "more.json").write_text("{}", encoding="utf-8")


def _missing_file(document: Document, folder: Path) -> None:
    _drop_files(folder, theorem(document)["runs"][0]["certificates"][:1])


def _run(entry: Document, index: int, part: int = 0) -> str:
    return entry["runs"][index]["certificates"][part]


def _boundary(entry: Document, index: int, kind: int = 0) -> str:
    return entry["boundaries"][kind]["certificates"][index]


UNPROVED = "is not what the certificates prove"

EDITS = (
    Edit("one instance more in the settings", "10 instances, expected 11", _top("instances", 11)),
    Edit("one instance less in the settings", "more runs than the 9 instances", _top("instances", 9)),
    Edit("one instance more of a theorem", f"rotary.bound: instances {UNPROVED}", _set("instances", to=11)),
    Edit("one instance more, with a run", "more runs than the 10 instances", _one_run_more),
    Edit("a run left out", "10 instances, expected 10", _one_run_less),
    Edit("more proved than certified", f"rotary.bound: proved {UNPROVED}", _set("proved", to=11)),
    Edit("a run without certificates as proved", f"rotary.bound: runs {UNPROVED}", _run_without_proof),
    Edit("an open run of another size than was drawn", f"rotary.bound: runs {UNPROVED}", _open_run_of_another_size),
    Edit("a stronger trust", f"rotary.bound: trust {UNPROVED}", _set("trust", to="kernel")),
    Edit("a stronger trust of a run", f"rotary.bound: runs {UNPROVED}", _set("runs", 0, "trust", to="kernel")),
    Edit("another size of a run", f"rotary.bound: runs {UNPROVED}", _set("runs", 0, "n", to=12)),
    Edit("another reading of a run", f"rotary.bound: runs {UNPROVED}", _set("runs", 0, "reading", to="all")),
    Edit("another replay command", f"rotary.bound: runs {UNPROVED}", _set("runs", 0, "replay", to="true")),
    Edit(
        "a boundary without certificates", f"rotary.bound: boundaries {UNPROVED}", _variant_without_proof("boundaries")
    ),
    Edit(
        "a hypothesis needed without it", f"rotary.bound: hypotheses {UNPROVED}", _variant_without_proof("boundaries")
    ),
    Edit(
        "a boundary with one certificate of two",
        f"rotary.bound: boundaries {UNPROVED}",
        _variant_without_proof("boundaries", keep=1),
    ),
    Edit("a mutant without a certificate", f"rotary.bound: mutants {UNPROVED}", _variant_without_proof("mutants")),
    Edit(
        "another outcome of a mutant", f"rotary.bound: mutants {UNPROVED}", _set("mutants", 0, "outcome", to="proved")
    ),
    Edit("a mutant of another name", "is about none of the instances", _set("mutants", 0, "name", to="lost all")),
    Edit("a hypothesis more", f"rotary.bound: hypotheses {UNPROVED}", _set("hypotheses", 0, "name", to="none")),
    Edit("another source", f"rotary.bound: source {UNPROVED}", _set("source", to="S 3.2, R1, proved in full")),
    Edit("a field more", f"rotary.bound: note {UNPROVED}", _set("note", to=None)),
    Edit("a truth value for a count", f"rotary.bound: refuted {UNPROVED}", _set("refuted", to=False)),
    Edit("a theorem by its number", f"rotary.bound: name {UNPROVED}", _set("name", to="R1")),
    Edit("a theorem that there is not", "theorem='rotary.bounds'", _set("name", to="rotary.bounds")),
    Edit("a name that is no name", "theorem='[]'", _set("name", to=[])),
    Edit("a theorem listed twice", "a certificate is named twice", _listed_twice),
    Edit(
        "a theorem listed twice, once without certificates",
        "a theorem is listed twice",
        _listed_twice_without_certificates,
    ),
    Edit("certificates swapped between runs", "is not about instance 0 of the run", _swapped),
    Edit("a certificate named twice", "a certificate is named twice", _named_twice),
    Edit(
        "a part copied over another",
        "parts ['attained', 'attained'] are certified, the claim has ['attained', 'bound']",
        _copied(lambda entry: _run(entry, 0), lambda entry: _run(entry, 0, 1)),
    ),
    Edit(
        "a run's certificate copied over that of another run",
        "is not about instance 1 of the run",
        _copied(lambda entry: _run(entry, 0), lambda entry: _run(entry, 1)),
    ),
    Edit(
        "a boundary's certificate copied under another name",
        "is about none of the instances of the run that are left",
        _copied(lambda entry: _boundary(entry, 0), lambda entry: _boundary(entry, 1)),
    ),
    Edit(
        "the certificate of one boundary for another",
        "is about rotary.bound boundary orthogonal",
        _copied(lambda entry: _boundary(entry, 0, 0), lambda entry: _boundary(entry, 0, 1)),
    ),
    Edit(
        "a claim's certificate for a boundary",
        "is about rotary.bound claim",
        _copied(lambda entry: _run(entry, 0), lambda entry: _boundary(entry, 0)),
    ),
    Edit(
        "a part of a mutant proved, not refuted",
        "proves a part of 'strict bound' that is to be refuted",
        _mutant_proved,
    ),
    Edit("a certificate turned round", "the energy", _false_certificate),
    Edit("a certificate that is missing", "unreadable: ", _missing_file),
    Edit(
        "a file that is not named", "1 files that run.json does not name, such as certificates/more.json", _extra_file
    ),
    Edit(
        "a certificate outside of the folder",
        "each a path such as certificates/NAME.json",
        _set("runs", 0, "certificates", to=["certificates/../../x.json"]),
    ),
    Edit("certificates that are no list", "malformed at", _set("runs", 0, "certificates", to=None)),
    Edit("runs that are no list", "malformed at", _set("runs", to=3)),
    Edit("no runs", "malformed at 'runs'", lambda document, _: theorem(document).pop("runs")),
    Edit("no theorem", "expected certificates", _top("theorems", [])),
    Edit("theorems that are no list", "malformed at", _top("theorems", 7)),
    Edit("another seed", "is not about instance", _top("seed", 4)),
    Edit("another size of the draws", "is not about instance", _top("size", 5)),
    Edit("another version of the format", "expected schema, a whole number from 1 to 1", _top("schema", 2)),
    Edit("a truth value for the version", "expected schema, a whole number from 1 to 1", _top("schema", True)),
    Edit("instances without end", "expected instances, a whole number from 1", _top("instances", 10**30)),
    Edit("no instance", "expected instances, a whole number from 1", _top("instances", 0)),
    Edit("a size without end", "expected size, a whole number from 3", _top("size", 10**30)),
    Edit("a size of 0", "expected size, a whole number from 3", _top("size", 0)),
    Edit("a negative seed", "expected seed, a whole number from 0", _top("seed", -1)),
    Edit("a field more at the top", "and the keys", _top("verdict", "all proved")),
    Edit("a field less at the top", "and the keys", lambda document, _: document.pop("versions")),
)
