#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: sanitizers
# Feature programs under AddressSanitizer and UndefinedBehaviorSanitizer, each frame a block of its own.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
sanitizers="-fsanitize=address,undefined -fno-sanitize-recover=all"
# shellcheck disable=SC2086
sanitized_runtime gcc -O1 $sanitizers
# shellcheck disable=SC2086
programs "gcc, sanitized" -O1 $sanitizers
done_testing
