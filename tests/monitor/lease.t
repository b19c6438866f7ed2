#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The lease of `serve --standby` by itself (monitor/serve/lease_trusted.c).
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -std=c11 -Wall -Wextra -Werror -O1 -fsanitize=address,undefined -Imonitor/serve tests/monitor/serve/lease.c \
  monitor/serve/lease_trusted.c -o "$work/lease"
"$work/lease"
