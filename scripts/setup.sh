#!/bin/sh
# Make .venv and install a file of locked requirements into it, unless that is done already.
#
#   scripts/setup.sh requirements.txt       what playing needs
#   scripts/setup.sh requirements-dev.txt   what the checks need (and playing, too)
#
# PYTHON names the interpreter; without it the first suitable one on the PATH is taken.
# Where something is missing, say what it is and how to get it: make's own last line says nothing.
set -eu
case $0 in */*) cd -- "${0%/*}/.." ;; *) cd .. ;; esac
. scripts/python.sh

lock=$1
needs='Heatsite needs Python 3.11 or newer'

stop() {
    { echo && printf '%s\n' "$@"; } >&2
    exit 1
}

choose_python() {
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- $PYTHONS
    fi
    wanted=$1 old='' bare=''
    for python in "$@"; do
        found=$(version "$python") || continue
        if ! new_enough "$python"; then
            old=${old:-"$python is $found"}
        elif ! makes_venvs "$python"; then
            bare=${bare:-"$python ($found)"}
        else
            return 0
        fi
    done
    if [ -n "$bare" ]; then
        stop "$bare cannot make virtual environments: its module venv or ensurepip is missing." \
            'On Debian and Ubuntu:  apt install python3-venv' \
            'Then run the same command again.'
    elif [ -n "$old" ]; then
        stop "$needs, but $old." \
            'Install a newer one beside it and name it:  make play PYTHON=python3.12'
    fi
    stop "$needs, and there is no working $wanted here." \
        'Debian, Ubuntu:  apt install python3 python3-venv' \
        'Fedora:          dnf install python3' \
        'macOS:           brew install python' \
        'If it has another name or place:  make play PYTHON=/path/to/python3'
}

usable() {
    new_enough .venv/bin/python && .venv/bin/python -m pip --version >/dev/null 2>&1 || return 1
    [ -z "${PYTHON:-}" ] || [ "$(version .venv/bin/python)" = "$(version "$PYTHON")" ]
}

make_venv() {
    choose_python
    echo "Making .venv with Python $found"
    "$python" -m venv --clear .venv || stop \
        "$python could not make .venv in this directory; the reason stands above." \
        'Is the directory writable, and is there room on the disk?'
}

install() {
    echo "Installing $lock (once, until it changes)"
    log=.venv/setup.log
    if PIP_USER=0 .venv/bin/python -m pip install --disable-pip-version-check --no-input \
        --require-hashes --requirement "$lock" >"$log" 2>&1; then
        return 0
    fi
    grep -v "^ *Expected " "$log" | tail -n 6 >&2
    said() { grep -Eiq "$1" "$log"; }
    if said 'do not match the hashes'; then
        why='A downloaded package is not the one that the lock names. Try again; if it stays so, do not install it.'
    elif said 'no space left'; then
        why='The disk is full.'
    elif said 'connection|network|temporary failure|timed out|proxyerror|sslerror|could not fetch url'; then
        why='The Python package registry could not be reached. Is there a network? Does pip know of your proxy?'
    elif said 'no matching distribution'; then
        why='The package registry that pip is set up with lacks a package, or has none for this Python.'
    else
        why='pip could not install it.'
    fi
    stop "$lock was not installed." "$why" "All that pip said is in $log."
}

[ -f "$lock" ] || stop "There is no $lock here. It belongs to the repository."
usable || make_venv
if ! cmp -s "$lock" ".venv/installed-$lock"; then
    install
    # The development lock holds the other one's packages at the same versions.
    [ "$lock" = requirements.txt ] || cp requirements.txt .venv/installed-requirements.txt
    cp "$lock" ".venv/installed-$lock"
fi
