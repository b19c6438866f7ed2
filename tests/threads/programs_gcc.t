#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Feature programs: gcc -O2.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
programs "gcc" -O2
done_testing
