#!/usr/bin/env bash
# Runs every fuzz target for some seconds each (20 unless told): fuzz/run.sh [SECONDS [TARGET...]]
# Needs a nightly compiler and cargo-fuzz. Stops at the first finding, whose input is left under
# fuzz/artifacts/. Corpora grow under fuzz/corpus/ from a few seeds that are made here.
set -euo pipefail
cd "$(dirname "$0")"

seconds=${1:-20}
shift || true
if [ $# -gt 0 ]; then
    targets=("$@")
else
    targets=(calibration ledger_charges properties samplers spec_text)
fi

mkdir -p corpus/{calibration,ledger_charges,properties,samplers,spec_text}
# Specs that are accepted, from which the fuzzer reaches what lies behind the first refusal.
cp ../spec/examples/*.ron corpus/spec_text/
# Pairs of little-endian floats: (1, 2^-30), (700, 0.4375), (2^-19, 2^-996).
printf '\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\x10\x3e' > corpus/calibration/usual
printf '\0\0\0\0\0\xe0\x85\x40\0\0\0\0\0\0\xdc\x3f' > corpus/calibration/largest
printf '\0\0\0\0\0\0\xc0\x3e\0\0\0\0\0\0\xb0\x01' > corpus/calibration/smallest
# One empty tape a property: the first byte chooses it.
for choice in {0..63}; do
    printf "\\x$(printf %02x "$choice")" > "corpus/properties/$choice"
done

for target in "${targets[@]}"; do
    echo "fuzzing $target for $seconds s"
    options=(-max_total_time="$seconds" -rss_limit_mb=2048 -timeout=20 -print_final_stats=1)
    case $target in
        spec_text) options+=(-dict=spec.dict -max_len=8192) ;;
        properties) options+=(-max_len=769) ;; # 48 numbers and the choice
    esac
    log=$(mktemp)
    if ! cargo +nightly fuzz run "$target" -- "${options[@]}" > "$log" 2>&1; then
        tail -n 60 "$log" >&2
        rm -f "$log"
        echo "fuzz target $target failed" >&2
        exit 1
    fi
    grep -E '^Done|^stat::number_of_executed_units' "$log" | head -n 1
    rm -f "$log"
done
