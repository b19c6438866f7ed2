# SPDX-License-Identifier: Apache-2.0 OR MIT
# Feature programs, translated for another machine and run under qemu: source this, then `programs_on MACHINE SHARE`.
# Each program runs on one of the machines in turn; on all of them with FL_ALL=1.
. "$(dirname "${BASH_SOURCE[0]}")/programs.sh"
programs_on() { # MACHINE SHARE: the programs whose number leaves that rest
  local cc=$1-linux-gnu-gcc qemu=qemu-${1/i686/i386} program name number=0
  if ! command -v "$cc" >/dev/null || ! command -v "$qemu" >/dev/null; then
    skip_all "no $cc or $qemu"
  fi
  export FLCC_CC=$cc
  for program in runtime/threads/*.c; do
    "$cc" -std=gnu11 -O2 -Iruntime/threads -c "$program" -o "$work/$(basename "$program" .c).o"
  done
  for program in runtime/threads/library/*.c; do
    flcc -std=gnu11 -O2 -Iruntime/threads -c "$program" -o "$work/$(basename "$program" .c).o"
  done
  ar rcs "$work/runtime.a" "$work"/*.o
  for program in tests/threads/programs/*.c; do
    number=$((number + 1))
    [ -n "${FL_ALL:-}" ] || { [ $((number % 3)) -eq "$2" ] && in_turn $((number / 3)) 2; } || continue
    name=$(basename "$program" .c)
    if flcc -w -O1 -c "$program" -o "$work/program.o" 2>"$work/errors" &&
      "$cc" -static "$work/program.o" "$work/runtime.a" -lpthread -lm -o "$work/program" 2>>"$work/errors"; then
      is "$name, $1" "$(<"${program%.c}.out")" "$(timeout 100 "$qemu" "$work/program" 2>&1 || echo "status $?")"
    else
      ok "$name, $1: compiles" sh -c 'head -5 "$1"; exit 1' sh "$work/errors"
    fi
  done
}
