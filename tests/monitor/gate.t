#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# The gate's process in front of a server that belongs to somebody else: what it says is refused, or signed as a plain
# store would have answered. `FUZZ_N=100000 FUZZ_SEED=7' tells more lies.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/serve/built.sh
temporary_folder
seed=${FUZZ_SEED:-1}
here=tests/monitor/gate
includes=(-Imonitor/gate -Imonitor/host -Imonitor -Imonitor/gen -Imonitor/signed -I$here)
warnings=(-std=c11 -Wall -Wextra -Werror -g)

# What is tested is in the server's own objects.
make_tests() { # OUT OPTION...
  local out=$1
  shift
  local objects=("$out"/gate/{again,keeper,ring}_trusted.o "$out"/signed/{seal,receipts,request}_trusted.o)
  objects+=("$out/libfairlead-monitor.a")
  gcc "${warnings[@]}" "$@" "${includes[@]}" $here/{lies,trace,watch}.c "${objects[@]}" -lcrypto -lpthread \
    -o "$out/lies" &&
    gcc "${warnings[@]}" "$@" "${includes[@]}" $here/{process,trace,watch}.c "${objects[@]}" -lcrypto -lpthread \
      -o "$out/process" &&
    gcc "${warnings[@]}" "$@" "${includes[@]}" $here/{requests,signatures,asked,trace,watch}.c "${objects[@]}" \
      -lcrypto -lpthread -o "$out/requests"
}
built
made=out/monitor
ok "the tests are compiled" make_tests $made -O2
ok "lies of a server: each is refused, or what a plain store would have answered" \
  $made/lies "$seed" "${FUZZ_N:-$(sized 1000 2000)}"
ok "over a tree in parts" $made/lies "$seed" "${FUZZ_N:-$(sized 300 1000)}" 4
ok "requests that clients sign: each is done once, in its order, as it is, or the gate stops" \
  $made/requests "$seed" "${FUZZ_N:-$(sized 10 20)}"
ok "what is no message, or is the gate's to write: it ends, and says why" $made/process $made/fairlead-monitor-gate lies
ok "messages that change while they are read: one reading counts" \
  $made/process $made/fairlead-monitor-gate changing "$(sized 2000 8000)"

sanitized() {
  built_sanitized
  make_tests out/monitor_sanitized -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
}
if ! short; then
  export ASAN_OPTIONS=detect_leaks=0
  s=out/monitor_sanitized
  ok "the same with sanitizers" sanitized
  ok "lies" $s/lies "$seed" 1000
  ok "over a tree in parts" $s/lies "$seed" 300 4
  ok "requests" $s/requests "$seed" 10
  ok "no messages" $s/process $s/fairlead-monitor-gate lies
  ok "messages that change" $s/process $s/fairlead-monitor-gate changing 2000
fi

# What these tests see: a gate that is broken on purpose.
broken() { # FILE SED PROGRAM ARGUMENT...
  local file=$1 status
  rm -rf "$work/broken"
  cp -r monitor/gate "$work/broken"
  cp monitor/host/gate_trusted.c "$work/broken"
  sed -i "$2" "$work/broken/$file"
  ! cmp -s "$work/broken/$file" "monitor/gate/$file" || return 1
  shift 2
  local from=(-I"$work/broken" "${includes[@]:1}" "$work/broken"/{again,keeper}_trusted.c)
  local rest=(out/monitor/signed/{seal,receipts,request}_trusted.o out/monitor/libfairlead-monitor.a -lcrypto -lpthread)
  if [ "$1" = lies ]; then
    gcc -std=c11 -O2 -w "${from[@]}" $here/{lies,trace,watch}.c "${rest[@]}" -o "$work/broken/lies" || return 1
    ! timeout 600 "$work/broken/lies" "${@:2}" >"$work/broken/out" 2>&1
  else
    gcc -std=c11 -O2 -w "${from[@]}" "$work/broken"/{ring,main,sandbox}_trusted.c "${rest[@]}" -o "$work/broken/gate" ||
      return 1
    ! timeout 600 $made/process "$work/broken/gate" "${@:2}" >"$work/broken/out" 2>&1
  fi
  status=$?
  [ $status -eq 0 ] && grep -q . "$work/broken/out" # it says what is wrong
}
k=keeper_trusted.c
ok "a receipt of what was not asked is noticed" \
  broken $k 's/if (!l->is || (l->there .*/if (!l->is)/' lies "$seed" 1000
