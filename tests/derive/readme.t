#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: asks Coq
# README.md: what Coq says of the Gallina example. That it is the file: tests/docs/readme.t.
cd "$(dirname "$0")/../.." || exit 1
export PATH="$PWD/bin:$PATH"
exec python3 tests/docs/readme_blocks.py README.md examples/readme --coq
