"""Starts are on the sphere, replay from their seed, and are what their names say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import iv

from theorems.model.errors import InvalidInputError
from verify.search.field import ExactField
from verify.search.integrator import integrate
from verify.search.measures import clusters
from verify.search.starts import clustered, equiangular, from_file, near_uniform, twisted, uniform

EPS = np.finfo(float).eps

STARTS = {
    "uniform": lambda seed: uniform(30, 4, seed),
    "clustered": lambda seed: clustered(30, 3, 4, 0.1, seed),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_seed_gives_the_same_points_and_another_seed_others(name):
    make = STARTS[name]
    assert np.array_equal(make(5), make(5))
    assert not np.array_equal(make(5), make(6))


@pytest.mark.parametrize(
    "points",
    [
        uniform(200, 2, 0),
        clustered(9, 5, 9, 3.0, 1),
        equiangular(4, 6, -0.3),
        near_uniform(15, 7, 0.5),
        twisted(7, 3),
    ],
    ids=["uniform", "clustered", "equiangular", "near-uniform", "twisted"],
)
def test_all_norms_are_one(points):
    assert np.abs(np.linalg.norm(points, axis=1) - 1).max() <= 4 * EPS


def test_uniform_points_have_no_direction():
    points = uniform(20_000, 3, 0)
    assert np.abs(points.mean(axis=0)).max() < 0.02
    assert np.abs(points.T @ points / len(points) - np.eye(3) / 3).max() < 0.02


@pytest.mark.parametrize("inner", [-0.24, 0.0, 0.2, 0.9])
def test_equiangular_points_have_one_inner_product(inner):
    points = equiangular(5, 7, inner)
    assert (points @ points.T)[~np.eye(5, dtype=bool)] == pytest.approx(inner, abs=8 * EPS)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [((5, 4, 0.2), "dimension=4"), ((5, 5, -0.25), "inner=-0.25"), ((5, 5, 1.0), "inner=1.0"), ((3, 3, np.nan), "nan")],
)
def test_equiangular_points_that_do_not_exist_are_refused(arguments, words):
    with pytest.raises(InvalidInputError, match=words):
        equiangular(*arguments)


def test_clusters_are_as_many_as_asked_and_of_like_sizes():
    points = clustered(31, 3, 4, 1e-5, 2)
    assert clusters(points) == 4
    assert clusters(points[::4]) == 1
    assert clusters(clustered(31, 3, 4, 0.0, 2)) == 4


@pytest.mark.parametrize(
    ("clusters", "spread", "words"),
    [(0, 0.1, "clusters=0"), (6, 0.1, "clusters=6"), (2, -0.1, "spread=-0.1"), (2, np.nan, "spread=nan")],
)
def test_clusters_that_do_not_exist_are_refused(clusters, spread, words):
    with pytest.raises(InvalidInputError, match=words):
        clustered(5, 3, clusters, spread, 0)


def moments(points, most: int):
    """(1/n) sum exp(i m angle), m = 1..most."""
    angles = np.arctan2(points[:, 1], points[:, 0])
    return np.array([np.exp(1j * m * angles).mean() for m in range(1, most + 1)])


@pytest.mark.parametrize("mode", [1, 3])
def test_near_uniform_points_carry_the_chosen_mode_and_no_other(mode):
    found = moments(near_uniform(64, mode, 1e-4), 20)
    assert found[mode - 1] == pytest.approx(-mode * 1e-4 / 2, rel=1e-6)
    others = np.delete(np.abs(found), mode - 1)
    assert others.max() < 1e-7


@pytest.mark.parametrize(("mode", "beta"), [(1, 1.0), (2, 1.0), (3, 4.0)])
def test_the_chosen_mode_grows_at_the_rate_of_f5(mode, beta):
    start, time = near_uniform(64, mode, 1e-6), 0.2
    field = ExactField(masses=np.full(64, 1 / 64), dimension=2, beta=beta)
    end = integrate(field, start, time, 1e-13).points
    before, after = (abs(moments(points, mode)[-1]) for points in (start, end))
    assert np.log(after / before) / time == pytest.approx(mode**2 * iv(mode, beta) / beta, rel=1e-5)


@pytest.mark.parametrize(
    ("arguments", "words"), [((8, 0, 0.1), "mode=0"), ((8, 4, 0.1), "mode=4"), ((8, 1, np.inf), "amplitude=inf")]
)
def test_a_mode_that_the_points_do_not_resolve_is_refused(arguments, words):
    with pytest.raises(InvalidInputError, match=words):
        near_uniform(*arguments)


def test_twisted_points_wind_as_often_as_asked():
    angles = np.unwrap(np.arctan2(*twisted(12, 2).T[::-1]))
    assert angles[-1] - angles[0] + angles[1] - angles[0] == pytest.approx(4 * np.pi)


def written(tmp_path, text: str):
    path = tmp_path / "points.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_of_numbers_is_read_and_scaled(tmp_path):
    points = from_file(written(tmp_path, "3, 4\n0,-2\n\n1e200,1e200\n"), 3, 2)
    assert points == pytest.approx(np.array([[0.6, 0.8], [0, -1], [0.5**0.5, 0.5**0.5]]), abs=EPS)


def test_a_file_with_a_header_gives_its_columns(tmp_path):
    points = from_file(written(tmp_path, "label,x2,x1,mass\n1,4,3,0.5\n2,1,0,0.5\n"), 2, 2)
    assert points == pytest.approx(np.array([[0.6, 0.8], [0, 1]]), abs=EPS)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,0\nnan,1\n", "'nan' in row 2, expected a finite number"),
        ("1,0\ninf,1\n", "'inf' in row 2"),
        ("1,0\nx,1\n", "'x' in row 2"),
        ("1,0\n0,0\n", "row 2 is 0"),
        ("1,0\n", "1 rows, expected 2"),
        ("1,0\n0,1\n1,1\n", "3 rows, expected 2"),
        ("1,0\n0,1,0\n", "3 entries in row 2, expected 2"),
        ("x1,x3\n1,0\n0,1\n", "no column x2"),
        ("", "0 rows"),
    ],
)
def test_a_file_that_is_no_start_is_refused(tmp_path, text, words):
    with pytest.raises(InvalidInputError, match=words):
        from_file(written(tmp_path, text), 2, 2)


def test_a_missing_file_a_directory_and_bytes_are_refused(tmp_path):
    with pytest.raises(InvalidInputError, match="does not exist"):
        from_file(tmp_path / "absent.csv", 2, 2)
    with pytest.raises(InvalidInputError, match="found a directory"):
        from_file(tmp_path, 2, 2)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidInputError, match="UTF-8"):
        from_file(tmp_path / "bytes", 2, 2)
