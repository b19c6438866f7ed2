#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Several fairlead monitor serve that share out all keys (--cluster): clients of Redis Cluster, what each server
# refuses, files that are none, and stores that were made for other slots. python3-redis is Debian's, so it is Debian's
# Python that runs.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
export ASAN_OPTIONS=detect_leaks=0
exec /usr/bin/python3 tests/monitor/serve/sharded.py
