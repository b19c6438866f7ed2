# SPDX-License-Identifier: Apache-2.0 OR MIT
# For tests of TLS: source this. A folder $work; what is in the background, by $pids, ends with the test.
. tests/tap.sh
work=$(mktemp -d)
pids=()
cleanup() {
  kill "${pids[@]}" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

lacks() { python3 tests/tls/providers.py "$1"; } # GROUP or kind of key, which $PROVIDER has not
has() { # TEXT PATTERN...: each is there
  local pattern
  for pattern in "${@:2}"; do grep -qaE "$pattern" <<<"$1" || { echo "no $pattern"; tail -30 <<<"$1"; return 1; }; done
}
authority() { # $work/ca.pem and ca.key
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 9 -subj "/CN=authority" \
    -keyout "$work/ca.key" -out "$work/ca.pem" 2>/dev/null
}
signed() { # NAME EXTENSIONS DAYS KEY...: signed by the authority
  openssl req -newkey "${@:4}" -nodes -keyout "$work/$1.key" -out "$work/$1.csr" -subj "/CN=$1" 2>/dev/null
  openssl x509 -req -in "$work/$1.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -days "$3" -out "$work/$1.pem" \
    -extfile <(echo -e "$2") 2>/dev/null
}
# What all tests of the library link, built once for each provider, unless a source is newer: sanitized, but in the
# short form, in which other providers' tests are, too (compiling takes as long as all tests that run it; trace.t and
# wycheproof.t have each provider's functions under sanitizers in any case).
if short; then
  sanitized=$PWD/out/tls_plain${PROVIDER:+-$PROVIDER}
  sanitizers=()
else
  sanitized=$PWD/out/tls_sanitized${PROVIDER:+-$PROVIDER}
  sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
fi
sanitized_flags=(-g -O0 -std=c11 -Wall -Wextra -Werror "${sanitizers[@]}"
  -Itls/include -Itls/gen -Itls/host -Igcm/include)
once() { # FILE COMMAND...: makes FILE of that folder
  local made=$sanitized/$1
  local sources=(tls runtime gcm/include examples/{tls,http,common} out/gcm/fast/libfairlead-gcm.a bin/fairlead)
  mkdir -p "${made%/*}"
  (
    flock 9
    [ -e "$made" ] && [ -z "$(find -L "${sources[@]}" -newer "$made" -type f -print -quit)" ] || "${@:2}" "$made"
  ) 9>"${made%/*}/.lock" || exit 1
}
build_library() { # FILE
  local source objects
  objects=$(mktemp -d -p "$work")
  for source in tls/gen/connection.c tls/host/*.c; do
    gcc "${sanitized_flags[@]}" -c "$source" -o "$objects/$(tr / _ <<<"${source%.c}").o" || return
  done
  rm -f "$1"
  ar rcs "$1" "$objects"/*.o
}
build_server() { examples/tls/build "${1%/*}" gcc -O0 "${sanitizers[@]}"; } # FILE
sanitized_library() { # $library: libfairlead-tls, with the provider and the GCM that it calls
  local provider
  once library.a build_library
  mkdir "$work/provider"
  read -ra provider < <(tls/providers/flags "$work/provider" gcc -g -O0 "${sanitizers[@]}")
  library=("$sanitized/library.a" "${provider[@]}" out/gcm/fast/libfairlead-gcm.a)
}
sanitized_server() { # $work/server: of examples/tls
  once server build_server
  ln -s "$sanitized/server" "$work/server"
}
board_programs() { # [FOLDER]: server.elf and client.elf, for a Cortex-M3, in $work; or what is needed is not there
  command -v qemu-system-arm >/dev/null || skip_all "no qemu-system-arm"
  local status=0
  examples/tls/cortex-m/build "${1:-$work}" >"$work/build.log" 2>&1 || status=$?
  [ "$status" -ne 3 ] || skip_all "$(tail -1 "$work/build.log")"
  [ "$status" -eq 0 ] || { cat "$work/build.log" >&2; exit 1; }
}
