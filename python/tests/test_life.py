"""The life of a release, from a frame to a checked folder."""

from __future__ import annotations

import json
import logging
import pathlib
import warnings

import pandas
import polars
import pyarrow
import pytest

import privet
from made_up import COLUMNS, SPEC


@pytest.fixture(scope="module")
def frame(columns):
    return polars.DataFrame(columns)


@pytest.fixture(scope="module")
def release(spec, frame):
    return spec.release(frame)


def test_a_draft_is_marked_and_no_spec_to_release_by(frame):
    drafted = privet.draft(frame.drop("remark"))
    assert isinstance(drafted, str) and "reviewed: false" in drafted
    assert "600 rows" in drafted.private_notes and "600" not in drafted
    spec = privet.Spec.parse(drafted)
    with pytest.raises(privet.PrivetError, match="reviewed"):
        spec.release(frame)


def test_promise_and_plan_are_readable(spec):
    assert "differential privacy" in repr(spec.promise())
    assert "<pre" in spec.promise()._repr_html_()
    plan = spec.plan(rows=50_000)
    assert "50000" in repr(plan) and plan.figures
    assert spec.digest == privet.Spec.parse(SPEC).digest
    assert spec.columns == COLUMNS[1:8]


def test_the_table_comes_back_by_its_types(release):
    table = release.synthetic.to_arrow()
    types = {field.name: field.type for field in table.schema}
    assert types["age"] == pyarrow.int64()
    assert pyarrow.types.is_dictionary(types["region"])
    assert types["day"] == pyarrow.date32()
    assert pyarrow.types.is_timestamp(types["seen"])
    assert types["member"] == pyarrow.bool_()
    assert pyarrow.types.is_decimal(types["income"])
    assert table.schema.metadata is None
    assert all(field.metadata is None for field in table.schema)
    # Labels are those of the spec in its order, whatever the real table has.
    labels = table.column("region").chunk(0).dictionary.to_pylist()
    assert labels == ["north", "south", "a, b", "1"]
    frame = release.synthetic.to_pandas()
    assert str(frame["age"].dtype) == "Int64" and str(frame["member"].dtype) == "boolean"
    assert str(frame["income"].dtype) == "float64" and frame["region"].dtype == "category"
    assert release.synthetic.to_polars().height == len(release.synthetic) == len(frame)
    assert "<table>" in release.synthetic._repr_html_()


def test_the_table_is_that_of_the_file(release, tmp_path):
    saved = release.save(tmp_path / "saved")
    text = pandas.read_csv(saved.folder / "synthetic.csv", keep_default_na=True, dtype={"region": str, "code": str})
    frame = release.synthetic.to_pandas()
    assert text["age"].astype("Int64").equals(frame["age"])
    assert text["region"].fillna("").equals(frame["region"].astype("object").fillna("").astype(str))
    assert (text["income"].fillna(-1) - frame["income"].fillna(-1)).abs().max() < 1e-9
    assert pandas.to_datetime(text["day"]).equals(frame["day"].astype("datetime64[us]")) or (
        (pandas.to_datetime(text["day"]).dropna() == frame["day"].dropna()).all()
    )


def test_in_memory_and_saved_are_one(release, tmp_path):
    assert release.folder is None and "in memory" in repr(release)
    saved = release.save(tmp_path / "saved")
    assert sorted(path.name for path in saved.folder.iterdir()) == ["model.ron", "record.json", "synthetic.csv"]
    assert saved.record == release.record
    assert saved.verify().holds and release.verify().holds
    assert str(tmp_path) not in repr(release.verify()) and "/tmp" not in repr(release.verify())
    with pytest.raises(privet.PrivetError, match="exists already"):
        release.save(tmp_path / "saved")
    with pytest.raises(privet.PrivetError, match="folder already"):
        saved.save(tmp_path / "again")
    with pytest.raises(privet.PrivetError, match="does not exist"):
        release.save(tmp_path / "nowhere" / "saved")
    assert not (tmp_path / "nowhere").exists()


def test_a_changed_file_is_found(release, tmp_path):
    folder = release.save(tmp_path / "saved").folder
    record = json.loads((folder / "record.json").read_text())
    record["guarantee"]["epsilon"] = "1"
    (folder / "record.json").write_text(json.dumps(record))
    found = privet.verify(folder)
    assert not found and found.faults
    with pytest.raises(privet.PrivetError):
        found.expect()


def test_the_page_is_shown_in_a_frame_of_its_own(release, tmp_path):
    page = release.report()
    assert page.html.startswith("<!DOCTYPE html>") or page.html.lower().startswith("<!doctype")
    shown = page._repr_html_()
    assert "sandbox=" in shown and "<script" not in shown
    page.save(tmp_path / "page.html")
    with pytest.raises(FileExistsError):
        page.save(tmp_path / "page.html")


