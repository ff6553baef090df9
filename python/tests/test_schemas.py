"""The schemas describe what is written, for every mechanism."""

from __future__ import annotations

import json
import pathlib

import jsonschema
import pandas
import pytest

import privet
from made_up import SPEC

SCHEMAS = pathlib.Path(__file__).parent.parent.parent / "docs" / "src" / "schemas"
PURE = {"SmoothedHistogram", "PrivBayesPure"}
MECHANISMS = ["PrivMrf()", "PrivBayes()", "PrivBayes(estimator: Pgm)", "PrivBayesPure()", "Independent()"]


def validator(name: str) -> jsonschema.protocols.Validator:
    schema = json.loads((SCHEMAS / name).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_releases_are_as_the_schemas_say(mechanism, columns):
    text = SPEC.replace("PrivBayes()", mechanism)
    if mechanism.split("(")[0] in PURE:
        text = text.replace(', delta: "1e-9"', "")
    try:
        spec = privet.Spec.parse(text)
    except privet.SpecError as error:
        pytest.fail(str(error))
    release = spec.release(pandas.DataFrame(columns))
    validator("record.schema.json").validate(release.record)
    validator("model.schema.json").validate(release.model.to_json())


def test_a_change_is_noticed(world):
    record = privet.Release.read(world / "published").record
    schema = validator("record.schema.json")
    schema.validate(record)
    for change in [{"unknown": 1}, {"queries": "none"}, {"guarantee": {}}]:
        assert list(schema.iter_errors({**record, **change})), change