ok_mutant "a receipt of the value that was there before, too" \
  broken $k 's/^  if (datum) memcpy(l->datum, datum, length);/  if (datum) memcpy(l->datum, datum, 2);/' \
  lies "$seed" 100
ok "an absence that nobody shows, too" \
  broken $k 's/passed(k, fl_gate_absent(c->gate, c->s, c->key)) &&/((void)c, 1) \&\&/' lies "$seed" 3000
ok_mutant "a seal of the tree before, too" \
  broken $k 's/fl_gate_seal(k->gate\[i\], k->seal.root/fl_gate_seal(k->gate[i], k->seal.receipts/' lies "$seed" 100
ok_mutant "going on after a refusal, too" \
  broken $k 's/^  if (k->why) return false;$/  k->why = NULL;/' lies "$seed" 100
ok_mutant "any seal to begin from, too" broken $k 's/^  if (why) return stop(k, why);$/  (void)why;/' lies "$seed" 1
ok_mutant "what was not done again, too" \
  broken $k 's/if (k->due == 0 || --k->due > 0) return true;/k->due = 0; return true;/' lies "$seed" 1
ok_mutant "and another change than was sealed" \
  broken $k 's/memcmp(k->again.chain, k->due_chain, sizeof k->due_chain) == 0/true/' lies "$seed" 1
ok_mutant "a head that is not what was sealed" \
  broken again_trusted.c 's/ \&\& memcmp(digest, sealed, 32) == 0//' lies "$seed" 1
twice='s/^  copy(e, e->tail + sizeof size, e->message, n);/  e->message = e->ring->data + (e->tail + 2) % FL_RING;/
s/sizeof e->message/FL_MESSAGE/; s/uint8_t message\[FL_MESSAGE\];/const uint8_t *message;/'
read_in_place() {
  rm -rf "$work/place"
  cp -r monitor/gate "$work/place"
  sed -i "$twice" "$work/place"/ring_trusted.[ch]
  gcc -std=c11 -O2 -w -I"$work/place" "${includes[@]:1}" "$work/place"/*.c \
    out/monitor/signed/{seal,receipts,request}_trusted.o out/monitor/libfairlead-monitor.a -lcrypto -lpthread \
    -o "$work/place/gate" &&
    ! $made/process "$work/place/gate" changing 20000 >"$work/place/out" 2>&1 && grep -q changing "$work/place/out"
}
ok "messages that are read where they lie are noticed" read_in_place
ok_mutant "a message that reaches beyond the head, too" \
  broken ring_trusted.c 's/ || n > there - sizeof size//' process lies
ok_mutant "and the ring's end" broken ring_trusted.c 's/there > FL_RING || //' process lies

if ! short; then
  fuzzer() {
    mkdir -p "$work/corpus" && $made/lies dump "$work/corpus" && $made/requests dump "$work/corpus" &&
      clang "${warnings[@]}" -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all "${includes[@]}" \
        $here/{fuzz,asked,watch}.c monitor/gate/{again,keeper}_trusted.c \
        monitor/signed/{seal,receipts,request}_trusted.c monitor/host/{gate_trusted,value_trusted,pages}.c \
        monitor/gen/verify.c monitor/secret_trusted.c \
        -lcrypto -lpthread -o "$work/fuzz"
  }
  ok "the fuzzer is built" fuzzer
  ok "any messages" "$work/fuzz" -runs="${FUZZ_N:-3000}" -seed="$seed" -max_len=60000 -artifact_prefix="$work/" \
    -rss_limit_mb=3000 "$work/corpus"
fi
done_testing
