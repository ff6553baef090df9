"""What is no table, or none of this spec, gets an exception that helps and quotes no value."""

from __future__ import annotations

import datetime
import pickle
import traceback

import numpy
import pandas
import polars
import pyarrow
import pytest

import privet

SPEC = privet.Spec.parse("""Release(
    privet: 1,
    reviewed: true,
    unit: Row,
    adjacency: AddRemove,
    budget: (epsilon: "2", delta: "1e-9"),
    schema: [
        (name: "age", kind: Integer(min: 0, max: 99, bin: 10), outside: Fail),
        (name: "sex", kind: Categorical(["F", "M"]), outside: Fail),
    ],
    mechanism: PrivBayes(),
)""")

SECRET = "4711-secret"


def good(**changed):
    return pandas.DataFrame({"age": [1, 2, 3], "sex": ["F", "M", "F"], **changed})


class Failing:
    """A frame whose owner fails with a word from the data."""

    def __arrow_c_stream__(self, requested_schema=None):
        raise RuntimeError(SECRET)


def lazily_failing():
    schema = pyarrow.schema([("age", pyarrow.int64()), ("sex", pyarrow.string())])

    def batches():
        yield pyarrow.record_batch([[1], ["F"]], schema=schema)
        raise RuntimeError(SECRET)

    return pyarrow.RecordBatchReader.from_batches(schema, batches())


def mixed():
    return good(sex=["F", 1, SECRET])


def duplicate_names():
    frame = good()
    frame.columns = ["age", "age"]
    return frame


BAD = {
    "a mixed column of objects": (mixed, ["column `sex`", "astype"]),
    "a duplicate name": (duplicate_names, ["column `age`", "rename or remove"]),
    "a text where a number should be": (lambda: good(age=["1", "2", SECRET]), ["row 3", "column `age`"]),
    "NaN where nothing may be missing": (lambda: good(age=[1, numpy.nan, 3]), ["row 2", "column `age`", "missing"]),
    "a value outside": (lambda: good(age=[1, 2, 4711]), ["row 3", "column `age`", "spec.check(table)"]),
    "durations": (lambda: good(age=pandas.to_timedelta([1, 2, 3])), ["column `age`", "durations"]),
    "times with a zone": (
        lambda: good(age=pandas.to_datetime(["2020-01-01"] * 3, utc=True)),
        ["column `age`", "time zone"],
    ),
    "periods": (lambda: good(age=pandas.period_range("2020-01", periods=3, freq="M")), ["column `age`", "extension"]),
    "lists": (lambda: pyarrow.table({"age": [[1]], "sex": ["F"]}), ["column `age`", "nested"]),
    "a missing column": (lambda: good().drop(columns="sex"), ["column `sex`", "no such column"]),
    "a column in other letters": (lambda: good().rename(columns={"sex": "Sex"}), ["column `sex`", 'nearest name is "Sex"']),
    "an empty frame": (pandas.DataFrame, ["no such column"]),
    "a generator": (lambda: (row for row in [1]), ["generator", "RecordBatchReader.from_batches"]),
    "a lazy frame": (lambda: polars.from_pandas(good()).lazy(), ["LazyFrame", "collect"]),
    "a dictionary": (lambda: {"age": [1]}, ["dict", "pandas.DataFrame"]),
    "a list": (lambda: [1, 2], ["list", "__arrow_c_stream__"]),
    "nothing": (lambda: None, ["NoneType", "path"]),
    "a column alone": (lambda: polars.Series("age", [1]), ["Series", "to_frame"]),
    "an owner that fails": (Failing, ["Failing", "RuntimeError"]),
    "a stream that fails later": (lazily_failing, ["data frame", "Parquet"]),
    "a text instead of a path": (lambda: f"age,sex\n{SECRET},F\n", ["text, and no path"]),
    "a class": (lambda: pandas.DataFrame, ["DataFrame", "class"]),
    "dates among times": (
        lambda: good(age=pandas.Series([datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1, 5), None], dtype=object)),
        ["column `age`", "several types"],
    ),
    "times with and without a zone": (
        lambda: good(
            age=pandas.Series(
                [datetime.datetime(2020, 1, 1), datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc), None], dtype=object
            )
        ),
        ["column `age`", "several types"],
    ),
    "numbers of 128 bits": (
        lambda: polars.DataFrame({"age": [1], "sex": ["F"]}, schema_overrides={"age": polars.Int128}),
        ["column `age`", "Int128"],
    ),
    "a path to nothing": (lambda: "no-such-file.csv", ["no-such-file.csv"]),
}


@pytest.mark.parametrize("label", BAD)
@pytest.mark.parametrize("use", ["release", "check", "draft"])
def test_bad_input_is_refused_in_helpful_words(label, use, tmp_path):
    make, words = BAD[label]
    table = make()
    use_it = {"release": lambda: SPEC.release(table, out=tmp_path / "out"), "check": lambda: SPEC.check(table)}
    if use == "draft":
        # A draft takes whatever has columns; what is no table at all it refuses as well.
        if label not in ("a generator", "a lazy frame", "a dictionary", "a list", "nothing", "an owner that fails"):
            pytest.skip("a draft can be made of it")
        use_it["draft"] = lambda: privet.draft(table)
    if use == "check" and ("row" in words[0]):
        pytest.skip("a check lists such rows instead")
    with pytest.raises(privet.PrivetError) as caught:
        use_it[use]()
    error = caught.value
    told = "".join(traceback.format_exception(error))
    for word in words:
        assert word in told, told
    assert SECRET not in told
    assert error.__cause__ is None and error.__context__ is None
    assert error.problems and all(problem.help for problem in error.problems)
    assert not (tmp_path / "out").exists() and not list(tmp_path.iterdir())


