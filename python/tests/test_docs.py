"""The examples in the documentation are true."""

from __future__ import annotations

import ast
import doctest
import pathlib
import pkgutil
import re
import shutil

import pandas
import pytest

import privet

PROJECT = pathlib.Path(__file__).parent.parent.parent


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for module in pkgutil.iter_modules(privet.__path__, "privet."):
        if module.name == "privet._privet":
            continue
        loaded = __import__(module.name, fromlist=["_"])
        for test in finder.find(loaded):
            if test.examples:
                yield pytest.param(test, id=test.name)


@pytest.mark.parametrize("test", list(examples()))
def test_example(test, in_world):
    spec = privet.Spec.read("spec.ron")
    test.globs.update(privet=privet, spec=spec, model=privet.Model.read("published"))
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    result = runner.run(test, out=told.append)
    assert result.failed == 0, "".join(told)


def test_everything_public_is_documented():
    for name in privet.__all__:
        item = getattr(privet, name)
        if name != "__version__":
            assert item.__doc__, name
        members = vars(item).items() if isinstance(item, type) else []
        for member, value in members:
            if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod))):
                assert value.__doc__ or getattr(value, "__func__", value).__doc__, f"{name}.{member}"


def blocks():
    """The blocks of Python in the README and the book."""
    texts = [PROJECT / "README.md", PROJECT / "python" / "README.md", *sorted((PROJECT / "docs" / "src").glob("*.md"))]
    for text in texts:
        for number, block in enumerate(re.findall(r"^```python\n(.*?)^```", text.read_text(), re.M | re.S)):
            yield pytest.param(block, id=f"{text.name}, {number}")


@pytest.mark.parametrize("block", list(blocks()))
def test_block_of_the_book(block, world, tmp_path, monkeypatch):
    if re.search(r"^(from|import) (sdv|snsynth|opendp)", block, re.M):
        ast.parse(block)
        pytest.skip("a block for another program")
    shutil.copytree(world / "published", tmp_path / "other")
    shutil.copy(world / "spec.ron", tmp_path)
    monkeypatch.chdir(tmp_path)
    frame = pandas.read_csv(world / "table.csv", keep_default_na=False)
    exec(compile(block, "block", "exec"), {"frame": frame})
