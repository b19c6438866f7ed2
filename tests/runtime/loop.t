#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
gcc -std=c11 -g -O1 -Wall -Wextra -Wconversion -Werror -fsanitize=address,undefined -fno-sanitize-recover=all \
  -Iruntime tests/runtime/echo_server.c ${RUNTIME:-runtime}/*.c -o "$out/server"
python3 tests/runtime/loop_client.py "$out/server"
