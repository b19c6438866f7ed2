#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# The host library in its other modes: several threads of the monitor, each with a part of the tree; records that come
# and go by Blum. What host.t asks, and: where what is said of the records of Blum is a lie, nothing is certified after
# it. `FUZZ_N=2000 FUZZ_SEED=7' tells more lies.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/host/built.sh
temporary_folder
seed=${FUZZ_SEED:-1}

ours=(monitor/store/walk.c tests/monitor/host/host.c tests/monitor/host/lying_store.c)
sources=("${ours[@]}" "${host[@]}")
flags=(-std=c11 -Wall -Wextra -Werror -Wconversion -g -Imonitor/host -Imonitor/store -Imonitor -Imonitor/gen
  -Itests/monitor/host)
ok "gcc compiles it" gcc "${flags[@]}" -O2 "${sources[@]}" -lcrypto -lpthread -o "$work/host"
ok_long "clang compiles it, with sanitizers" \
  clang "${flags[@]}" -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
  "${sources[@]}" -lcrypto -lpthread -o "$work/checked"
audited() {
  "$work/host" honest "$seed" 1000 "$work/log" || return 1
  bin/fairlead monitor verify --slots 512 --depth 256 "$work"/log* >"$work/said" || return 1
  rm -f "$work"/log*
  grep -qx 'certified up to epoch [0-9]*' "$work/said"
}
for configuration in merkle:4 hybrid:1 hybrid:3 blum:2; do
  export MODE=${configuration%:*} THREADS=${configuration#*:}
  about="$MODE, $THREADS thread$([ "$THREADS" = 1 ] || echo s)"
  ok "$about: answers, epochs, seals and restarts" "$work/host" honest "$seed" 5000
  KEYS=short ok_long "$about: keys that are their own places, with sanitizers" "$work/checked" honest "$seed" 400
  ok "$about: every answer in its logs is certified by the model" audited
  ok "$about: lies of the store" "$work/host" lies "$seed" "$(sized 60 100)"
  [ "$MODE" = merkle ] && continue
  ok "$about: lies about what is in Blum, none certified" "$work/host" tamper "$seed" "${FUZZ_N:-$(sized 16 48)}"
  KEYS=short ok_long "$about: with short keys and sanitizers" "$work/checked" tamper "$seed" 12
done

# What the test sees.
broken() { # FILE SED
  rm -rf "$work/broken"
  cp -r monitor/host "$work/broken"
  sed -i "$2" "$work/broken/$1"
  ! cmp -s "$work/broken/$1" "monitor/host/$1" &&
    gcc -std=c11 -O2 -w "-I$work/broken" "${flags[@]:6}" "$work/broken"/*.c "${ours[@]}" \
      monitor/gen/verify.c monitor/secret_trusted.c -lcrypto -lpthread -o "$work/broken/host" &&
    ! "$work/broken/host" "$3" "$seed" "$4" >"$work/broken/out" 2>&1
}
export MODE=hybrid THREADS=2
ok_mutant "an epoch that need not agree is noticed" \
  broken gate_trusted.c 's/if (\*certified <= epoch)/if (false)/' tamper 40
ok_mutant "a mark that is not written down is noticed" \
  broken gate_trusted.c 's|note_change(gate, s2); /\* the mark \*/|;|' honest 6000
ok_mutant "a change in Blum that never reaches the store is noticed" \
  broken place.h 's/->changed = 1;/->changed = 0;/' honest 6000
done_testing
