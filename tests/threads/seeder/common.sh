# SPDX-License-Identifier: Apache-2.0 OR MIT
# For the tests of the example seeder: source this. The working directory is $work, with torrents good and bad.
. "$(dirname "${BASH_SOURCE[0]}")/../programs.sh"
root=$PWD
here=$root/tests/threads/seeder
python3 "$here/torrents.py" "$work"
cd "$work"

build() { "$root/examples/threads/seeder/build" "$work/$1" "${@:2}"; } # FOLDER OPTION...
build_sanitized() { # FOLDER
  local options=(-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all)
  (cd "$root" && sanitized_runtime gcc "${options[@]}")
  mv "$work/runtime.a" "$work/sanitized.a"
  build "$1" "${options[@]}" "$work/sanitized.a"
}
status() { local s=0; "$@" >said 2>&1 || s=$?; echo "$s"; }

# ---- a seeder that runs
pid=
trap 'if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
start() { # COMMAND...: sets pid and port
  port=
  if start_server log '^seeder: listening on port ' "$@" --data data --port 0 good.torrent many.torrent 2>errors; then
    port=$(sed -n 's/^seeder: listening on port //p' log)
  else
    sed 's/^/# /' errors
  fi
  pid=$started
}
ends() { # NAME [PATTERN]: without an error, and with nothing said on standard error but for lines of that pattern
  local s=0
  kill "$pid"
  wait "$pid" || s=$?
  pid=
  is "$1" "0 " "$s $(grep -v "${2:-^no such line$}" errors | head -20)"
}
