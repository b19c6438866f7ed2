#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# A mistake in any place where the frame planner computes sizes, offsets or alignments is refused by the verified checker.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec _build/default/tests/layout/planner_test.exe tests/layout/harmless.txt \
  tests/layout/programs.fl examples/popl/*.fl examples/http/http.fl examples/memcached/memcached.fl tls/clean/connection.fl
