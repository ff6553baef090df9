#!/usr/bin/env bash
# Runs the proofs and compares them with the committed list.
#
#   verification/kani.sh            quick and full: 40 minutes on two cores, no proof above ten
#   verification/kani.sh --quick    what `.ci/run` does: eight minutes
#   verification/kani.sh --wide     the same claims at larger widths, which take up to four hours
#   ... --stale                     of these only what `stale.py` calls stale
#   ... --write                     notes what was found, with times, today's date and what it covers, in PROOFS.md
#
# Kani passes with an unmet cover, and with no harness at all; so this fails unless every harness
# of harnesses.txt was run and SUCCESSFUL, none is missing or extra, and the number of covers, all
# satisfied, is the committed one. A part of the sets is run, but the whole list is compared.
set -euo pipefail
cd "$(dirname "$0")/.."

list=verification/harnesses.txt
kinds='quick full' seconds=600 stale=false write=false
for argument in "$@"; do
    case $argument in
        --quick) kinds='quick' ;;
        --wide) kinds='wide' seconds=14400 ;;
        --stale) stale=true ;;
        --write) write=true ;;
        *)
            echo "usage: verification/kani.sh [--quick | --wide] [--stale] [--write]" >&2
            exit 2
            ;;
    esac
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v kinds=" $kinds " '!/^#/ && index(kinds, " " $3 " ")' "$list" > "$work/asked"
if $stale; then
    python3 verification/stale.py --names | grep -wFf - "$work/asked" > "$work/stale" || true
    mv "$work/stale" "$work/asked"
    [ -s "$work/asked" ] || { echo "kani: no proof of $kinds is stale"; exit; }
fi
filters=(--exact)
while read -r name _; do
    filters+=(--harness "$name")
done < "$work/asked"
# What the proofs of this run are about.
python3 verification/stale.py --digests > "$work/digests"

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
    --harness-timeout "${seconds}s" "${filters[@]}" 2>&1 | tee "$work/log" || status=$?

# A result belongs to the harness that its thread was checking last.
awk -v found_in="$work/found" '
    FNR == NR { covers[$1] = $2; kind[$1] = $3; next }
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
    /^Verification Time: / { took[current] = $3 + 0 }
    END {
        for (name in covers) {
            total += 1
            if (verdict[name] != "SUCCESSFUL")
                complain(name, verdict[name] == "" ? "was not run" : "is " verdict[name])
            else if (found[name] + 0 != covers[name])
                complain(name, "has " found[name] + 0 " covers, the list says " covers[name])
            else if (met[name] + 0 != covers[name])
                complain(name, "meets only " met[name] + 0 " of " covers[name] " covers")
            else
                printf "%s %s %d %.1f\n", name, kind[name], covers[name], took[name] > found_in
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
' "$work/asked" "$work/log" || status=1

if $write && [ "$status" = 0 ]; then
    page=verification/PROOFS.md
    cp "$page" "$work/before" 2> /dev/null || : > "$work/before"
    kani=$(cargo kani --version | grep -oE '[0-9.]+' | head -1) cbmc=$(cbmc --version) today=$(date +%F)
    {
        echo "# The last run of every proof"
        echo
        echo "Written by \`verification/kani.sh --write\`: a proof stands here because it was successful, with all its covers met. Seconds are of the wall, two proofs at a time. The digest is of what the proof covers, as \`verification/stale.py\` tells it: where it is another today, the proof is stale."
        echo
        # Proofs that this run left out keep their row, and sets their line.
        awk -v sets="${kinds// / and }" -v partly="$stale" -v took="$(((SECONDS + 59) / 60)) minutes on $(nproc) cores" \
            -v by="Kani $kani, CBMC ${cbmc%% *}, $today" -v date="$today" '
            FILENAME == ARGV[1] { digest[$1] = $2; next }
            FILENAME == ARGV[2] {
                row[$1] = "| `" $1 "` | " $2 " | " $3 " | " $4 " | " date " | `" digest[$1] "` |"
                next
            }
            FILENAME == ARGV[3] { if (!/^#/) order[++listed] = $1; next }
            match($0, /^- \*\*[a-z ]*/) { line[substr($0, 5, RLENGTH - 4)] = $0 }
            /^\| `/ { name = $2; gsub(/`/, "", name); if (!(name in row)) row[name] = $0 }
            END {
                if (partly == "false") line[sets] = "- **" sets "**: " took ", " by
                known = split("quick,quick and full,wide", set, ",")
                for (at = 1; at <= known; at++) if (set[at] in line) print line[set[at]]
                print "\n| proof | set | covers | s | date | digest |\n|---|---|---|---|---|---|"
                for (at = 1; at <= listed; at++) if (order[at] in row) print row[order[at]]
            }
        ' "$work/digests" "$work/found" "$list" "$work/before"
    } > "$work/after"
    mv "$work/after" "$page"
fi

exit "$status"