# One type of values, beside everything that pandas calls missing.
SOME_MISSING = pandas.DataFrame(
    {
        "age": pandas.Series([1, None, pandas.NA, pandas.NaT, numpy.nan, numpy.int64(3)], dtype=object),
        "sex": pandas.Series(["F", None, pandas.NA, pandas.NaT, numpy.nan, "M"], dtype=object),
    }
)
ALL_MISSING = polars.DataFrame({"age": [None, None], "sex": ["F", "M"]})
MISSING = privet.Spec.parse(SPEC.text.replace("outside: Fail", 'missing: [""], outside: Fail'))


def test_what_is_allowed():
    """Rows of no kind, an index, unused levels and other columns are no problem."""
    allowed = {
        "no rows": good().iloc[:0],
        "an index": good().set_index(pandas.Index([7, 8, 9], name="number")),
        "unused levels": good(sex=pandas.Categorical(["F", "M", "F"], categories=["F", "M", "X"])),
        "other columns of any type": good(extra=pandas.to_timedelta([1, 2, 3])),
        "other columns that Arrow does not know": good(extra=[1, "a", 2j]),
        "objects with every kind of nothing": SOME_MISSING,
        "an index that is read": good().set_index("age"),
        "a column of nulls": ALL_MISSING,
        "another column of nulls": polars.from_pandas(good()).with_columns(extra=None),
        "another column of 128 bits": polars.from_pandas(good()).with_columns(extra=polars.lit(1, polars.Int128)),
        "texts that are numbers": good(age=["1", "2", "3"]),
        "fractions that are whole": good(age=[1.0, 2.0, 3.0]),
    }
    for label, frame in allowed.items():
        spec = MISSING if frame is SOME_MISSING or frame is ALL_MISSING else SPEC
        assert spec.release(frame).verify().holds, label


def test_every_problem_of_a_spec_at_once():
    with pytest.raises(privet.SpecError) as caught:
        privet.Spec.parse('Release(privet: 1, unit: Rwo, adjacency: AddRemov, budget: (epsilon: "0"), schema: [])')
    problems = caught.value.problems
    assert len(problems) >= 3
    assert all(problem.line == 1 and problem.column > 0 and problem.what and problem.help for problem in problems)
    assert "Rwo" in str(caught.value) and "^" in str(caught.value)


def test_arguments_are_named_as_in_python(tmp_path):
    (tmp_path / "out").mkdir()
    with pytest.raises(privet.PrivetError) as caught:
        SPEC.release(good(), out=tmp_path / "new", keep_seed=tmp_path / "new" / "seed")
    assert "keep_seed=" in str(caught.value) and "--" not in str(caught.value)
    with pytest.raises(privet.PrivetError, match="exists already"):
        SPEC.release(good(), out=tmp_path / "out")


def test_paths_are_quoted_as_they_are():
    with pytest.raises(privet.PrivetError, match="/tmp/x--data/y--final.csv"):
        SPEC.release("/tmp/x--data/y--final.csv")


def test_errors_go_to_other_processes():
    with pytest.raises(privet.SpecError) as caught:
        privet.Spec.parse("Release(")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is privet.SpecError
    assert str(again) == str(caught.value) and again.problems == caught.value.problems
    plan = pickle.loads(pickle.dumps(SPEC.plan(rows=10)))
    assert type(plan) is privet.Plan and plan == SPEC.plan(rows=10) and plan.figures == SPEC.plan(rows=10).figures
    assert pickle.loads(pickle.dumps(SPEC.promise())) == SPEC.promise()


def test_numbers_out_of_range():
    for use in [lambda: SPEC.plan(rows=-1), lambda: SPEC.release(good(), memory=-1), lambda: SPEC.plan(rows=2**70)]:
        with pytest.raises(privet.PrivetError, match="out of range"):
            use()


def test_nothing_is_not_verified():
    with pytest.raises(privet.PrivetError, match="nothing to verify"):
        privet.verify([])


def test_releases_and_their_paths_are_taken_alike(tmp_path):
    # So many rows that no noise leaves none of them.
    table = pandas.concat([good()] * 1000, ignore_index=True)
    release = SPEC.release(table, out=tmp_path / "published")
    assert privet.verify(release).holds and privet.verify([tmp_path / "published"]).holds
    assert privet.Release.read(tmp_path / "published" / "record.json").folder == tmp_path / "published"
    by_folder = privet.evaluate(SPEC, real=table, synthetic=tmp_path / "published", targets=["none"])
    assert by_folder.figures == privet.evaluate(SPEC, real=table, synthetic=release, targets=["none"]).figures
    with pytest.raises(privet.PrivetError, match="previous"):
        SPEC.release(table, previous=release)
