#!/bin/sh
# Run a command in an environment that holds what every machine has, what package clients need, and what the checks are
# told. A check that needs any other variable passes on one machine only.
#
#   scripts/bare.sh make test
set -eu
clients='http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE'
pip=$(env | sed -n 's/^\(PIP_[A-Z_]*\)=.*/\1/p')
checks='CI CHROMIUM PLAYWRIGHT_BROWSERS_PATH NGINX_PLACE POSTGRES_PLACE HYPOTHESIS_PROFILE HYPOTHESIS_EXAMPLES'
for name in HOME PATH LANG $clients $pip $checks; do
    if value=$(printenv "$name"); then set -- "$name=$value" "$@"; fi
done
exec env -i "$@"
