#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What the verified checkers refuse is not compiled.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec _build/default/tests/lang/verdict/verdict_test.exe
