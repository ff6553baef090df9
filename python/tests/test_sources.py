"""One release, whichever way its table comes."""

from __future__ import annotations

import csv
import io
import os
import pathlib
import shutil
import subprocess

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import privet
from made_up import COLUMNS, SPEC, as_text, write_csv


def pandas_frame(columns):
    """As `read_csv` and its users leave it: a missing value has turned whole numbers and truth values into other types."""
    frame = pandas.DataFrame(columns)
    frame["day"] = pandas.to_datetime(frame["day"])
    assert frame["age"].dtype == "float64" and frame["code"].dtype == "float64"
    return frame


def pandas_otherwise(columns):
    """The same with nullable types, categories, and an index that is one of the columns."""
    frame = pandas.DataFrame(columns)
    frame["age"] = frame["age"].astype("Int64")
    frame["code"] = frame["code"].astype("Int64").astype("string").astype("category")
    frame["code"] = frame["code"].cat.add_categories(["never used"])
    frame["region"] = frame["region"].astype("category")
    frame["member"] = frame["member"].astype("boolean")
    frame["person"] = frame["person"].astype("string")
    return frame.set_index("person")


def arrow_table(columns):
    table = pyarrow.table({name: columns[name] for name in reversed(COLUMNS)})
    types = {
        "person": pyarrow.uint32(),
        "age": pyarrow.int8(),
        "region": pyarrow.dictionary(pyarrow.int8(), pyarrow.string()),
        "income": pyarrow.decimal128(12, 2),
    }
    for name, kind in types.items():
        table = table.set_column(table.schema.get_field_index(name), name, table.column(name).cast(kind))
    return table


def reader(columns):
    """A stream of batches of odd sizes, which can be read once."""
    table = arrow_table(columns)
    sizes = [0, 1, 7, 100, 400, 600]
    parts = [table.slice(start, end - start) for start, end in zip(sizes, sizes[1:])]
    batches = [batch for part in parts for batch in part.to_batches()]
    return pyarrow.RecordBatchReader.from_batches(table.schema, iter(batches))


def duckdb_relation(columns):
    connection = duckdb.connect()
    connection.register("source", arrow_table(columns))
    casts = "person::VARCHAR AS person, age::SMALLINT AS age, income::DECIMAL(9, 2) AS income"
    return connection.sql(f"SELECT {casts}, region, code, day, seen, member FROM source")


def canonical_csv(columns, folder: pathlib.Path) -> pathlib.Path:
    """What a frame's commitment is over, by the documentation alone: the columns of the schema, then the ids."""
    path = folder / "canonical.csv"
    order = ["age", "region", "code", "income", "day", "seen", "member", "person"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_MINIMAL)
    writer.writerow(order)
    for number in range(len(columns["person"])):
        writer.writerow(as_text(columns[name][number]) for name in order)
    path.write_text(out.getvalue(), encoding="utf-8")
    return path


FRAMES = {
    "pandas": pandas_frame,
    "pandas, other types": pandas_otherwise,
    "polars": lambda columns: polars.DataFrame(columns),
    "polars, other types": lambda columns: polars.DataFrame(columns).with_columns(
        polars.col("region").cast(polars.Categorical), polars.col("age").cast(polars.String)
    ),
    "polars, in pieces": lambda columns: polars.concat(
        [polars.DataFrame(columns)[start : start + 37] for start in range(0, 600, 37)], rechunk=False
    ),
    "pyarrow": arrow_table,
    "a stream": reader,
    "DuckDB": duckdb_relation,
}


@pytest.fixture(scope="module")
def released(columns, spec, tmp_path_factory):
    """A release of the pandas frame, whose seed was kept."""
    folder = tmp_path_factory.mktemp("released")
    spec.release(pandas_frame(columns), out=folder / "published", keep_seed=folder / "seed")
    return folder


def replay(folder: pathlib.Path, table) -> privet.Findings:
    return privet.verify(folder / "published", data=table, seed_file=folder / "seed")


@pytest.mark.parametrize("source", FRAMES)
def test_every_frame_gives_the_same_bytes(source, released, columns):
    found = replay(released, FRAMES[source](columns))
    assert found.holds, found
    agreed = [line for line in found.passed if "replayed, every byte agrees" in line]
    assert len(agreed) == 3, found


def test_the_canonical_text_is_what_is_committed_to(released, columns, tmp_path):
    found = replay(released, canonical_csv(columns, tmp_path))
    assert found.holds, found


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_files_give_the_same_bytes_but_for_the_commitment(kind, released, rows, columns, tmp_path):
    if kind == "csv":
        path = write_csv(tmp_path / "table.csv", rows)
    else:
        path = tmp_path / "table.parquet"
        pyarrow.parquet.write_table(arrow_table(columns), path)
    found = replay(released, path)
    assert [line.split(": ", 1)[1] for line in found.faults] == ["is not the data that the record commits to"]
    agreed = [line for line in found.passed if "replayed, every byte" in line]
    assert len(agreed) == 3 and "but the commitment" in agreed[-1], found


def test_columns_that_are_not_read_do_not_matter(released, columns):
    frame = pandas_frame(columns)
    frame["odd"] = [1, "a", 2j] * 200
    assert replay(released, frame).holds


def test_another_row_is_noticed(released, columns):
    frame = pandas_frame(columns)
    frame.loc[0, "age"] = (frame.loc[0, "age"] + 50) % 100
    assert replay(released, frame).faults


def test_the_program_gives_the_same_bytes(rows, columns, tmp_path):
    program = os.environ.get("PRIVET_BIN") or shutil.which("privet")
    if program is None:
        pytest.skip("PRIVET_BIN names no program `privet`: its release was not replayed")
    (tmp_path / "spec.ron").write_text(SPEC)
    table = write_csv(tmp_path / "table.csv", rows)
    out, seed = tmp_path / "published", tmp_path / "seed"
    made = [program, "release", tmp_path / "spec.ron", "--data", table, "--out", out, "--keep-seed", seed, "--quiet"]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    assert replay(tmp_path, table).holds
    for source, make in FRAMES.items():
        found = replay(tmp_path, make(columns))
        assert len(found.faults) == 1 and "commits to" in found.faults[0], (source, found)


def test_one_row_that_changes_types_moves_no_other(spec, columns, tmp_path):
    """Without it the columns are whole numbers and truth values; with it they are fractions and objects."""
    filled = {"age": 40, "code": 2, "member": True}
    whole = {name: [filled.get(name) if v is None else v for v in values] for name, values in columns.items()}
    before = pandas.DataFrame(whole)
    assert before["age"].dtype == "int64" and before["member"].dtype == "bool"
    after = pandas.concat([before, pandas.DataFrame([{"person": 1}])], ignore_index=True)
    assert after["age"].dtype == "float64" and after["member"].dtype == "object"
    spec.release(before, out=tmp_path / "published", keep_seed=tmp_path / "seed")
    assert replay(tmp_path, after.iloc[:-1]).holds
    assert not replay(tmp_path, after).holds
