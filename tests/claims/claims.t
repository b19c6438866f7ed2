#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: coqchk goes over all proofs
# Every claim rests on the assumptions that its golden file names, Coq's independent checker agrees, and the style holds.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
ok "assumptions and coqchk" tools/claims
ok "tidy" tools/tidy
done_testing
