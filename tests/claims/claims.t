#!/usr/bin/env bash
# Every claim rests on the assumptions that its golden file names, and the style holds. (make claims
# runs coqchk as well, which takes minutes.)
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
ok "assumptions" tools/claims --quick
ok "tidy" tools/tidy
done_testing
