"""The experiments from end to end in their quick size; resuming, Ctrl-C, refusals; the measures on known laws."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.command_line import ROOT, started
from theorems.model.errors import InvalidInputError
from verify.cli import main
from verify.report.experiments import DISCLAIMER, TABLES
from verify.search import measures
from verify.search.comparison import passage, tables
from verify.search.experiments import Run, Settings, finished, follow, plan
from verify.search.field import Normalisation
from verify.search.shapes import POLE, SHAPES, framed_start, generator, shape_named

PICTURES = {"spheres-framed.png", "spheres-uniform.png", "times.png", "distances.png"}


@pytest.fixture(scope="module")
def quick(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("experiments") / "run"
    assert main(["experiments", "--quick", "--seeds", "2", "--jobs", "2", "--out", str(folder)]) == 0
    return folder


def test_a_quick_run_is_as_claimed_in_every_row(quick: Path):
    document = json.loads((quick / "experiments.json").read_text())
    assert document["claimed"] is True
    found = document["tables"]
    assert len(found["outcomes"]) == 2 * len(SHAPES)
    for row in found["outcomes"]:
        assert row["frame_disorder"] < 1e-6
        assert (row["disorder"] < 1e-6) == (row["shape"] == "baseline")
    assert all(row["own"] < 1e-6 for row in found["distances"])
    assert all(row["ratio"] > 10 for row in found["shapes"])
    assert [row["clusters"] for row in found["outcomes"] if row["shape"] == "prefix-points"] == ["3", "3"]


def test_the_table_over_beta_shows_where_the_time_is_not_enough(quick: Path):
    rows = json.loads((quick / "experiments.json").read_text())["tables"]["long-times"]
    assert [(row["beta"], row["normalisation"]) for row in rows] == [
        (beta, h) for h in ("raw", "normalised") for beta in ("1", "4")
    ]
    assert rows[0]["collapsed"] == "2 of 2"
    assert rows[-1]["collapsed"] == "0 of 2"


def test_the_report_has_every_table_and_every_picture_with_its_caption(quick: Path):
    report = (quick / "experiments.md").read_text()
    document = json.loads((quick / "experiments.json").read_text())
    assert DISCLAIMER in report
    assert "this suite's own constants" in DISCLAIMER
    for table in TABLES:
        assert table.title in report
        assert table.words in report
    assert {picture["file"] for picture in document["pictures"]} == PICTURES
    for picture in document["pictures"]:
        assert f"]({picture['file']})" in report
        assert "Bears on" in picture["caption"]
        assert (quick / picture["file"]).read_bytes().startswith(b"\x89PNG")


def test_what_is_finished_is_not_run_again_and_the_tables_are_the_same(quick: Path, capsys):
    runs = sorted((quick / "runs").iterdir())
    text = (quick / "experiments.json").read_text()
    runs[0].unlink()
    stamps = {path: path.stat().st_mtime_ns for path in runs[1:]}
    assert main(["experiments", "--resume", str(quick), "--jobs", "1", "--json"]) == 0
    assert runs[0].exists()
    assert {path: path.stat().st_mtime_ns for path in runs[1:]} == stamps
    assert (quick / "experiments.json").read_text() == text == capsys.readouterr().out


def test_ctrl_c_leaves_tables_of_what_there_is(tmp_path: Path):
    folder = tmp_path / "run"
    process = started(tmp_path, "experiments", "--seeds", "2", "--jobs", "1", "--out", "run")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(list(folder.glob("runs/*.json"))) < 3:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped; writing what there is" in errors
    assert "Traceback" not in errors
    document = json.loads((folder / "experiments.json").read_text())
    assert document["claimed"] is False
    assert 3 <= document["runs"]["finished"] == len(list(folder.glob("runs/*.json"))) < document["runs"]["planned"]
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--out", "full"], "new or empty folder; to go on with an earlier run: --resume full"),
        (["--out", "missing/deep"], "its parent folder does not exist"),
        (["--resume", "missing"], "expected a folder with settings.json"),
        (["--resume", "full"], "expected a folder with settings.json"),
        (["--resume", "begun", "--seeds", "7"], "was begun with 2; leave --seeds out"),
        (["--resume", "begun", "--quick"], "begun without --quick"),
        (["--resume", "begun", "--out", "other"], "expected none with --resume"),
        (["--resume", "spoilt"], "expected the record of that run; delete the file"),
        (["--seeds", "1"], "from 2 to"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments: list[str], reason: str, tmp_path: Path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "strange.txt").write_text("x")
    settings = {"schema": 1, "seeds": 2, "quick": False}
    for name in ("begun", "spoilt"):
        (tmp_path / name / "runs").mkdir(parents=True)
        (tmp_path / name / "settings.json").write_text(json.dumps(settings))
    (tmp_path / "spoilt" / "runs" / "rope.uniform.raw-1.n064.seed0.json").write_text("{}")
    assert main(["experiments", *arguments]) == 2
    errors = capsys.readouterr().err
    assert reason in errors
    assert errors.count("\n") == 1


def test_help_answers_without_numpy():
    code = "import sys; from verify.cli import main; main(['experiments', '--help']); sys.exit('numpy' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, stdout=subprocess.DEVNULL).returncode == 0
    )


def test_no_run_is_planned_twice_and_names_are_distinct():
    runs = plan(Settings(3, quick=False))
    assert len({run.name for run in runs}) == len(runs)
    assert sum((run.shape, run.n, run.beta, run.normalisation) == ("baseline", 64, 1, "raw") for run in runs) == 6


def test_a_run_that_is_not_collapsed_is_not_called_so(tmp_path: Path):
    # normalised h at beta = 4: all tokens are still on their way
    record = follow(Run("baseline", "uniform", 32, 0, 4.0, "normalised"))
    assert record["settled"] is None
    assert record["measures"]["disorder"] > 0.1
    posing = {**record, "beta": 1, "normalisation": "raw"}
    assert tables([posing], Settings(2, quick=True))["outcomes"][0]["claimed"] is False
    assert list(finished([Run("rope", "uniform", 32, 0)], tmp_path)) == []


def test_a_content_law_that_collapses_in_spite_of_its_labels_is_not_as_claimed():
    record = follow(Run("rope", "uniform", 32, 0))
    collapsed = {**record, "measures": {**record["measures"], "spread": 0.0}}
    row = tables([record], Settings(2, quick=True))["outcomes"][0]
    assert row["claimed"] is True
    assert tables([collapsed], Settings(2, quick=True))["outcomes"][0]["claimed"] is False


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if not shape.collapses])
def test_gauges_are_orthogonal_and_the_orbit_is_the_shape(shape):
    family = shape.family(48, 0.0)
    squares = family.gauges @ family.gauges.transpose(0, 2, 1)
    np.testing.assert_allclose(squares, np.broadcast_to(np.eye(3), squares.shape), atol=1e-14)
    assert family.masses.sum() == pytest.approx(1, abs=1e-14)
    points = family.orbit(POLE)
    np.testing.assert_allclose(family.frame(points), np.broadcast_to(POLE, points.shape), atol=1e-14)
    np.testing.assert_allclose(family.content(family.frame(points)), points, atol=1e-14)


def test_orbits_are_a_latitude_a_curve_that_is_none_three_sites_and_vivianis_curve():
    rope, wavy, eight = (
        shape_named(name).family(64, 0.0).orbit(POLE) for name in ("rope", "generalised", "prefix-curve")
    )
    np.testing.assert_allclose(rope[:, 2], POLE[2], atol=1e-15)
    assert np.ptp(wavy[:, 2]) > 0.5
    np.testing.assert_allclose(eight[:, 0] ** 2 + eight[:, 1] ** 2, eight[:, 0], atol=1e-14)  # its cylinder
    sites = shape_named("prefix-points").family(65, 0.0)
    masses = [sites.masses[np.isclose(sites.hues, hue)].sum() for hue in (0, 1 / 3, 2 / 3)]
    np.testing.assert_allclose(masses, [1 / 2, 1 / 3, 1 / 6], atol=1e-15)
    assert measures.clusters(sites.orbit(POLE)) == 3
    with pytest.raises(InvalidInputError, match="n=5"):
        shape_named("prefix-points").family(5, 0.0)


def test_framed_starts_have_their_mean_on_the_pole_and_nothing_else_in_common():
    family = shape_named("rope").family(64, 0.0)
    frames = [family.frame(framed_start(family, generator(seed))) for seed in (1, 2)]
    for frame in frames:
        centre = family.masses @ frame
        np.testing.assert_allclose(centre / np.linalg.norm(centre), POLE, atol=1e-14)
        np.testing.assert_allclose(np.linalg.norm(frame, axis=1), 1, atol=1e-14)
    assert np.linalg.norm(frames[0] - frames[1], axis=1).min() > 1e-3


def test_measures_of_laws_that_are_known():
    masses, equal = np.array([0.5, 0.3, 0.2]), np.full(4, 0.25)
    axes = np.eye(3)
    assert measures.order(masses, axes) == pytest.approx(np.sqrt(0.38))
    assert measures.spread(masses, axes) == pytest.approx(np.sqrt(0.62))
    assert measures.disorder(masses, axes) == pytest.approx(1 - np.sqrt(0.38))
    assert measures.clusters(axes) == 3
    assert measures.transport(masses, axes, masses[::-1], axes) == pytest.approx(0.3 * np.sqrt(2))
    square = np.array([[1.0, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]])
    assert (measures.disorder(equal, square), measures.width(equal, square)) == (1.0, 2.0)
    near = np.array([[1.0, 0, 0], [np.cos(1e-9), np.sin(1e-9), 0]])
    halves = np.array([0.5, 0.5])
    assert measures.disorder(halves, near) == pytest.approx(1.25e-19, rel=1e-6)
    assert measures.transport(halves, near, np.ones(1), near[:1]) == pytest.approx(5e-10, rel=1e-6)
    with pytest.raises(InvalidInputError, match="masses: sum"):
        measures.transport(halves, near, halves / 2, near)


def test_the_passage_time_is_that_of_the_claims():
    assert passage(1.0, Normalisation.NORMALISED) == pytest.approx(1.65252867749158749, rel=1e-12)
    assert passage(10.0, Normalisation.NORMALISED) == pytest.approx(2249.26921565323610, rel=1e-12)
    assert passage(5.0, Normalisation.RAW) == pytest.approx(30.9122833114250250 * np.exp(-5), rel=1e-12)
