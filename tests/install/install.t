#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: Coq files are installed, too
# What `make install` copies: used from where it lies, by name and by pkg-config, and gone after `make uninstall`.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
prefix=$work/a\ prefix
ok "it installs" tools/install "$prefix"
export PATH="$prefix/bin:$PATH" MANPATH="$prefix/share/man" PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
is "the command that is found is the installed one" "$prefix/bin/fairlead" "$(command -v fairlead)"
is "and says the version" "$(cat VERSION)" "$(fairlead --version)"

# Each command that a manual lists has a manual of its own.
zcat "$prefix"/share/man/man1/*.gz | grep -oE '(lib)?fairlead(\\-[a-z]+)+' |
  tr -d '\\' | grep -v ^lib | sort -u >"$work/named"
while IFS= read -r page; do
  [ -f "$prefix/share/man/man1/$page.1.gz" ] || echo "$page"
done <"$work/named" >"$work/no_page"
is "no manual names one that is not there" "" "$(cat "$work/no_page")"
ok "there are manuals of commands of commands" test -s "$prefix/share/man/man1/fairlead-asm-check.1.gz"
for header in fl_threads.h library/fl_sync.h library/fl_stream.h uring/fl_ring.h; do
  grep -oE '^(cps |static inline )?[a-z_ ]+ \*?fl_[a-z_]+\(' "runtime/threads/$header" | grep -oE 'fl_[a-z_]+\($'
done | tr -d '(' | sort -u >"$work/calls"
is "each call of threads has a manual" "$(cat "$work/calls")" \
  "$(while read -r call; do [ ! -f "$prefix/share/man/man3/$call.3.gz" ] || echo "$call"; done <"$work/calls")"
ok "and there are some" test "$(wc -l <"$work/calls")" -gt 40
is "which says what it does in each state" "3" \
  "$(zcat "$prefix/share/man/man3/fl_io_wait.3.gz" | grep -cxE '\.B (attached to .* loop|detached)')"

# From Gallina to C, with what was installed alone.
cp examples/derive/c/tickets.v "$work"
ok "fairlead derive, as it was installed" fairlead derive --main "$work/tickets.v"
ok "its C compiles" gcc -std=c11 -Wall -Wextra -Werror -o "$work/tickets" "$work/tickets.c" "$work/tickets_main.c"
is "and runs" "ask turn()
ask give(7)
ask turn()
ask give(8)
ask turn()
done 9" "$(printf '\x07\0\0\0\x01\x01\0' | "$work/tickets")"
ok "coqc finds Fairlead where it says" \
  coqc -q -R "$(fairlead derive --where)" Fairlead -o "$work/get_put.vo" examples/derive/get_put.v
is "it is the installed one" "$prefix/lib/fairlead/theories" "$(fairlead derive --where)"

complete() { # WORD...: what bash offers for the last word
  bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fairlead; printf "%s\n" "${COMPREPLY[@]}"' - \
    "$prefix/share/bash-completion/completions/fairlead" "$@"
}
is "bash completes commands" "check
compile
coq" "$(complete fairlead c | sort)"
is "bash completes commands of commands" "taint
transform" "$(complete fairlead asm t | sort)"
is "bash completes options" "--symbolic" "$(complete fairlead asm check --sym)"
is "bash completes files" "LICENSE
LICENSES" "$(complete fairlead asm check LICENS | sort)"

cat >"$work/use.c" <<'C'
#include <fairlead/fairlead_gcm.h>
#include <fairlead/fl_loop.h>
#include <stdio.h>
int main(void) {
  struct fl_limits limits = {.connections = 1, .input = 64, .send_timeout_ms = 1, .grace_ms = 1};
  struct fl_handler handler = {.state_size = 1};
  struct fl_loop *loop = fl_loop_new(&limits, &handler);
  if (loop == NULL) return 1;
  fl_loop_free(loop);
  puts(fl_gcm_message(FL_GCM_FORGED));
  return 0;
}
C
# pkg-config escapes the blank in the prefix; eval reads it as a Makefile's shell would.
build() { eval "gcc -std=c11 -Wall -Wextra -Werror $* \"\$work/use.c\" -o \"\$work/use\" $(pkg-config --cflags --libs fairlead-runtime fairlead-gcm)"; }
ok "a program is built against the shared libraries" build
is "which it asks for by soname" "libfairlead-gcm.so.$(cut -d. -f1,2 VERSION)
libfairlead-runtime.so.$(cut -d. -f1,2 VERSION)" "$(readelf -d "$work/use" | grep -oE 'libfairlead[a-z.0-9-]*' | sort)"
ok "and runs with them" env LD_LIBRARY_PATH="$prefix/lib" "$work/use"
rm "$prefix"/lib/*.so
ok "it is built against the archives" build
ok "and runs by itself" "$work/use"
# A store of its own behind the monitor: docs/monitor-serve.md.
cat >"$work/store.c" <<'C'
#include <fairlead/fl_host.h>
#include <string.h>
int main(void) {
  struct fl_host *host = fl_host_new(&(struct fl_host_options){.slots = 512}, fl_store_memory());
  struct fl_host_value v;
  struct fl_host_seal seal;
  if (host == NULL || fl_host_start(host, NULL) != FL_HOST_OK || fl_host_put(host, "k", 1, "v", 1, 0) != FL_HOST_OK ||
      fl_host_get(host, "k", 1, 0, &v) != FL_HOST_OK || v.length != 1 || memcmp(v.data, "v", 1) != 0 ||
      fl_host_commit(host, &seal) != FL_HOST_OK || !seal.changed)
    return 1;
  fl_host_free(host);
  return 0;
}
C
store() {
  eval "gcc -std=c11 -Wall -Wextra -Werror \"\$work/store.c\" -o \"\$work/store\" \
    $(pkg-config --cflags --libs "$@" fairlead-monitor)"
}
ok "a store behind the monitor is built against the archive" store --static
ok "and runs by itself" "$work/store"
cp "$prefix/lib/libfairlead-monitor.so.$(cat VERSION)" "$prefix/lib/libfairlead-monitor.so"
ok "and against the shared library" store
ok "and runs with it" env LD_LIBRARY_PATH="$prefix/lib" "$work/store"
rm "$prefix/lib/libfairlead-monitor.so"
# A TLS server: docs/tls.md.
echo_server() {
  eval "gcc -std=c11 -Wall -Wextra -Werror examples/tls/echo.c -o \"\$work/echo\" \
    $(pkg-config --cflags --libs "$@" fairlead-tls)"
}
echoes() {
  tests/tls/identity "$work"
  start_server "$work/echo.log" listening "$@" "$work/echo" "$work/cert.pem" "$work/key.pem" 0
  trap 'kill $started' EXIT
  python3 tests/tls/echo_test.py "$(sed 's/.*://' "$work/echo.log")" "$work/cert.pem" "$started"
}
ok "a TLS server is built against the archive" echo_server --static
ok "and serves" echoes env
cp "$prefix/lib/libfairlead-tls.so.$(cat VERSION)" "$prefix/lib/libfairlead-tls.so"
ok "and against the shared library" echo_server
ok "and serves with it" echoes env LD_LIBRARY_PATH="$prefix/lib"
is "which exports its interface alone" "" \
  "$(nm -D --defined-only "$prefix/lib/libfairlead-tls.so" | awk '{print $3}' | grep -v '^fl_tls_')"
rm "$prefix/lib/libfairlead-tls.so"
serves() {
  start_server "$work/said" listening \
    fairlead monitor serve --store "$work/db" --key "$work/key" --anchor "$work/anchor" --port 0
  kill "$started" && wait "$started" && grep -q 'listening on 127.0.0.1:[1-9]' "$work/said"
}
ok "the server is found where it was installed" serves
for library in runtime gcm monitor receipts; do
  is "lib$library exports nothing that does not begin with fl_" "" \
    "$(nm -D --defined-only "$prefix/lib/libfairlead-$library.so.$(cat VERSION)" | awk '$3 !~ /^fl_/ { print $3 }')"
done

for header in "$prefix"/include/fairlead/*.h; do
  ok "$(basename "$header") alone is C11" gcc -std=c11 -Wall -Wextra -Werror -pedantic -fsyntax-only -x c "$header"
  ok "and C++" g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -x c++ "$header"
done

touch "$prefix/share/doc/fairlead/mine"
ok "it uninstalls" tools/install --uninstall "$prefix"
is "all but what others put there" "$prefix/share/doc/fairlead/mine" "$(find "$prefix" ! -type d)"
ok "with DESTDIR, for packages, too" tools/install /usr "$work/destination"
ok "where .pc files name the place it will have" grep -qx "prefix=/usr" "$work/destination/usr/lib/pkgconfig/fairlead-gcm.pc"
ok "and it uninstalls there" tools/install --uninstall /usr "$work/destination"
is "leaving nothing" "" "$(find "$work/destination" ! -type d)"
echo ../../victim >"$work/installed"
touch "$work/victim"
mkdir -p "$work/evil/share/fairlead"
mv "$work/installed" "$work/evil/share/fairlead/installed"
is "a list that names files outside of the prefix is not followed" "1 kept" \
  "$(tools/install --uninstall "$work/evil" 2>/dev/null || echo "$? $(test -f "$work/victim" && echo kept)")"

# Where only the demo's packages are, what is missing is named, before a compiler would.
mkdir "$work/fake"
cat >"$work/fake/dpkg-query" <<'E'
#!/bin/sh
for package; do case $package in clang | liblmdb-dev | libhiredis-dev) exit 1 ;; esac; done
echo install ok installed
E
chmod +x "$work/fake/dpkg-query"
for target in install deb; do
  is "make $target names the packages that are missing" \
    "setup: missing: clang liblmdb-dev libhiredis-dev ('tools/setup install' installs them)" \
    "$(PATH="$work/fake:$PATH" make -s $target PREFIX="$work/nowhere" 2>&1 | grep '^setup:')"
  ok "and installs nothing" test ! -e "$work/nowhere"
done
done_testing
