#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Feature programs with stacks: marks expand to nothing, and spawns alone are translated. The oracle of the others.
. "$(dirname "$0")/programs.sh"
export FLCC_CC=gcc
programs "erased" --erased -w -O0
done_testing
