#!/usr/bin/env python3
"""Writes a release spec for a benchmark table from its public domain file.

  python3 from_domain.py adult-pgm.domain.json > adult-pgm.ron

Fields are integer codes: ordinal attributes become Integer, the others Categorical.
"""
import json
import sys


def schema(domain):
    """One line of RON an attribute."""
    lines = []
    for attribute in domain["attributes"]:
        size = attribute["size"]
        if attribute["kind"] == "categorical":
            labels = ", ".join(f'"{code}"' for code in range(size))
            kind = f"Categorical([{labels}])"
        else:
            kind = f"Integer(min: 0, max: {size - 1})"
        lines.append(f'        (name: {json.dumps(attribute["name"])}, kind: {kind}),')
    return "\n".join(lines)


def main():
    domain = json.load(open(sys.argv[1]))
    print(f"""Release(
    privet: 1,
    title: "Benchmark table {domain['name']}",
    purpose: "Measuring accuracy on a public table; codes as in its domain file",
    reviewed: true,
    unit: Row,
    adjacency: AddRemove,
    budget: (
        epsilon: "0.8",
        delta: "1e-9",
    ),
    schema: [
{schema(domain)}
    ],
    mechanism: PrivBayes(),
    output: (rows: Noisy, sampling: WithoutReplacement),
)""")


if __name__ == "__main__":
    main()
