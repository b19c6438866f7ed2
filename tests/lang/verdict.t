#!/usr/bin/env bash
# What the verified checkers refuse is not compiled.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec _build/default/tests/lang/verdict/verdict_test.exe
