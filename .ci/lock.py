"""Hold requirements.lock against pyproject.toml, and the tracked files against traces of the machine they come from.

Run from the root, in an environment installed from the lock. Prints each finding on a line; exit code 1 if any.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# Written so that no pattern matches itself. A host of a package registry, and a path of somebody's machine.
HOST = re.compile(r"\b(?:[a-z0-9-]+\.)*(?:p[y]pi|p[y]thonhosted|n[p]mjs)\.(?:org|com|io)\b")
MACHINE = re.compile(r"(?<![\w./-])/(?:ho[m]e|ro[o]t|wo[r]k|op[t]|tm[p]|Use[r]s)/[\w.]")
PIN = re.compile(
    r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>.+?))? \\\n(?P<hashes>(?:    --hash=sha256:\S+.*\n)+)",
    re.MULTILINE,
)


def pins(lock: str) -> dict[str, list[tuple[str, Marker | None]]]:
    """The versions in the lock with their markers, by canonical name; those with hashes only."""
    found: dict[str, list[tuple[str, Marker | None]]] = {}
    for match in PIN.finditer(lock):
        marker = Marker(match["marker"]) if match["marker"] else None
        found.setdefault(canonicalize_name(match["name"]), []).append((match["version"], marker))
    return found


def stale(lock: str, pyproject: str) -> Iterator[str]:
    """What pyproject.toml asks for and the lock does not give."""
    pinned = pins(lock)
    lines = [line for line in lock.splitlines() if line and not line.startswith((" ", "#"))]
    if len(lines) != sum(map(len, pinned.values())):
        yield "requirements.lock: a line is not a pin with hashes"
    table = tomllib.loads(pyproject)
    asked = [*table["build-system"]["requires"], *table["project"]["dependencies"]]
    for extra in table["project"]["optional-dependencies"].values():
        asked += extra
    for text in asked:
        requirement = Requirement(text)
        versions = [version for version, _ in pinned.get(canonicalize_name(requirement.name), [])]
        if not versions:
            yield f"requirements.lock: requirement={text!r}: not in the lock; regenerate it by the command in its head"
        for version in versions:
            if not requirement.specifier.contains(version, prereleases=True):
                yield f"requirements.lock: {requirement.name}=={version}: required is {text!r}; regenerate the lock"


def traces(files: dict[str, str]) -> Iterator[str]:
    """Registry hosts and machine paths in texts, by path."""
    for path, text in files.items():
        for number, line in enumerate(text.splitlines(), 1):
            for kind, pattern in (("registry host", HOST), ("machine path", MACHINE)):
                if match := pattern.search(line):
                    yield f"{path}:{number}: {kind} {match[0]!r}: a tracked file names none"
    for number, line in enumerate(files.get("requirements.lock", "").splitlines(), 1):
        if "://" in line or line.startswith("-"):
            yield f"requirements.lock:{number}: {line!r}: the lock names no address and no option"


def tracked() -> dict[str, str]:
    """The text files that git tracks; binary ones have nothing to read."""
    listing = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout  # noqa: S607 - git of the caller's PATH is the right one
    files: dict[str, str] = {}
    for name in filter(None, listing.split("\0")):
        data = Path(name).read_bytes()
        if b"\0" not in data:
            files[name] = data.decode("utf-8", errors="replace")  # a certificate that must be refused is not UTF-8
    return files


def main() -> int:
    """Print the findings."""
    lock = Path("requirements.lock").read_text(encoding="utf-8")
    findings = [*stale(lock, Path("pyproject.toml").read_text(encoding="utf-8")), *traces(tracked())]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
