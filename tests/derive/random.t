#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# From Gallina to C: random programs (random/programs.py). All have a proof, and C and Gallina do the same.
# FUZZ_SEED=7 takes others; `make fuzz-derive N=100` many.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
first=${FUZZ_SEED:-1}
ok "programs $first to $((first + 1)): the theorems, and the C beside what Coq computes" \
  tests/derive/random/compare "$work" "$first" $((first + 1))
done_testing
