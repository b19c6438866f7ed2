#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What a store's process could do if its file or its Redis took it over; and what whoever has the store's folder can
# have it, the server, an import and an export do before that, by what lies there in the place of their files.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
ok "it is compiled" gcc -std=c11 -Wall -Wextra -Werror -O2 -Imonitor/store tests/monitor/serve/sandbox.c \
  monitor/store/sandbox.c -lpthread -o "$work/sandbox"
chmod 755 "$work"
alone() { "$work/sandbox" "$@" >"$work/said"; local s=$?; grep '^#\|^not' "$work/said"; return $s; }
ok "in its sandbox a process has what is open, and nothing else" alone
if [ "$(id -u)" = 0 ]; then
  ok "and as another user" alone nobody
  ok "by number" alone 4711
  ok "not as root" bash -c '! "$1" root >/dev/null && ! "$1" 0 >/dev/null' _ "$work/sandbox"
  ok "not as nobody knows whom" bash -c '! "$1" no-such-user >/dev/null && ! "$1" 12x >/dev/null' _ "$work/sandbox"
else
  ok "as another user # SKIP not root" true
fi
. tests/monitor/serve/built.sh
built
ok "links, pipes, devices and other files' names in the store's folder: nothing is touched" \
  python3 tests/monitor/serve/planted.py
done_testing
