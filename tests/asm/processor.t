#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Which processor a result is from: what is made of CPUID.
exec "$(dirname "$0")/../../_build/default/tests/asm/processor/processor_test.exe"
