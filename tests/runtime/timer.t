#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
strict="-std=c11 -g -O1 -Wall -Wextra -Wconversion -Werror -fsanitize=address,undefined -fno-sanitize-recover=all"
# shellcheck disable=SC2086
ok "the wheel compiles without a warning" gcc $strict -Iruntime tests/runtime/timer_model.c runtime/fl_timer.c -o "$out/model"
for seed in 1 2 3; do
  ok "the wheel agrees with the model, seed $seed" "$out/model" $seed
done
done_testing
