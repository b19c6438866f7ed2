#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# The host library: right over an honest store, whatever leaves and comes back; over a store that lies it never answers
# wrongly; and what it makes the monitor do, the extracted model certifies. The other modes are in
# host_modes.t. `FUZZ_N=10000 FUZZ_SEED=7' tells more lies.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/host/built.sh
temporary_folder
seed=${FUZZ_SEED:-1}

ours=(monitor/store/walk.c tests/monitor/host/lying_store.c tests/monitor/host/host.c)
sources=("${ours[@]}" "${host[@]}")
includes=(-Imonitor/host -Imonitor/store -Imonitor -Imonitor/gen -Itests/monitor/host)
flags=(-std=c11 -Wall -Wextra -Werror -Wconversion -g)
ok "gcc compiles it" gcc "${flags[@]}" -O2 "${includes[@]}" "${sources[@]}" -lcrypto -lpthread -o "$work/host"
ok_long "clang compiles it, with sanitizers" \
  clang "${flags[@]}" -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
  "${includes[@]}" "${sources[@]}" -lcrypto -lpthread -o "$work/checked"
ok "answers, seals and restarts over an honest store" "$work/host" honest "$seed" 30000
ok_long "with sanitizers" "$work/checked" honest "$seed" 4000
ok "the gate's test is compiled" gcc "${flags[@]}" "${includes[@]}" tests/monitor/c/gate.c "${host[@]}" \
  -lcrypto -lpthread -o "$work/gate"
