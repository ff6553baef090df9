#!/usr/bin/env bash
# Which lines the fuzzers reach: runs every target once over its corpus, as run.sh has left it, and
# prints lines and regions for core, spec and what of the program reads files. With FILE as argument
# each line of FILE's path that was not reached is printed instead: fuzz/coverage.sh core/src/score/maximum.rs
# Needs: rustup +nightly component add llvm-tools
set -euo pipefail
cd "$(dirname "$0")"

host=$(rustc +nightly -vV | sed -n 's/^host: //p')
llvm=$(rustc +nightly --print sysroot)/lib/rustlib/$host/bin
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

objects=()
profiles=()
for target in $(cargo +nightly fuzz list); do
    cargo +nightly fuzz coverage "$target" > "$TMPDIR/log" 2>&1 \
        || { tail -n 40 "$TMPDIR/log" >&2; exit 1; }
    objects+=(-object "target/$host/coverage/$host/release/$target")
    profiles+=("coverage/$target/coverage.profdata")
done
"$llvm/llvm-profdata" merge -sparse "${profiles[@]}" -o coverage/all.profdata

root=$(cd .. && pwd)
if [ $# -gt 0 ]; then
    "$llvm/llvm-cov" show "${objects[@]}" -instr-profile=coverage/all.profdata "$root/$1" \
        | grep -E '^ +[0-9]+\| +0\|' | sort -u -n || true
    exit
fi
"$llvm/llvm-cov" export -summary-only "${objects[@]}" -instr-profile=coverage/all.profdata \
    > "$TMPDIR/summary.json"
python3 - "$TMPDIR/summary.json" "$root/" << 'PYTHON'
import json
import sys

summary, root = sys.argv[1:]
groups = {
    "core": "core/src/",
    "spec": "spec/src/",
    "release: tables": "release/src/table/",
    "release: mechanisms": "release/src/mechanisms/",
    "release: models": "release/src/model/",
    "release: records": "release/src/record/",
    "release: draft": "release/src/draft/",
    "release: check": "release/src/check/",
    "release: plans": "release/src/plan/",
    "release: verify": "release/src/verify/",
}
files = json.load(open(summary))["data"][0]["files"]
files = {file["filename"].removeprefix(root): file["summary"] for file in files}


def row(name, chosen):
    figures = []
    for kind in ("lines", "regions"):
        covered = sum(figure[kind]["covered"] for figure in chosen)
        count = sum(figure[kind]["count"] for figure in chosen)
        figures.append(f"{100 * covered / max(count, 1):5.1f} % of {count:5} {kind}")
    print(f"{name:24} {figures[0]}   {figures[1]}")


for name, prefix in groups.items():
    row(name, [figure for file, figure in files.items() if file.startswith(prefix)])
print("\nleast reached files:")
named = [file for file in files if file.startswith(tuple(groups.values()))]
for file in sorted(named, key=lambda file: files[file]["lines"]["percent"])[:15]:
    row(file, [files[file]])
PYTHON
