"""Labels, biases and gauges from CSV files: written into the problem's text, or refused with row and column."""

from __future__ import annotations

import pytest

from theorems.model.errors import InvalidInputError
from theorems.model.problem_file import MAX_BYTES, read_problem, read_problem_file
from verify.cli import main
from verify.csv_tables import inlined
from verify.solver import solve

TEXT = """[content]
dimension = 2
[labels]
law = "points"
file = "labels.csv"   # points and weights
reading = "atomic"
[kernel]
expression = "bias(s, t) * dot(gauge(x, s), gauge(y, t))"
[bias]
file = "tables/bias.csv"
[gauge]
file = "gauges.csv"
"""

FILES = {
    "labels.csv": "point,weight\n0,1/4\n0.5,3/4\n",
    "tables/bias.csv": "1,1/2\n1/2,1\n",
    "gauges.csv": "1,0\n0,1\n0,-1\n1,0\n",
}


def write(folder, **changed):
    for name, text in {**FILES, **changed}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_numbers_stand_in_the_text_in_place_of_the_names(tmp_path):
    text = inlined(TEXT, write(tmp_path))
    assert 'points = ["0", "1/2"]\nweights = ["1/4", "3/4"]\nreading = "atomic"' in text
    assert 'matrix = [["1", "1/2"], ["1/2", "1"]]' in text
    assert 'matrices = [[["1", "0"], ["0", "1"]], [["0", "-1"], ["1", "0"]]]' in text
    assert read_problem(text).labels.masses == read_problem_file(text).problem.labels.masses
    assert inlined(text, tmp_path) == text


def test_a_text_that_names_no_file_is_left_alone(tmp_path):
    text = TEXT.replace("file", "colour")
    assert inlined(text, tmp_path) is text


def test_solve_reads_them_and_its_certificates_need_no_other_file(tmp_path, capsys):
    path = write(tmp_path) / "kernel.toml"
    path.write_text(TEXT, encoding="utf-8")
    assert main(["solve", str(path), "--out", str(tmp_path / "out")]) == 0
    for name in FILES:
        (tmp_path / name).unlink()
    assert main(["recheck", str(tmp_path / "out")]) == 0
    assert "0 refusals" in capsys.readouterr().out


def test_in_python_files_are_read_only_from_a_folder_that_is_given(tmp_path):
    assert solve(TEXT, folder=write(tmp_path)).outcome == "closed"
    with pytest.raises(InvalidInputError, match=r"labels\.'file': unknown"):
        solve(TEXT)


@pytest.mark.parametrize("name", ["/etc/passwd", "../labels.csv", "a/../../b.csv", "..", "", "a\\\\b.csv", "~/x.csv"])
def test_a_path_that_may_leave_the_folder_is_refused(tmp_path, name):
    inside = write(tmp_path)
    with pytest.raises(InvalidInputError, match=r"^file="):
        inlined(TEXT.replace("labels.csv", name), inside)


def test_a_link_that_leaves_the_folder_is_refused(tmp_path):
    (tmp_path / "inside").mkdir()
    (tmp_path / "secret.csv").write_text("0,1\n", encoding="utf-8")
    inside = write(tmp_path / "inside")
    (inside / "labels.csv").unlink()
    (inside / "labels.csv").symlink_to(tmp_path / "secret.csv")
    with pytest.raises(InvalidInputError, match="no such file in the folder"):
        inlined(TEXT, inside)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"labels.csv": "point,weight\n0,1/4\n0.5,three\n"}, "file=labels.csv, row 3, column 2: "),
        ({"labels.csv": "0,1/4\n0.5,nan\n"}, "file=labels.csv, row 2, column 2: "),
        ({"labels.csv": "0,1/4\n0.5\n"}, "labels.file, row 2 of numbers: 1 entries, expected 2"),
        ({"labels.csv": "0,1/4,1\n"}, "labels.file: 3 columns, expected 2"),
        ({"labels.csv": "point,weight\n"}, "expected a row of numbers"),
        ({"labels.csv": ""}, "expected a row of numbers"),
        ({"gauges.csv": "1,0\n0,1\n0,-1\n"}, "gauge.file: 3 rows of 2 entries, expected a multiple of 2"),
        ({"tables/bias.csv": '1,"2\n'}, "expected a CSV file"),
        ({"tables/bias.csv": "1," * MAX_BYTES}, f"expected at most {MAX_BYTES}"),
    ],
)
def test_a_bad_table_is_refused_with_its_place(tmp_path, changed, reason):
    with pytest.raises(InvalidInputError) as caught:
        inlined(TEXT, write(tmp_path, **changed))
    assert reason in str(caught.value)


def test_a_name_that_is_not_on_a_line_of_its_own_is_refused(tmp_path):
    text = TEXT.replace('[bias]\nfile = "tables/bias.csv"\n', "").replace(
        "[content]", 'bias = { file = "labels.csv" }\n[content]'
    )
    with pytest.raises(InvalidInputError, match="expected a line of its own"):
        inlined(text, write(tmp_path))
