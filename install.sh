#!/bin/sh
# Installs the built program `privet` for the user who runs this, and nothing else: see `usage` below.
set -eu

# Written by `.ci/gather` into the copy that belongs to a release. Without them PRIVET_FROM says where from.
version=''
base=''

usage() {
    cat <<'END'
Installs the program privet for you alone: no root, no change to your shell's profile.

usage: sh install.sh [--to FOLDER]

  --to FOLDER   where the program goes; ~/.local/bin if not said. A privet that is there is replaced.
  --help        this text

PRIVET_FROM=PLACE takes the archive and its checksum from a folder (a path, or file:PATH) or from another
https: address instead of the release's own. Nothing is unpacked before its SHA-256 is that of the list.
END
}

# The whole script is read before any of it runs: a download that was cut off does nothing.
main() {
    to=''
    while [ $# -gt 0 ]; do
        case $1 in
            --help | -h) usage; exit 0 ;;
            --to)
                [ -n "${2:-}" ] || fail "--to needs a folder" "sh install.sh --help"
                to=$2; shift ;;
            *) fail "\`$1\` is not understood" "sh install.sh --help" ;;
        esac
        shift
    done
    if [ -z "$to" ]; then
        [ -n "${HOME:-}" ] || fail "HOME is not set" "say where the program goes with --to FOLDER"
        to=$HOME/.local/bin
    fi
    case $to in /*) ;; *) to=$PWD/$to ;; esac
    [ ! -d "$to/privet" ] || fail "$to/privet is a folder" "choose another place with --to FOLDER"

    from=${PRIVET_FROM:-$base}
    case $from in
        '') fail "this copy of the installer belongs to no release" "say with PRIVET_FROM=FOLDER where the archive is" ;;
        file://*) from=${from#file://} ;;
        file:*) from=${from#file:} ;;
        https://*) ;;
        *://*) fail "$from is no https: address" "PRIVET_FROM is a folder or begins with https://" ;;
    esac
    case $from in https://* | /*) ;; *) from=$PWD/$from ;; esac
    find_target

    work='' new='' made=''
    trap clean EXIT
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
    work=$(mktemp -d "${TMPDIR:-/tmp}/privet-install-XXXXXX") \
        || fail "no temporary folder can be made" "set TMPDIR to a folder with space"

    fetch_sums
    choose_archive
    fetch "$archive"
    got=$(digest "$work/$archive")
    [ "$got" = "$listed" ] || fail "the SHA-256 of $archive is $got, and the list says $listed; nothing was unpacked" \
        "download it again; if that does not help, do not use it, and tell whoever offers it"

    # The one file that is wanted, whatever else there is.
    folder=${archive%.tar.gz}
    if ! tar -xzf "$work/$archive" -C "$work" "$folder/privet" || [ -L "$work/$folder/privet" ]; then
        fail "$archive holds no program" "tell whoever offers it"
    fi
    place
}

# Which archive is for this machine.
find_target() {
    system=$(uname -s) machine=$(uname -m)
    # A shell that Rosetta translates takes its machine for another.
    if [ "$system $machine" = 'Darwin x86_64' ] && [ "$(sysctl -n sysctl.proc_translated 2> /dev/null || true)" = 1 ]; then
        machine=arm64
    fi
    case "$system $machine" in
        'Linux x86_64' | 'Linux amd64') target=x86_64-unknown-linux-musl ;;
        'Linux aarch64' | 'Linux arm64') target=aarch64-unknown-linux-musl ;;
        'Darwin x86_64') target=x86_64-apple-darwin ;;
        'Darwin arm64') target=aarch64-apple-darwin ;;
        MINGW* | MSYS* | CYGWIN*) fail "this is for Linux and macOS" "on Windows use install.ps1, in PowerShell" ;;
        *) fail "there is no built program for $system on $machine" \
            "build it, with Rust (https://rustup.rs) and a C compiler, in a clone: cargo install --locked --path cli" ;;
    esac
}

# The list of checksums: a release has one; a folder that `.ci/package` wrote to has one file for each archive.
fetch_sums() {
    case $from in
        https://*) fetch SHA256SUMS ;;
        *)
            [ -d "$from" ] || fail "$from is not a folder" "PRIVET_FROM names the folder that holds the archive"
            if [ -f "$from/SHA256SUMS" ]; then
                fetch SHA256SUMS
            else
                cat "$from"/privet-*.sha256 > "$work/SHA256SUMS" 2> /dev/null \
                    || fail "$from holds neither SHA256SUMS nor an archive's .sha256" "download it with the archive"
            fi ;;
    esac
}

# The archive's name, and the checksum that it must have: the one line of the list that is for this machine.
choose_archive() {
    archive='' listed=''
    while read -r sum name; do
        name=${name#\*} # before names of files that were read as bytes
        # shellcheck disable=SC2254 # without a version any will do
        case $name in
            */*) ;;
            privet-${version:-*}-"$target".tar.gz)
                [ -z "$archive" ] || fail "the list has more than one privet for $target" "keep one of them"
                archive=$name listed=$sum ;;
        esac
    done < "$work/SHA256SUMS"
    [ -n "$archive" ] || fail "the list of checksums has no privet${version:+ $version} for $target" \
        "build it from source, in a clone: cargo install --locked --path cli"
}

