"""What the tests share: a made-up table, and a release of the built-in example."""

from __future__ import annotations

import os
import pathlib
import shutil

import pytest
from made_up import COLUMNS, SPEC, made_up_rows

import privet


@pytest.fixture(scope="session")
def rows() -> list[dict[str, object]]:
    return made_up_rows()


@pytest.fixture(scope="session")
def columns(rows):
    return {name: [row[name] for row in rows] for name in COLUMNS}


@pytest.fixture(scope="session")
def spec() -> privet.Spec:
    return privet.Spec.parse(SPEC)


@pytest.fixture(scope="session")
def world(tmp_path_factory) -> pathlib.Path:
    """A folder with the built-in example, a release of it and its seed."""
    folder = tmp_path_factory.mktemp("world")
    spec_path, table_path = privet.example(folder)
    spec = privet.Spec.read(spec_path)
    spec.release(table_path, out=folder / "published", keep_seed=folder / "seed")
    return folder


@pytest.fixture
def in_world(world, tmp_path, monkeypatch) -> pathlib.Path:
    """A copy of it, as the working folder."""
    copy = tmp_path / "world"
    shutil.copytree(world, copy)
    os.chmod(copy / "seed", 0o600)
    monkeypatch.chdir(copy)
    return copy
