#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# README.md: its examples are the files in examples/readme, and its consoles show what the commands print (the one that
# asks Coq: tests/derive/readme.t).
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
export PATH="$PWD/bin:$PATH"
exec python3 tests/docs/readme_blocks.py README.md examples/readme
