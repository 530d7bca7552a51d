"""The command line: `anticollapse list | show | check | solve | claim | flow | experiments | recheck`.

Only the standard library is imported here; each command imports what it needs, so that `recheck` runs without numpy,
scipy, cvxpy and sympy.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import TYPE_CHECKING

from theorems.model.errors import InvalidInputError
from verify.errors import ContradictionError, SolverError

if TYPE_CHECKING:
    from collections.abc import Sequence

PROVED, REFUTED, BAD_INPUT, INCONCLUSIVE, CONTRADICTION, INTERRUPTED = 0, 1, 2, 3, 4, 130
"""Exit codes."""

EPILOG = """exit codes:
  0  all as claimed      1  a claim is refuted, or a certificate refused
  2  bad input           3  something is inconclusive
  4  the suite contradicts itself                       130  Ctrl-C
"""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and exits with 2."""

    def error(self, message: str) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]  # exits, like its base
        self.exit(BAD_INPUT, f"anticollapse: error: {message}; see `{self.prog} --help`\n")


def _whole(least: int, most: int) -> type:
    def whole(text: str) -> int:
        if not (text.isascii() and text.lstrip("-").isdigit()) or not least <= int(text[:12]) <= most:
            raise argparse.ArgumentTypeError(f"{text[:20]!r}: expected a whole number from {least} to {most}")
        return int(text)

    return whole  # pyright: ignore[reportReturnType]  # argparse takes any callable


