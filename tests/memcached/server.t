#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The memcached example under sanitizers, against tests/memcached/client_test.py.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
examples/memcached/build "$work" gcc -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
python3 tests/memcached/client_test.py "$work/server"
