#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve over a Redis Cluster that leads it to what else listens on its own machine.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
export ASAN_OPTIONS=detect_leaks=0 # servers are killed
exec python3 tests/monitor/serve/cluster_led.py
