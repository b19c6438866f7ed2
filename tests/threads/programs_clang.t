#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: another compiler
# Feature programs: clang -O2.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=clang
programs "clang" -O2
done_testing
