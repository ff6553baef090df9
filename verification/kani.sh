#!/usr/bin/env bash
# Runs the proofs and compares them with the committed list: verification/kani.sh [--quick]
#
# Kani passes with an unmet cover, and with no harness at all; so this fails unless every harness
# of harnesses.txt was run and SUCCESSFUL, none is missing or extra, and the number of covers, all
# satisfied, is the committed one. --quick runs those marked `quick`, and still compares the list.
set -euo pipefail
cd "$(dirname "$0")/.."

list=verification/harnesses.txt
filters=()
kinds='quick|full'
case ${1:-} in
    '') ;;
    --quick)
        kinds='quick'
        filters=(--exact)
        while read -r name; do
            filters+=(--harness "$name")
        done < <(awk '!/^#/ && $3 == "quick" { print $1 }' "$list")
        ;;
    *)
        echo "usage: verification/kani.sh [--quick]" >&2
        exit 2
        ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What there is, whether it is run or not.
(cd verification && cargo kani list -Z stubbing --format json) > "$work/list.log" 2>&1 \
    || { cat "$work/list.log" >&2; exit 1; }
mv verification/kani-list.json "$work/"
grep -oE '"[A-Za-z0-9_]+(::[A-Za-z0-9_]+)+"' "$work/kani-list.json" | tr -d '"' | sort > "$work/there"
awk '!/^#/ { print $1 }' "$list" | sort > "$work/committed"
if ! diff "$work/committed" "$work/there" > "$work/difference"; then
    echo "the harnesses differ from $list (< committed only, > there only):" >&2
    cat "$work/difference" >&2
    exit 1
fi

status=0
cargo kani -p privet-verification --output-format terse -j 2 -Z unstable-options -Z stubbing \
    --harness-timeout 900s ${filters[@]+"${filters[@]}"} 2>&1 | tee "$work/log" || status=$?

# A result belongs to the harness that its thread was checking last.
awk -v kinds="^($kinds)$" '
    FNR == NR {
        if ($0 !~ /^#/ && $3 ~ kinds) covers[$1] = $2
        next
    }
    {
        thread = "0"
        if (match($0, /^Thread [0-9]+: /)) {
            thread = substr($0, 8, RLENGTH - 9)
            $0 = substr($0, RLENGTH + 1)
            current = checking[thread]
        }
    }
    /^Checking harness / {
        name = $3
        sub(/\.\.\.$/, "", name)
        checking[thread] = name
        current = name
        next
    }
    / cover properties satisfied/ { met[current] = $2; found[current] = $4 }
    /^VERIFICATION:- / { verdict[current] = verdict[current] $2 }
    END {
        for (name in covers) {
            total += 1
            if (verdict[name] != "SUCCESSFUL")
                complain(name, verdict[name] == "" ? "was not run" : "is " verdict[name])
            else if (found[name] + 0 != covers[name])
                complain(name, "has " found[name] + 0 " covers, the list says " covers[name])
            else if (met[name] + 0 != covers[name])
                complain(name, "meets only " met[name] + 0 " of " covers[name] " covers")
        }
        for (name in verdict)
            if (!(name in covers)) complain(name, "was run but is not on the list")
        if (total == 0) complain("the list", "names no harness")
        if (!failed) print "kani: " total " harnesses successful, all covers met"
        exit failed
    }
    function complain(name, what) {
        print "kani: " name " " what > "/dev/stderr"
        failed = 1
    }
' "$list" "$work/log" || status=1

exit "$status"
