#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# An anchor command for several servers: VAULT read|write. Keeps it in VAULT/anchor; fails while there is VAULT/fail,
# and to write while there is VAULT/full;
# what STANDBY_N reads comes late while there is VAULT/slow.STANDBY_N; that it has written, VAULT/late.STANDBY_N.
set -eu
vault=$1 verb=$2
[ "$verb" = read ] || cat >"$vault/said.$$"
exec 9>"$vault/lock"
flock 9
[ ! -e "$vault/fail" ] || exit 1
case $verb in
  read)
    cat "$vault/anchor" 2>/dev/null || :
    exec 9>&- # an answer may be on its way for long
    [ ! -e "$vault/slow.${STANDBY_N:-}" ] || sleep 0.5
    ;;
  write)
    [ ! -e "$vault/full" ] || exit 1
    head -4 "$vault/said.$$" >"$vault/new.$$"
    tail -n +5 "$vault/said.$$" >"$vault/before.$$"
    rm "$vault/said.$$"
    cat "$vault/anchor" >"$vault/now.$$" 2>/dev/null || :
    if cmp -s "$vault/new.$$" "$vault/now.$$"; then exit 0; fi
    cmp -s "$vault/before.$$" "$vault/now.$$" || exit 1
    mv "$vault/new.$$" "$vault/anchor"
    rm -f "$vault/before.$$" "$vault/now.$$"
    exec 9>&-
    [ ! -e "$vault/late.${STANDBY_N:-}" ] || sleep 0.5
    ;;
esac
