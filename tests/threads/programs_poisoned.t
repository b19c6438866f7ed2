#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: the programs of programs_gcc.t once more, each call as one that suspends
# Feature programs: every call takes the way of a suspension, and slots that hold nothing are overwritten.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
programs "poisoned" --poison -O1
done_testing
