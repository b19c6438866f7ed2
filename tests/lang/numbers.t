#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The numbers that extracted code computes with, against Coq's definitions.
exec "$(dirname "$0")/../../_build/default/tests/lang/numbers/compare_numbers.exe"
