#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# An anchor command: VAULT read|write. Keeps it in VAULT/anchor, and misbehaves as the files beside say.
vault=$1 verb=$2
[ ! -e "$vault/fail" ] || exit 1
if [ -e "$vault/slow" ]; then sleep "$(cat "$vault/slow")"; fi
while [ "$verb" = write ] && [ -e "$vault/hang" ]; do sleep 0.05; done
case $verb in
  read) cat "$vault/anchor" 2>/dev/null || : ;;
  write)
    cat >"$vault/said.$$"
    head -4 "$vault/said.$$" >"$vault/new.$$"
    tail -n +5 "$vault/said.$$" >"$vault/before.$$"
    touch "$vault/anchor"
    cmp -s "$vault/new.$$" "$vault/anchor" || cmp -s "$vault/before.$$" "$vault/anchor" || exit 1
    mv "$vault/new.$$" "$vault/anchor"
    echo >>"$vault/writes"
    rm -f "$vault/said.$$" "$vault/before.$$"
    [ ! -e "$vault/deaf" ] || { rm "$vault/deaf"; exit 1; }
    ;;
esac
