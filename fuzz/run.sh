#!/usr/bin/env bash
# Runs every fuzz target for some seconds each (20 unless told): fuzz/run.sh [SECONDS [TARGET...]]
# Needs a nightly compiler and cargo-fuzz. Stops at the first finding, whose input is left under
# fuzz/artifacts/. Corpora grow under fuzz/corpus/ from a few seeds that seeds.sh makes.
set -euo pipefail
cd "$(dirname "$0")"

export seconds=${1:-20}
shift || true
if [ $# -gt 0 ]; then
    targets=("$@")
else
    mapfile -t targets < <(cargo +nightly fuzz list)
fi

./seeds.sh
# Some targets write files; they go with this script.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
cargo +nightly fuzz build 2> "$TMPDIR/build" || { cat "$TMPDIR/build" >&2; exit 1; }

# One target: what it did, or the end of its output where it found something.
fuzz() {
    local target=$1 options log
    # No single piece of memory above 256 MiB: what a file claims is not what it gets.
    options=(-max_total_time="$seconds" -rss_limit_mb=2048 -malloc_limit_mb=256 -timeout=20)
    options+=(-print_final_stats=1)
    case $target in
        spec_text) options+=(-dict=spec.dict -max_len=8192) ;;
        properties) options+=(-max_len=769) ;; # 48 numbers and the choice
        model_file | record_file) options+=(-dict=files.dict -max_len=32768) ;;
        table_text | draft_text | release) options+=(-dict=table.dict -max_len=8192) ;;
        consistency | network | rows) options+=(-max_len=2048) ;;
    esac
    log=$(mktemp)
    if ! cargo +nightly fuzz run "$target" -- "${options[@]}" > "$log" 2>&1; then
        tail -n 60 "$log" >&2
        echo "fuzz target $target failed" >&2
        return 255 # xargs starts no other
    fi
    echo "$target: $(grep -E '^Done|^stat::number_of_executed_units' "$log" | head -n 1)"
}
export -f fuzz

# One on each core.
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I TARGET bash -c 'fuzz TARGET'
