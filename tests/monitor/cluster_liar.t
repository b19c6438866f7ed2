#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: three clusters are started, and one of them lies for a while
# fairlead monitor serve over a Redis Cluster that asks for a password and speaks TLS, and over one
# of which a node lies. `LIES=10000' is a long run.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
export ASAN_OPTIONS=detect_leaks=0 # a server that does not start ends as it is
exec python3 tests/monitor/serve/cluster_liar.py
