#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: the programs of programs_gcc.t once more, in parts
# Feature programs, each function taken apart as one with thousands of calls is: two calls to a function of C.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
programs "in parts" --parts -O1
done_testing
