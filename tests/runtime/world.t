#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The loop's limits and time-outs, to the byte and the millisecond of a clock that the test moves.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
gcc -std=c11 -g -O1 -Wall -Wextra -Wconversion -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
  -Iruntime -Wl,--wrap=clock_gettime,--wrap=epoll_wait,--wrap=sendmsg,--wrap=sendfile,--wrap=accept4 \
  tests/runtime/world.c ${RUNTIME:-runtime}/*.c -o "$work/world"
timeout 300 "$work/world"