def parser() -> argparse.ArgumentParser:
    """The command line's parser; every command's defaults name the module that runs it."""
    top = _Parser(
        prog="anticollapse",
        description="Checks theorems about label-conditioned attention on exact instances; every verdict has a "
        "certificate that a small checker replays.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name: str, words: str, example: str) -> argparse.ArgumentParser:
        added = commands.add_parser(
            name,
            help=words,
            description=words[:1].upper() + words[1:] + ".",
            epilog=f"examples:\n{example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        added.set_defaults(module=f"verify.commands.{name}")
        return added

    listing = command(
        "list", "list the theorems by section, and the trusted base", "  anticollapse list\n  anticollapse list --json"
    )
    listing.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")

    show = command(
        "show",
        "show one theorem: statement, hypotheses, boundaries, mutants, scope",
        "  anticollapse show R3\n  anticollapse show rotary.orbit",
    )
    show.add_argument("name", metavar="NAME", help="a theorem's name or number, as in `list`")

    check = command(
        "check",
        "check random instances of theorems, their boundaries and their mutants",
        "  anticollapse check\n  anticollapse check R1 R3 --instances 100 --seed 7 --out run-7\n"
        "  anticollapse check rotary.orbit --instance 4",
    )
    check.add_argument("names", metavar="NAME", nargs="*", help="theorems, by name or number; all by default")
    check.add_argument("--instances", type=_whole(1, 100_000), default=20, metavar="N", help="instances a theorem (20)")
    check.add_argument("--seed", type=_whole(0, 2**31), default=0, metavar="S", help="seed of the draws (0)")
    check.add_argument("--size", type=_whole(3, 40), default=12, metavar="n", help="greatest number of labels (12)")
    check.add_argument(
        "--instance", type=_whole(0, 100_000), metavar="I", help="replay instance I of each theorem alone"
    )
    _shared(check, "the folder for run.json and certificates/ (anticollapse-run; with --instance none)")

    refute = command(
        "refute",
        "find, shrink, certify and report a counterexample: with one hypothesis dropped, to a mutant, or to the claim",
        "  anticollapse refute R1 --drop peak\n  anticollapse refute spectral.nonnegative --drop connected --out why\n"
        "  anticollapse refute R1 --mutant 'lost half'\n  anticollapse refute D6s      the summary's own sentence\n"
        "  anticollapse refute R1       a true claim: nothing is found, which proves nothing\n\n"
        "exit code 1: a certified counterexample, the report is written; 3: nothing found, nothing written",
    )
    refute.add_argument("name", metavar="NAME", help="a theorem's name or number, as in `list`")
    aimed = refute.add_mutually_exclusive_group()
    aimed.add_argument("--drop", metavar="HYPOTHESIS", help="break this hypothesis alone; `show NAME` lists them")
    aimed.add_argument("--mutant", metavar="MUTANT", help="refute this wrong version; `show NAME` lists them")
    refute.add_argument("--seed", type=_whole(0, 2**31), default=0, metavar="S", help="seed of the search (0)")
    refute.add_argument("--tries", type=_whole(1, 100_000), default=200, metavar="N", help="draws to search (200)")
    refute.add_argument("--size", type=_whole(1, 40), default=6, metavar="n", help="greatest number of labels (6)")
    refute.add_argument("--out", metavar="DIR", help="the folder of the report (anticollapse-refute-NUMBER-HYPOTHESIS)")
    refute.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")

    solve = command(
        "solve",
        "certified bounds on the greatest energy of one's own kernel, and what its maximisers are",
        "  anticollapse solve --example cosine-circle\n  anticollapse solve my-kernel.toml --gap 1e-6 --out solution",
    )
    problem = solve.add_mutually_exclusive_group(required=True)
    problem.add_argument(
        "problem", metavar="PROBLEM.toml", nargs="?", help="a problem file; the README shows the format"
    )
    problem.add_argument("--example", metavar="NAME", help="one of the packaged problems; a wrong name lists them")
    _bounded(solve)
    solve.add_argument("--out", metavar="DIR", help="the folder for solution.json and certificates/ (none)")

    claim = command(
        "claim",
        "one claim about one's own kernel: proved, refuted, or neither",
        "  anticollapse claim my-kernel.toml spreads\n  anticollapse claim my-kernel.toml 'energy <= 1/4' --out why\n"
        "  anticollapse claim --example rope orbit\n\n"
        "claims, of the maximisers over all laws with the label law given:\n"
        "  collapses       every maximiser has all contents at one point\n"
        "  spreads         no maximiser has\n"
        "  diracizes       some graph law, one point a label, is a maximiser\n"
        "  orbit           label s at R_s^-1 u is a maximiser for some u, R the kernel's gauge\n"
        "  great-circle    label s at (cos ms, sin ms, 0, ..) is a maximiser for some m >= 1\n"
        "  energy <= p/q   the greatest energy is at most p/q; also <, >=, >\n\n"
        "exit code 0: proved; 1: refuted; 3: neither",
    )
    claim.add_argument(
        "words",
        metavar="PROBLEM.toml CLAIM",
        nargs="+",
        help="a problem file and the claim; with --example the claim",
    )
    claim.add_argument("--example", metavar="NAME", help="one of the packaged problems; a wrong name lists them")
    _bounded(claim)
    claim.add_argument("--out", metavar="DIR", help="the folder for claim.json and certificates/ (none)")

    flow = command(
        "flow",
        "the tokens of one's own kernel in motion, with norms and energy watched; floats, so nothing is proved",
        "  anticollapse flow my-flow.toml --out run\n  anticollapse flow --resume run",
    )
    source = flow.add_mutually_exclusive_group(required=True)
    source.add_argument("problem", metavar="PROBLEM.toml", nargs="?", help="a problem file with a table [flow]")
    source.add_argument("--resume", metavar="DIR", help="go on with the run of this folder, to its end")
    flow.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")
    flow.add_argument("--out", metavar="DIR", help="the folder for the run (with --resume that one, else none)")

    experiments = command(
        "experiments",
        "the particle experiments of the summary's section 3.5, with tables and pictures; floats, so nothing is proved",
        "  anticollapse experiments --out runs-20\n  anticollapse experiments --resume runs-20\n"
        "  anticollapse experiments --quick",
    )
    experiments.add_argument("--quick", action="store_true", help="small sizes and few betas, for a first look")
    experiments.add_argument(
        "--seeds", type=_whole(2, 1000), metavar="K", help="runs a shape, size and kind of start (5)"
    )
    experiments.add_argument("--resume", metavar="DIR", help="go on with the experiments of this folder")
    _shared(experiments, "the folder for tables, pictures and runs (anticollapse-experiments)")

    recheck = command(
        "recheck",
        "replay certificates, or whole runs, by the checker alone",
        "  anticollapse recheck anticollapse-run --words\n"
        "  anticollapse recheck anticollapse-run/certificates/R1.claim.000.bound.json",
    )
    recheck.add_argument("paths", metavar="PATH", nargs="+", help="certificate files, or folders of runs")
    recheck.add_argument("--words", action="store_true", help="say of every certificate of a folder what it proves")
    recheck.add_argument(
        "--jobs", type=_whole(1, 256), default=os.cpu_count() or 1, metavar="J", help="processes (all cores)"
    )
    recheck.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")
    return top


def _bounded(command: argparse.ArgumentParser) -> None:
    command.add_argument("--gap", default="1e-8", metavar="G", help="relative gap at which the bounds are close (1e-8)")
    command.add_argument(
        "--time", type=_whole(1, 86_400), default=60, metavar="T", help="seconds after which no new step is begun (60)"
    )
    command.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")


def _shared(command: argparse.ArgumentParser, out: str) -> None:
    command.add_argument(
        "--jobs", type=_whole(1, 256), default=os.cpu_count() or 1, metavar="J", help="processes (all cores)"
    )
    command.add_argument("--out", metavar="DIR", help=out)
    command.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code; bad input is one line on stderr, never a traceback."""
    try:
        options = parser().parse_args(arguments)
        return importlib.import_module(options.module).run(options)
    except SystemExit as stop:  # argparse: --help, or bad usage
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    except InvalidInputError as error:
        print(f"anticollapse: error: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        print(f"anticollapse: error: {error.filename or 'output'}: {error.strerror or error}", file=sys.stderr)
        return BAD_INPUT
    except SolverError as error:
        print(f"anticollapse: inconclusive: {error}", file=sys.stderr)
        return INCONCLUSIVE
    except ContradictionError as error:
        print(f"anticollapse: the suite contradicts itself: {error}; please report it", file=sys.stderr)
        return CONTRADICTION
    except KeyboardInterrupt:
        print("anticollapse: stopped; no file was written", file=sys.stderr)
        return INTERRUPTED
