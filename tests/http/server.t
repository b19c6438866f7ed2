#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The HTTP example under sanitizers, against tests/http/client_test.py.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r examples/http/site "$work/site"
examples/http/build "$work" gcc -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
  -Wl,--wrap=clock_gettime,--wrap=epoll_wait tests/runtime/clock.c
python3 tests/http/client_test.py "$work/server" "$work/site"
