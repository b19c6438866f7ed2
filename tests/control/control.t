#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# A mistake in what prints control is refused by the verified check, whatever the program does when it runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec _build/default/tests/control/control_test.exe tests/control/returns.fl tests/layout/programs.fl \
  tests/emit/conditions.fl examples/popl/*.fl bench/switch/*.fl examples/http/http.fl \
  examples/memcached/memcached.fl tls/clean/connection.fl
