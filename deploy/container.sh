#!/bin/sh
# What the container does: bring the database to this version, and serve; with arguments, what manage.py does with them. The
# secret is made once, beside the database.
set -eu
python=.venv/bin/python
if [ -z "${HEATSITE_SECRET_KEY:-}" ]; then
    key=${HEATSITE_DB%/*}/secret.key
    [ -s "$key" ] || (umask 077 && "$python" -c 'import secrets; print(secrets.token_urlsafe(48))' >"$key")
    HEATSITE_SECRET_KEY=$(cat "$key")
    export HEATSITE_SECRET_KEY
fi
[ $# -eq 0 ] || exec "$python" manage.py "$@"
"$python" manage.py prepare
exec .venv/bin/daphne -b 0.0.0.0 -p "${PORT:-8000}" heatsite.asgi:application
