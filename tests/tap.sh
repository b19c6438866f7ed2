# SPDX-License-Identifier: Apache-2.0 OR MIT
# Test Anything Protocol for shell tests: source this, then `ok NAME COMMAND...`, `is NAME WANT GOT`, `done_testing`;
# or `skip_all REASON` at once, where the file cannot run. `temporary_folder` makes $work, which goes when the file ends.
tap_count=0
tap_failed=0

tap_result() { # STATUS NAME
  tap_count=$((tap_count + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $tap_count - $2"
  else
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $2"
  fi
}

# The command's output is shown only when it fails. It goes to a file: from a pipe one would wait for whatever the
# command left running, too.
ok() { # NAME COMMAND...
  local name=$1 out status=0
  shift
  out=$(mktemp)
  ("$@") >"$out" 2>&1 || status=$?
  tap_result "$status" "$name"
  [ "$status" -eq 0 ] || sed 's/^/# /' "$out"
  rm -f "$out"
}

is() { # NAME WANT GOT
  if [ "$2" = "$3" ]; then
    tap_result 0 "$1"
  else
    tap_result 1 "$1"
    diff <(printf '%s\n' "$2") <(printf '%s\n' "$3") | sed 's/^/# /' || true # under pipefail diff's 1 would end the file
  fi
}

# Whether this is the short form of a test with two: mutants, sanitizers and other compilers are left to the long one.
short() { [ "${FAIRLEAD_TIER:-}" = quick ]; }
ok_long() { # NAME COMMAND...: in the long form only
  short || ok "$@"
}

# In CI (FAIRLEAD_TIER=all, from `make test-rest') a long form runs after the short one, and leaves out what takes long
# and seldom sees anything new. A file that is run by itself leaves out none of that, nor does FAIRLEAD_TIER=whole.
ci() { [ "${FAIRLEAD_TIER:-}" = all ]; }
# Whether number K is one that this run takes: in CI every Nth, with the next commit the next.
turn=
in_turn() { # K N
  ci || return 0
  [ -n "$turn" ] || turn=$(git rev-list --count HEAD 2>/dev/null || echo 0)
  [ $((($1 + turn) % $2)) -eq 0 ]
}

# What shows that a test sees something: it is run with what it tests broken on purpose. In the long form only, and in
# CI every fourth of a file; of the others it says that they were passed by.
mutants=0
ok_mutant() { # NAME COMMAND...
  ! short || return 0
  mutants=$((mutants + 1))
  if in_turn $mutants 4; then
    ok "$@"
  else
    tap_result 0 "$1 # SKIP another commit's turn (CONTRIBUTING.md, tiers)"
  fi
}

# How many: the first number in the quick tier, the second otherwise.
sized() { # QUICK LONG
  if short; then echo "$1"; else echo "$2"; fi
}

# A server in the background: what it says goes to LOG, its number to $started. Returns once a line of LOG matches
# PATTERN; with 1, when it ends before. LOG is emptied here, before the fork: what the server before it said there, its
# port say, is never read as this one's.
start_server() { # LOG PATTERN COMMAND...
  local log=$1 pattern=$2 waited
  shift 2
  : >"$log"
  "$@" >"$log" &
  started=$!
  for ((waited = 0; waited < 2400; waited++)); do
    ! grep -qE "$pattern" "$log" || return 0
    kill -0 "$started" 2>/dev/null || break
    sleep 0.05
  done
  grep -qE "$pattern" "$log"
}

temporary_folder() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
}

skip_all() { # REASON
  echo "1..0 # SKIP $1"
  exit 0
}

done_testing() {
  echo "1..$tap_count"
  [ "$tap_failed" -eq 0 ]
}
