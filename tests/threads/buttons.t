#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# examples/threads/buttons: threads within libuv's loop, through a pipe and through a terminal.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
export PATH="$PWD/bin:$PATH"
runtime=runtime/threads
flags="-std=gnu11 -O1 -g"
[ "${FAIRLEAD_TIER:-}" = quick ] || flags+=" -fsanitize=address,undefined"
for f in "$runtime"/*.c; do
  # shellcheck disable=SC2086
  gcc $flags -c -I"$runtime" "$f" -o "$work/$(basename "$f" .c).o"
done
# shellcheck disable=SC2046
ok "it compiles" flcc $flags -Wall -Wextra -Werror -I"$runtime" \
  examples/threads/buttons/main.c "$work"/*.o $(pkg-config --cflags --libs libuv) -lpthread -o "$work/buttons"

# Each key after what is shown because of the one before.
press() { # KEY SHOWN: presses the key, and waits until the output has a line with that
  printf %s "$1" >&3
  local end=$((SECONDS + 600))
  until grep -qF "$2" "$work/out"; do
    if [ $SECONDS -ge $end ]; then return 1; fi
    sleep .05
  done
}
mkfifo "$work/keys"
: >"$work/out"
timeout 1800 "$work/buttons" <"$work/keys" >"$work/out" 2>&1 &
exec 3>"$work/keys"
ok "a click is counted" press 1 "[1  1 clicks"
ok "the button blinks" press "" "[1* 1 clicks"
ok "and what was computed is shown" press "" "17984 primes below 200000] [2  0 clicks"
ok "another button" press 2 "[2  1 clicks, 17984 primes below 200000]"
ok "twice: it goes on computing" press 2 "2 clicks, 33860 primes below 400000]"
printf q >&3
exec 3>&-
status=0
wait $! || status=$?
is "q ends it" 0 "$status"
shown() { # waits until the screen has that
  local end=$((SECONDS + 600))
  until grep -qaF "$1" "$work/screen"; do
    if [ $SECONDS -ge $end ]; then return 1; fi
    sleep .05
  done
}
: >"$work/screen"
is "keys of a terminal come at once, and the terminal is as before" "0 [1  1 clicks" \
  "$( (shown '[1  0 clicks' && printf 1 && shown '[1  1 clicks' && printf q) |
    timeout 1800 script -qefc "$work/buttons" /dev/null >"$work/screen"
    echo "$? $(grep -oaF '[1  1 clicks' "$work/screen" | head -1)")"
status=0
"$work/buttons" <VERSION >"$work/out" 2>&1 || status=$?
is "a file instead of keys is refused" "1 buttons: no loop, or standard input is a file" "$status $(cat "$work/out")"
done_testing
