#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Assignments are printed as the trees that are proved, but for the kinds that it counts; a mistake in what prints them
# is refused when it compiles.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec _build/default/tests/control/statements_test.exe tests/control/assignments.fl tests/layout/programs.fl \
  tests/emit/*.fl tests/lang/good/everything.fl examples/*/*.fl bench/functions/*.fl tls/clean/connection.fl \
  tls/clean/handshake_client.fl monitor/clean/verify.fl monitor/serve/clean/serve.fl
