#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Programs that are in order: the whole language, and every example.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
PATH="$PWD/bin:$PATH"
while read -r f; do ok "$f" fairlead check "$f"; done < <(find tests/lang/good examples -name '*.fl' | sort)
ok "docs/grammar.md is that of the parser" tools/grammar --check
# A program of 10,000 lines, and a coroutine with 2,000 suspension points.
big=$(mktemp -d)
trap 'rm -rf "$big"' EXIT
tests/lang/generate_big 10000 >"$big/big.fl"
tests/lang/generate_big suspensions 2000 >"$big/suspensions.fl"
ok "10,000 lines in less than 5 seconds and 200 MB" bash -c "ulimit -t 5; ulimit -v 600000; fairlead check $big/big.fl"
ok "2,000 suspension points" bash -c "ulimit -t 5; fairlead check $big/suspensions.fl"
done_testing
