#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Where the runtime meets the system (edges.c, system.c, clocks.c) and where cancellation meets something else
# (cancel.c, all in tests/threads/edges), translated and in erased mode (under sanitizers: edges_sanitized.t); and with
# memory, OS threads and descriptors that fail at random: then a program hears of it, or ends with a message.
. "$(dirname "$0")/programs.sh"
here=tests/threads/edges
ulimit -c 0
for how in "-O2" "--erased -O1"; do
  for program in edges cancel system clocks; do
    # shellcheck disable=SC2086
    ok "$how, $program.c" flcc -std=gnu11 -Wall -Wextra -Werror $how $here/$program.c -o "$work/edges"
    status=0
    timeout 120 "$work/edges" >"$work/out" 2>&1 || status=$?
    is "$how, $program: all of them" "0 $(grep -c '^ok ' "$work/out")" \
      "$status $(grep -oP '^1\.\.\K[0-9]+' "$work/out")"
    if [ "$status" -ne 0 ]; then sed 's/^/# /' "$work/out"; fi
  done
done

# What no program may do, in each of three states: it ends with a message, and does not hang or corrupt.
for how in "-O2" "--erased -O1"; do
  # shellcheck disable=SC2086
  ok "$how, misuse.c" flcc -std=gnu11 -Wall -Wextra -Werror $how $here/misuse.c -lpthread -o "$work/misuse"
  for state in main another detached; do
    while IFS=: read -r what message; do
      if [ "$what,$state" = nursery,detached ]; then continue; fi # a pool has none
      case $how,$what in # there they may
      --erased*,native | --erased*,pointer | --erased*,spawned | --erased*,nursery) continue ;;
      esac
      status=0
      (cd "$work" && timeout 20 ./misuse "$what" $state >out 2>&1) 2>/dev/null || status=$?
      is "$how, $what, $state" "134 fairlead threads: $message" "$status $(tail -1 "$work/out")"
    done <<'END'
main:fl_scheduler_stop of the main loop, or of the default pool
default:fl_scheduler_stop of the main loop, or of the default pool
own:fl_scheduler_stop by one of its own threads
link:fl_link to no scheduler
within:a loop within a thread
step:a loop within a thread
release:more was given back by fl_release than fl_hold took
twice:two OS threads run one loop
native:a cps function was called by a function that is not one
pointer:a function that is not cps was called through a pointer to one that is
spawned:a function that is not cps was called through a pointer to one that is
nursery:a function that is not cps was called through a pointer to one that is
END
  done
done

# Signals all the time: no call is interrupted, cut short or repeated by one.
gcc -std=gnu11 -O1 -Wall -Wextra -shared -fPIC $here/storm.c -o "$work/storm.so"
among=(primitives/states primitives/library primitives/blocks edges/edges edges/cancel edges/system uring/ring)
for program in "${among[@]}"; do
  ok "$program.c" flcc -std=gnu11 -O1 -Wno-unused-function -Iruntime/threads tests/threads/$program.c \
    out/threads/libfairlead-threads-uring.a out/threads/libfairlead-threads.a -luring -lpthread -o "$work/stormy"
  status=0
  (cd "$work" && timeout 120 env LD_PRELOAD="$work/storm.so" ./stormy >out 2>&1) || status=$?
  if [ $status -eq 77 ]; then
    ok "the kernel has no io_uring for us # SKIP" true
    continue
  fi
  is "among signals, $program: all of them" "0 $(grep -c '^ok ' "$work/out")" \
    "$status $(grep -oP '^1\.\.\K[0-9]+' "$work/out")"
  if [ "$status" -ne 0 ]; then sed 's/^/# /' "$work/out"; fi
done

gcc -std=gnu11 -O1 -Wall -Wextra -shared -fPIC $here/failing.c -o "$work/failing.so" -ldl
ok "work.c" flcc -std=gnu11 -Wall -Wextra -Werror -O1 -g $here/work.c -o "$work/work"
is "where nothing fails" 0 "$("$work/work" && echo $?)"
ulimit -c 0
wrong=0
declare -A ends=([fine]=0 [reported]=0 [message]=0)
for rate in 4 20 100; do
  for seed in {1..60}; do
    status=0
    (LD_PRELOAD=$work/failing.so SEED=$seed RATE=$rate timeout 60 "$work/work" >"$work/out" 2>&1) 2>/dev/null ||
      status=$?
    case $status in
    0) end=fine ;;
    4) end=reported ;;
    134) end=message ;;
    *) end=wrong ;;
    esac
    if [ $end = message ] && ! grep -q '^fairlead threads: ' "$work/out"; then end=wrong; fi
    if [ $end = wrong ]; then
      wrong=$((wrong + 1))
      echo "# rate $rate, seed $seed: status $status, $(tail -1 "$work/out")"
    else
      ends[$end]=$((ends[$end] + 1))
    fi
  done
done
is "180 runs with failures end in one of these ways" 0 "$wrong"
echo "# fine: ${ends[fine]}, reported: ${ends[reported]}, with a message: ${ends[message]}"
ok "each of them" test "${ends[fine]}" -gt 0 -a "${ends[reported]}" -gt 0 -a "${ends[message]}" -gt 0
done_testing