fetch() {
    case $from in
        https://*) download "$from/$1" "$work/$1" ;;
        *) cp "$from/$1" "$work/$1" ;;
    esac || fail "$1 cannot be had from $from" "download it by hand into a folder, and name that with PRIVET_FROM=FOLDER"
}

download() {
    if command -v curl > /dev/null; then
        curl --fail --silent --show-error --location --proto '=https' --tlsv1.2 --output "$2" "$1"
    elif command -v wget > /dev/null; then
        wget -q -O "$2" "$1"
    else
        echo "neither curl nor wget is here" >&2
        false
    fi
}

digest() {
    if command -v sha256sum > /dev/null; then
        sum=$(sha256sum < "$1")
    elif command -v shasum > /dev/null; then
        sum=$(shasum -a 256 < "$1")
    elif command -v openssl > /dev/null; then
        sum=$(openssl dgst -sha256 -r < "$1")
    else
        fail "the checksum cannot be computed, so nothing is installed" "install sha256sum, shasum or openssl"
    fi
    echo "${sum%%[!0-9a-f]*}"
}

# Copied beside its place and tried there, then renamed: at every moment there is the old program or the new one.
place() {
    if [ ! -d "$to" ]; then
        mkdir -p "$to" || fail "$to cannot be made" "choose another place with --to FOLDER"
        made=$to
    fi
    new=$(mktemp "$to/.privet-XXXXXX") || fail "$to cannot be written to" "choose another place with --to FOLDER"
    { cp "$work/$folder/privet" "$new" && chmod 755 "$new"; } \
        || fail "$to cannot be written to" "make room there, or choose another place with --to FOLDER"
    said=$("$new" --version) || fail "the program does not run on this machine; nothing was installed" \
        "build it from source, in a clone: cargo install --locked --path cli"
    mv -f "$new" "$to/privet" || fail "$to/privet cannot be replaced" "choose another place with --to FOLDER"
    new='' made=''

    echo "Installed: $to/privet ($said, $target; its checksum is that of the list)"
    case ":$PATH:" in
        *":$to:"*) echo "Try it:    privet demo" ;;
        *)
            echo "Not on your PATH: add this line to your shell's profile, or name the program in full."
            echo "  export PATH=\"$to:\$PATH\"" ;;
    esac
    echo "Manual pages and completions: privet man --help, privet completions --help"
}

# What is wrong, and what to do.
fail() {
    printf 'error: %s\nhelp: %s\n' "$1" "$2" >&2
    exit 2
}

clean() {
    [ -z "$work" ] || rm -rf "$work"
    [ -z "$new" ] || rm -f "$new"
    [ -z "$made" ] || rmdir "$made" 2> /dev/null || true
}

main "$@"