ok "its secret is random, and it seals what is certified" "$work/gate"
# The logs of all runs: each from the root that the one before left, whatever it answered after its last seal.
"$work/host" honest "$seed" 6000 "$work/log" >"$work/told"
logs=("$work"/log.*)
ok "there are several runs" test ${#logs[@]} -gt 3
last=$(($(sed 's/.*epoch //' "$work/told") - 1))
chain() { bin/fairlead monitor verify --slots 512 --depth 256 --chain "$@" >"$work/said" 2>"$work/errors"; }
ok "every answer in their logs, up to each seal, is certified by the model" chain --expect-epoch "$last" "${logs[@]}"
is "up to the last seal" "certified up to epoch $last" "$(tail -1 "$work/said")"
lost() { ! chain "${logs[@]}" && grep -q 'answers that are not certified' "$work/errors"; }
ok "and answers after a run's last seal are not" lost
ok "without one of them, the chain breaks" bash -c '! "$@" 2>/dev/null' _ \
  bin/fairlead monitor verify --chain --expect-epoch "$last" "${logs[0]}" "${logs[@]:2}"
ok "in another order, too" bash -c '! "$@" 2>/dev/null' _ \
  bin/fairlead monitor verify --chain --expect-epoch "$last" "${logs[1]}" "${logs[0]}"
root=$(bin/fairlead monitor show "${logs[1]}" | sed -n '2s/.*root //p')
first=$(bin/fairlead monitor show "${logs[1]}" | sed -n '2s/.*from epoch \([0-9]*\).*/\1/p')
later() { bin/fairlead monitor verify --expect-epoch "$first" "$@" "${logs[1]}" >"$work/said" 2>"$work/errors"; }
ok "a later run alone is audited if one says from which root" later --root "$root"
ok "not from another" bash -c '! "$@" 2>/dev/null' _ bin/fairlead monitor verify --root "${root:1}0" "${logs[1]}"
not_alone() {
  ! later && grep -q 'began from a store, not from nothing' "$work/errors" &&
    grep -qx 'no epoch is certified' "$work/said"
}
ok "nor if one does not" not_alone
for parts in 2 8; do
  PARTS=$parts ok "a cache in $parts parts, or one, from run to run: answers, seals and restarts" \
    "$work/host" honest "$seed" 10000
  PARTS=$parts ok_long "with sanitizers" "$work/checked" honest "$seed" 4000
  PARTS=$parts ok "lies of the store" "$work/host" lies "$seed" "$(sized 150 500)"
done
lies=${FUZZ_N:-$(sized 1000 2000)}
ok "$lies lies: none is served as good" "$work/host" lies "$seed" "$lies"
ok_long "with sanitizers" "$work/checked" lies "$seed" 300

# What the test sees: a gate that lets a record pass as another, a digest that is not compared, answers after a refusal.
broken() { # FILE SED, and then MODE NUMBER WHAT IT SAYS
  cp -r monitor/host "$work/broken"
  sed -i "$2" "$work/broken/$1"
  ! cmp -s "$work/broken/$1" "monitor/host/$1" &&
    gcc -std=c11 -O2 -w -I"$work/broken" "${includes[@]:1}" "$work/broken"/*.c "${ours[@]}" \
      monitor/gen/verify.c monitor/secret_trusted.c -lcrypto -lpthread \
      -o "$work/broken/host" &&
    ! "$work/broken/host" "$3" "$seed" "$4" >"$work/broken/out" 2>&1 && grep -q "$5" "$work/broken/out"
  local status=$?
  rm -rf "$work/broken"
  return $status
}
ok_mutant "large values that are not compared are noticed" \
  broken answers.c '/!fl_value_is/d' lies 1500 'a wrong answer\|another value'
ok_mutant "a seal that forgets a change is noticed" \
  broken gate_trusted.c 's/^  note_change(gate, s);$/  (void)s;/' honest 5000 '.'
ok_mutant "a part of a seal, done ahead, that does not reach the root is noticed" \
  broken gate_trusted.c 's/^  note_change(gate, parent);$/  (void)parent;/' honest 5000 '.'
ok_mutant "one that is not in the store's batch is noticed" \
  broken gate_trusted.c 's/^  each(context, s, value, length);$/  (void)each, (void)context;/' honest 5000 '.'
ok_mutant "a time that does not count is noticed" \
  broken answers.c 's/now < v->expires/true/' honest 5000 'a wrong answer'
ok_mutant "going on after a refusal is noticed" \
  broken gate_trusted.c 's/^  atomic_compare_exchange_strong(.*/  (void)gates, (void)why, (void)nothing;/' lies 500 '.'
ok_mutant "a step whose keys are forgotten in between is noticed" \
  broken fetch.c 's/if (held && held->value)/if (0)/' lies 1500 'between changes that are one step'
ok_mutant "what was fetched before it is asked for, and is used after a commit, is noticed" \
  broken commit.c '/fl_tree_forget_soon/d' honest 30000 '.'
ok_mutant "and before one, where it has changed" \
  broken fetch.c 's/= changed ? NULL : find_ahead(t, n);$/= find_soon(t, n);/' honest 30000 '.'
PARTS=4 ok_mutant "a walk that ends where a part of the tree was and nothing is left is noticed" \
  broken walk.c 's/^  while (w->count > 0 \&\& fl_digits/  while (false \&\& fl_digits/' honest 10000 .
PARTS=4 ok_mutant "what is foreseen for one part and used after a commit, too" \
  broken commit.c '/fl_tree_forget_soon/d' honest 30000 '.'
PARTS=4 ok_mutant "a part's digest that does not reach what is above it, too" \
  broken gate_trusted.c 's/^        memcpy(gate->fresh\[s\]\[d\], digest, 32);$//' honest 5000 '.'
PARTS=4 ok_mutant "a part's root that is taken for done ahead of its seal, too" \
  broken gate_trusted.c 's/if (s == 0) s = gate->changed.s..next;/if (s == 0) { forget_change(gate, s); continue; }/' \
  honest 5000 .
ok_mutant "a walk that leaves out what comes after is noticed" \
  broken walk.c 's/if (edge && fl_bit(edge, shared))/if (0)/' honest 5000 'not the next record\|a record is left out'
done_testing
