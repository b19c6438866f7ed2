#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# fairlead monitor serve over a Redis Cluster of six nodes: nodes killed, slots moved under load, replicas behind.
# python3-redis is Debian's, so it is Debian's Python that runs.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
export ASAN_OPTIONS=detect_leaks=0 # a server that does not start ends as it is
exec /usr/bin/python3 tests/monitor/serve/cluster.py
