#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Runs docs/tutorial.md: saves its programs, executes its commands in order, compares the outputs it shows.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PWD/bin:$PATH"
exec python3 tests/docs/run_blocks.py docs/tutorial.md
