#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# The numbers that extracted code computes with, against Coq's definitions.
exec "$(dirname "$0")/../../_build/default/tests/lang/numbers/compare_numbers.exe"
