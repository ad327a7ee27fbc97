#!/bin/sh
# Install what the checks need of the system, unless it is there: Python's module venv, a browser with fonts, GNU gettext,
# Redis, PostgreSQL and nginx. The tests start their own servers of them, and so does `make cluster`.
#
#   scripts/system.sh            before .venv is made: packages of Debian and Ubuntu
#   scripts/system.sh browser    after that: the browser that Playwright brings, where the system has no package of one
#   scripts/system.sh make       make itself, too
#   scripts/system.sh cluster    only what `make cluster` needs besides .venv: Redis, PostgreSQL, nginx
#
# As root, or where sudo asks for no password. Otherwise, with SYSTEM=no and on other systems it says what to run.
set -eu
case $0 in */*) cd -- "${0%/*}/.." ;; *) cd .. ;; esac
. scripts/python.sh

task=${1:-}
wanted=''

has() { command -v "$1" >/dev/null 2>&1; }
is_there() { [ -e "$1" ]; }
stop() {
    printf '\n%s\n' "$1" >&2
    exit 1
}

# Where .venv is, or PYTHON names an interpreter, scripts/setup.sh judges it.
want_python() {
    if [ -x .venv/bin/python ] || [ -n "${PYTHON:-}" ]; then return; fi
    for python in $PYTHONS; do
        if new_enough "$python"; then
            if makes_venvs "$python"; then return; fi
            bare=${bare:-"$python-venv"}
        fi
    done
    wanted="$wanted ${bare:-python3 python3-venv}"
}

# The names as in tests/browser.py.
has_browser() {
    [ -n "${CHROMIUM:-}" ] || has chromium-headless-shell || has chromium || has chromium-browser || has_playwrights
}
has_playwrights() { is_there "${PLAYWRIGHT_BROWSERS_PATH:-${HOME:-}/.cache/ms-playwright}"/chromium-*; }
has_fonts() { if has fc-list; then fc-list | grep -qi liberation; else [ "$(uname -s)" = Darwin ]; fi; }
has_nginx() { has nginx || is_there "${NGINX_PLACE:-/usr/sbin}"/nginx; }
has_postgres() { has pg_ctl || is_there "${POSTGRES_PLACE:-/usr/lib/postgresql}"/*/bin/pg_ctl; }

look() {
    wanted=''
    [ "$task" != make ] || has make || wanted=' make'
    want_python
    if [ "$task" != cluster ]; then
        has_browser || wanted="$wanted chromium-headless-shell"
        has_fonts || wanted="$wanted fontconfig fonts-liberation"
        { has xgettext && has msgmerge; } || wanted="$wanted gettext"
    fi
    has redis-server || wanted="$wanted redis-server"
    has_postgres || wanted="$wanted postgresql"
    has_nginx || wanted="$wanted nginx-light"
}

# Sets `sudo` to what makes a command root's; fails where nothing does.
may_install() {
    sudo=''
    [ "${SYSTEM:-yes}" != no ] || return 1
    [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null && sudo='sudo -n'; }
}

run() {
    log=${log:-$(mktemp)}
    trap 'rm -f "$log"' EXIT
    $sudo env DEBIAN_FRONTEND=noninteractive "$@" >"$log" 2>&1 </dev/null || {
        tail -n 6 "$log" >&2
        stop "This did not work; the reason stands above:  $*"
    }
}

# Ubuntu has chromium as a snap only, which does not run everywhere: `scripts/system.sh browser` sees to it.
leave_out_what_apt_lacks() {
    case $wanted in *chromium-headless-shell*)
        if apt-cache show make >/dev/null 2>&1 && ! apt-cache show chromium-headless-shell >/dev/null 2>&1; then
            wanted=$(echo "$wanted" | sed 's/ chromium-headless-shell//')
        fi ;;
    esac
}

install_packages() {
    has apt-get || stop "The checks need these (by their names on Debian), please install them:$wanted"
    if ! may_install; then
        leave_out_what_apt_lacks
        [ -n "$wanted" ] || return 0
        stop "The checks need more of this system, please run:  sudo apt-get install --no-install-recommends$wanted"
    fi
    echo "Installing what the checks need of this system (once; SYSTEM=no forbids it):$wanted"
    run apt-get update -qq
    leave_out_what_apt_lacks
    # shellcheck disable=SC2086 # the words are packages
    [ -z "$wanted" ] || run apt-get install -y -qq --no-install-recommends $wanted
}

install_browser() {
    playwright='.venv/bin/python -m playwright'
    may_install || stop "The checks need a browser, please run:  sudo $playwright install-deps chromium && $playwright install chromium"
    echo 'Downloading a browser for the checks (once; SYSTEM=no forbids it): this system has no package of one'
    # shellcheck disable=SC2086 # a command with its words
    run $playwright install-deps chromium
    sudo=''
    # shellcheck disable=SC2086
    run $playwright install chromium
}

case $task in
browser) has_browser || install_browser ;;
*)
    look
    [ -z "$wanted" ] || install_packages
    ;;
esac
