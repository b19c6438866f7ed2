#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# From Gallina to C: bytes at an index.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/to_c/runs.sh

programs=(sum each last_of digits)
is "bytes at an index, in loops and after suspensions: the theorems, closed" \
  "$(printf 'the theorem %s_compiled, closed under the global context\n' "${programs[@]}" | sort)" \
  "$(bin/fairlead derive --main --vo -o "$work" tests/derive/to_c/octets.v 2>/dev/null | sed 's/^[^:]*: .*: //' | sort)"
compare octets 12 "${programs[@]}"
done_testing
