#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all: sanitized
# Keys and certificate chains that are damaged, or not closed to others: the HTTPS example says what is wrong and where.
# (tests/derive/tls.t asks the derived server the same.)
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tls/common.sh
sanitized_server
tests/tls/identity "$work"
python3 tests/tls/pem_test.py "$work/server" "$work"