def test_rows_of_the_model(release, tmp_path):
    model = privet.Model.read(release.save(tmp_path / "saved").folder / "model.ron")
    first, again = (model.sample(50, seed=7).to_arrow() for _ in range(2))
    assert first.equals(again) and first.num_rows == 50
    some = model.sample(200, seed=1, where=["age >= 50", "region = north, south"]).to_pandas()
    assert some["age"].min() >= 50 and set(some["region"]) <= {"north", "south"}
    with pytest.raises(privet.PrivetError, match="age"):
        model.sample(1, where="agee = 3")


def test_measurements_have_labels(release):
    measured = release.model.measurements()
    assert measured
    for one in measured:
        table = one.to_arrow()
        assert table.column_names == [*one.columns, "noisy_parts" if one.left_out else "noisy_count", "sigma"], one
        assert set(table.column("sigma").to_pylist()) == {one.scale}
    together = [one for one in measured if set(one.columns) >= {"region"}]
    assert together
    assert {"north", "south", "a, b", "1"} <= set(together[0].to_pandas()["region"])


def test_a_marginal_adds_up(release):
    rows = max(release.model.rows, 0)
    for columns in [("region",), ("age", "member"), ("member", "age")]:
        frame = release.model.marginal(*columns).to_pandas()
        assert list(frame.columns) == [*columns, "expected_count"]
        assert frame["expected_count"].sum() == pytest.approx(rows, rel=1e-6, abs=1e-3)
    with pytest.raises(privet.PrivetError, match="region"):
        release.model.marginal("regoin")


def test_evaluation_and_comparison(spec, release, frame, tmp_path):
    folder = release.save(tmp_path / "saved").folder
    by_frame = privet.evaluate(spec, real=frame, synthetic=release, ways=[1, 2], targets=["none"])
    by_file = privet.evaluate(spec, real=frame, synthetic=folder / "synthetic.csv", ways=[1, 2], targets=["none"])
    assert "NOT" in by_frame and by_frame.figures["marginals"] == by_file.figures["marginals"]
    assert "<html" in by_frame.page.html
    both = privet.compare([folder, release.save(tmp_path / "other")])
    assert len(both.figures["releases"]) == 2 and both.figures["public"] is True
    assert privet.compare([folder, folder], spec=spec, real=frame).figures["public"] is False
    with pytest.raises(privet.PrivetError, match="save"):
        privet.compare([release, folder])
    with pytest.raises(privet.PrivetError, match="neither"):
        privet.compare([folder, folder], real=frame)


def test_nothing_takes_an_epsilon_or_a_seed_of_a_release():
    import inspect

    for owner in [privet.Spec, privet.Release, privet]:
        for name, member in vars(owner).items():
            if name.startswith("_") or not callable(getattr(owner, name)):
                continue
            arguments = set(inspect.signature(getattr(owner, name)).parameters) if not isinstance(member, type) else set()
            assert not arguments & {"epsilon", "eps", "delta", "budget"}, name
    assert "seed" not in inspect.signature(privet.Spec.release).parameters


def test_remarks_are_silent_unless_asked_for(spec, frame, capfd, caplog):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        spec.release(frame)
    shown = capfd.readouterr()
    assert shown.out == "" and shown.err == ""
    with caplog.at_level(logging.INFO, logger="privet"):
        spec.release(frame)
    assert "rows were dropped" in caplog.text


def test_memory_has_a_unit(spec, frame):
    assert spec.release(frame, memory="1.5 GB").folder is None
    with pytest.raises(privet.PrivetError, match="2GB"):
        spec.release(frame, memory="much")


def test_a_frame_beyond_its_memory_is_refused(spec, frame):
    with pytest.raises(privet.PrivetError, match="data frame"):
        spec.release(frame, memory=1000)


def test_previous_and_account_reach_the_library(spec, frame, tmp_path):
    with pytest.raises(privet.PrivetError):
        spec.release(frame, previous=[tmp_path / "nothing"])
    with pytest.raises(privet.PrivetError, match="account"):
        spec.release(frame, account=tmp_path / "account.jsonl")


def test_paths_of_every_kind(world, tmp_path):
    spec = privet.Spec.read(pathlib.Path(world / "spec.ron"))
    assert spec.check(str(world / "table.csv")).stops_a_release is False
    assert repr(privet.Release.read(str(world / "published"))).startswith("<release, (")
    with pytest.raises(privet.PrivetError, match="record.json"):
        privet.Release.read(tmp_path)
