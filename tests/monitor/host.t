#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The host library: right over an honest store, whatever leaves and comes back; over a store that lies it never answers
# wrongly; and what it makes the monitor do, the extracted model certifies. The other modes are in
# host_modes.t. `FUZZ_N=10000 FUZZ_SEED=7' tells more lies.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
seed=${FUZZ_SEED:-1}

common=(monitor/gen/verify.c monitor/secret_trusted.c monitor/store/walk.c tests/monitor/host/lying_store.c)
others=("${common[@]}" tests/monitor/host/host.c)
sources=(monitor/host/*.c "${others[@]}")
includes=(-Imonitor/host -Imonitor/store -Imonitor -Imonitor/gen -Itests/monitor/host)
flags=(-std=c11 -Wall -Wextra -Werror -Wconversion -g)
ok "gcc compiles it" gcc "${flags[@]}" -O2 "${includes[@]}" "${sources[@]}" -lcrypto -lpthread -o "$work/host"
ok "clang compiles it, with sanitizers" clang "${flags[@]}" -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
  "${includes[@]}" "${sources[@]}" -lcrypto -lpthread -o "$work/checked"
ok "answers, seals and restarts over an honest store" "$work/host" honest "$seed" 30000
ok "with sanitizers" "$work/checked" honest "$seed" 4000
audited() {
  "$work/host" honest "$seed" 2500 "$work/log" || return 1
  bin/fairlead monitor verify --slots 512 --depth 256 "$work"/log* >"$work/said" || return 1
  rm -f "$work"/log*
  grep -qx 'certified up to epoch [0-9]*' "$work/said"
}
ok "every answer in its log is certified by the model" audited
ok "${FUZZ_N:-3000} lies: none is served as good" "$work/host" lies "$seed" "${FUZZ_N:-3000}"
ok "with sanitizers" "$work/checked" lies "$seed" 300

# What the test sees: a gate that lets a record pass as another, a digest that is not compared, answers after a refusal.
broken() { # FILE SED, and then MODE NUMBER WHAT IT SAYS
  cp -r monitor/host "$work/broken"
  sed -i "$2" "$work/broken/$1"
  ! cmp -s "$work/broken/$1" "monitor/host/$1" &&
    gcc -std=c11 -O2 -w -I"$work/broken" "${includes[@]:1}" "$work/broken"/*.c "${others[@]}" -lcrypto -lpthread \
      -o "$work/broken/host" &&
    ! "$work/broken/host" "$3" "$seed" "$4" >"$work/broken/out" 2>&1 && grep -q "$5" "$work/broken/out"
  local status=$?
  rm -rf "$work/broken"
  return $status
}
ok "large values that are not compared are noticed" \
  broken answers.c '/!fl_value_is/d' lies 1500 'a wrong answer'
ok "a seal that forgets a change is noticed" \
  broken gate_trusted.c 's/^  note_change(gate, s);$/  (void)s;/' honest 5000 '.'
ok "a time that does not count is noticed" \
  broken answers.c 's/now < v->expires/true/' honest 5000 'a wrong answer'
ok "going on after a refusal is noticed" \
  broken gate_trusted.c 's/^  atomic_compare_exchange_strong(.*/  (void)gates, (void)why, (void)nothing;/' lies 500 '.'
done_testing
