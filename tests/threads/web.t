#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The example web server, and those of bench/web that need nothing but gcc: the same answers
# to the same requests. Ours under sanitizers and with stacks, too. And the example that computes on all cores.
. "$(dirname "$0")/programs.sh"
source=examples/threads/web
strict=(-std=gnu11 -Wall -Wextra -Werror)
sanitizers=(-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all)
sanitized_runtime gcc "${sanitizers[@]}"
mv "$work/runtime.a" "$work/sanitized.a"
ok "it compiles" flcc "${strict[@]}" -O2 "$source/main.c" -o "$work/fairlead"
ok "under sanitizers" flcc "${strict[@]}" "${sanitizers[@]}" "$source/main.c" "$work/sanitized.a" -o "$work/sanitized"
ok "in erased mode" flcc "${strict[@]}" --erased -O1 "$source/main.c" -o "$work/erased"
for rival in epoll nptl fork; do
  ok "the rival $rival" gcc "${strict[@]}" -O1 bench/web/$rival.c -lpthread -o "$work/$rival"
done
ok "the load" flcc "${strict[@]}" -O2 bench/web/load.c -o "$work/load"
for f in "$source/main.c" bench/web/{epoll,nptl,fork,pth,st}.c bench/web/goroutine.go; do
  ok "$f is less than 200 lines" test "$(wc -l <"$f")" -lt 200
done

pid=
trap 'if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
start() { # COMMAND...: until it answers at $port, or has ended
  : >"$work/log" # what the one before said is not read as this one's
  "$@" >"$work/log" 2>&1 &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    if [ -z "$port" ]; then
      port=$(sed -n 's/^web: listening on port //p' "$work/log")
    elif curl -s -o /dev/null "http://127.0.0.1:$port/"; then
      return 0
    fi
    sleep 0.1
  done
  return 1
}
for server in fairlead sanitized erased epoll nptl fork; do
  case $server in
    fairlead | sanitized | erased)
      port=
      start "$work/$server" --port 0 --timeout 600
      ;;
    *) # The rivals know no port 0: one that is free just now, and is taken by somebody else now and then.
      for _ in {1..20}; do
        port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
        if start "$work/$server" "$port"; then break; fi
      done
      ;;
  esac
  is "$server: what it answers" "$(<tests/threads/web/answers)" "$(python3 tests/threads/web/ask.py "$port" 2>&1)"
  ok "$server: 200 clients" "$work/load" "$port" 200 200 "$pid"
  case $server in
    fairlead | sanitized | erased)
      status=0
      kill "$pid"
      wait "$pid" || status=$?
      is "$server: it ends" "0 web: listening on port $port" "$status $(<"$work/log")"
      port=
      start "$work/$server" --port 0 --timeout 1
      is "$server: who says nothing is put out" "closed" "$(python3 tests/threads/web/ask.py "$port" silent)"
      kill "$pid"
      wait "$pid" || true
      ;;
    *)
      kill "$pid"
      wait "$pid" 2>/dev/null || true
      ;;
  esac
  pid=
done
is "usage" "2 2 2 2 0" "$(for options in "--port x" "--port 65536" "x" "--what" "--help"; do
  status=0
  # shellcheck disable=SC2086
  "$work/fairlead" $options >/dev/null 2>&1 || status=$?
  echo $status
done | xargs)"

ok "the example that computes" flcc "${strict[@]}" -O2 examples/threads/cores/main.c -o "$work/cores"
sanitized_runtime gcc -O1 -g -fsanitize=thread
ok "under ThreadSanitizer" flcc "${strict[@]}" -O1 -g -fsanitize=thread examples/threads/cores/main.c \
  "$work/runtime.a" -o "$work/cores-tsan"
is "primes" "0 1 1229 1229 9592 2" "$(for of in "1 2" "3 3" "1 10000" "4 10000" "7 100000"; do
  # shellcheck disable=SC2086
  "$work/cores" $of
done | xargs) $(status=0; "$work/cores" 0 10 >/dev/null 2>&1 || status=$?; echo $status)"
is "primes, under ThreadSanitizer" 5133 "$("$work/cores-tsan" 4 50000)"
done_testing
