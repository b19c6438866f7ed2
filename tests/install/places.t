#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Each file that `make install` copies is in a Debian package: the packages themselves are made in the last tier
# (deb.t), where a file that somebody forgot would be found an hour later.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
ok "each installed file has a package" eval 'tools/deb --places >"$work/places"'
ok "there are some" test "$(wc -l <"$work/places")" -gt 100
client='(include/fairlead/fl_(proof|request)\.h|share/fairlead/python/fairlead_(receipts|signed)\.py)'
is "what a client includes, and imports, is in libfairlead-dev" "4" \
  "$(grep -cE "^libfairlead-dev +$client\$" "$work/places")"
forgets=$(sed 's,| share/fairlead/python/\*,,' tools/deb) status=0
bash -c "$forgets" tools/deb --places >"$work/out" 2>"$work/said" || status=$?
none='deb: share/fairlead/python/fairlead_%s.py is in no package: name it in tools/deb'
is "those that the table forgets are named" "1
$(printf "$none\n" receipts signed)" "$status
$(grep ^deb: "$work/said")"
done_testing
