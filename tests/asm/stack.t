#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The checker of the stack: right claims are accepted, and refused as soon as one of them says more than is so; and
# for each of its rules, code that only this rule refuses.
exec "$(dirname "$0")/../../_build/default/tests/asm/stack/stack_test.exe"
