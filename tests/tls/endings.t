#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all: sanitized
# The HTTPS example under sanitizers when it shuts down, and when there are more clients than places.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tls/common.sh
cp -r examples/http/site "$work/site"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 \
  -subj /CN=localhost 2>/dev/null
sanitized_server
python3 tests/tls/endings_test.py "$work/server" "$work/site" "$work/cert.pem" "$work/key.pem"
