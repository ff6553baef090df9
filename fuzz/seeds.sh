#!/usr/bin/env bash
# Makes the seeds of all fuzz targets under fuzz/corpus/: small inputs from which a fuzzer reaches
# what lies behind the first refusal. Nothing of them is stored in the project. Models and records
# come from small releases by `privet` itself: the program that PRIVET names, or built for that.
set -euo pipefail
cd "$(dirname "$0")"

mkdir -p corpus/{calibration,consistency,draft_text,ledger_charges,model_file,network,properties}
mkdir -p corpus/{record_file,release,rows,samplers,spec_text,table_text}

# Specs that are accepted.
cp ../spec/examples/*.ron specs/*.ron corpus/spec_text/

# Pairs of little-endian floats: (1, 2^-30), (700, 0.4375), (2^-19, 2^-996).
printf '\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\x10\x3e' > corpus/calibration/usual
printf '\0\0\0\0\0\xe0\x85\x40\0\0\0\0\0\0\xdc\x3f' > corpus/calibration/largest
printf '\0\0\0\0\0\0\xc0\x3e\0\0\0\0\0\0\xb0\x01' > corpus/calibration/smallest

# One empty tape a property: the first byte chooses it.
for choice in {0..79}; do
    printf "\\x$(printf %02x "$choice")" > "corpus/properties/$choice"
done

# Tables of the specs, 40 rows each; values in no order, so that all of them occur.
table() {
    awk -v kind="$1" 'BEGIN {
        split("F,M,NA,,x", sex, ","); split("N1,N2,S1,else", region, ",")
        split("none|\"office, or shop\"|farm|?", job, "|"); split("no,yes,?", flag, ",")
        if (kind == "rows") print "sex,region,age,smokes,note"
        if (kind == "persons") print "person,bmi,visit,seen,job,cost"
        if (kind == "columns") print "a,b,c,d"
        for (i = 0; i < 40; i++) {
            k = (i * i + 3 * i) % 97
            if (kind == "rows")
                print sex[k % 4 + 1] "," region[k % 4 + 1] "," k * 13 % 120 "," flag[k % 3 + 1] ",n" i
            if (kind == "persons")
                printf "p%d,%.1f,2025-%02d-%02d,%02d.01.2025 %02d:30,%s,%d\n", i / 3, 9 + k * 0.6, k % 12 + 1, \
                    k % 28 + 1, k % 31 + 1, k % 24, job[k % 4 + 1], k * 911 - 2000
            if (kind == "columns")
                print (k % 2 ? "true" : "false") "," substr("xyz", k % 3 + 1, 1) "," k * 9 "," k % 2
        }
    }'
}
# One byte.
byte() {
    printf "\\x$(printf %02x "$1")"
}
# The specs in their order (src/releases.rs).
specs=(rows persons replace pure information smoothed markov graph estimated alone)
number=0
for name in "${specs[@]}"; do
    case $name in
        rows | persons) table "$name" ;;
        *) table columns ;;
    esac > "corpus/$name.csv"
    # The spec's number, a delimiter (0: comma), the size of the reads; then the table.
    { byte "$number"; printf '\0\x07'; cat "corpus/$name.csv"; } > "corpus/table_text/$name"
    { byte "$number"; printf '\0\xff'; gzip -nc "corpus/$name.csv"; } > "corpus/table_text/$name.gz"
    # A spec of its own, in the input.
    { byte "${#specs[@]}"; printf '\0\x40'; cat "specs/$name.ron"; printf '\0'; head -n 9 "corpus/$name.csv"; } \
        > "corpus/table_text/own-$name"
    { printf '\0'; cat "corpus/$name.csv"; } > "corpus/draft_text/$name"
    { byte "$number"; printf 12345678; cat "corpus/$name.csv"; } > "corpus/release/$name"
    number=$((number + 1))
done
# A table of one column, in which blank lines are rows.
{
    byte "${#specs[@]}"
    printf '\0\x03'
    cat <<'SPEC'
Release(privet: 1, unit: Row, adjacency: Replace, budget: (epsilon: "1", delta: "1e-9"),
    schema: [(name: "s", kind: Categorical(["F", "M"]), missing: [""])])
SPEC
    printf '\0s\nF\n\nM\r\n\r\n\r\r""\n'
} > corpus/table_text/one-column

# Models and records as the program writes them.
privet() {
    if [ -n "${PRIVET:-}" ]; then "$PRIVET" "$@"; else cargo run --quiet --release --bin privet -- "$@"; fi
}
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
number=0
for name in "${specs[@]}"; do
    (cd .. && privet release "fuzz/specs/$name.ron" --data "fuzz/corpus/$name.csv" \
        --out "$made/$name" --quiet > /dev/null)
    cp "$made/$name/model.ron" "corpus/model_file/$name"
    cp "$made/$name/record.json" "corpus/record_file/$name"
    # The second kind of input (src of the targets): the spec's number, and no change yet.
    { printf '\xff\xff\xff\xff'; byte "$number"; } | tee "corpus/model_file/changed-$name" \
        > "corpus/record_file/changed-$name"
    number=$((number + 1))
    rm "corpus/$name.csv"
done
