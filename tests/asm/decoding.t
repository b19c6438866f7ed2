#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What is read of an assembly file is what its bytes decode to, by the proved decoder's function: all forms of the
# model pass, and what is read wrongly, as a mistake in the tables of mnemonics would read it, is refused.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec _build/default/tests/asm/decoding/decoding_test.exe
