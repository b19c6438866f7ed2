#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The frame layouts of real programs are accepted by the verified checker, and what
# would lose a variable is refused.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec _build/default/tests/layout/layout_test.exe tests/layout/programs.fl \
  examples/popl/*.fl bench/switch/*.fl examples/http/http.fl examples/memcached/memcached.fl tls/clean/connection.fl
