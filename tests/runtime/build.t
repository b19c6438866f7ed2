#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Runtime, AES-GCM library and example servers compile with gcc and clang without a warning, the first two
# at several levels; the runtime's headers are C++, too.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
strict="-std=c11 -Wall -Wextra -Wconversion -Werror"
# shellcheck disable=SC2086
compilers=(gcc clang) levels=(-O0 -O3) cxx_compilers=(g++ clang++)
! short || compilers=(gcc) levels=(-O2) cxx_compilers=(g++)
for cc in "${compilers[@]}"; do
  for level in "${levels[@]}"; do
    for source in runtime/*.c; do
      ok "$cc $level, $source" "$cc" "$level" $strict -pedantic -c "$source" -o "$work/o.o"
      ok "without assertions" "$cc" "$level" $strict -DNDEBUG -c "$source" -o "$work/o.o"
    done
    ok "$cc $level, the C of gcm" "$cc" "$level" -std=gnu11 -Wall -Wextra -Werror -Igcm/include -Igcm/clean \
      -c gcm/clean/gcm_trusted.c -o "$work/o.o"
  done
  for server in http memcached tls; do
    ok "$cc, examples/$server" "examples/$server/build" "$work/$server" "$cc" -O2
  done
done
for header in runtime/*.h; do
  for cxx in "${cxx_compilers[@]}"; do
    ok "$cxx, $header" "$cxx" -std=c++17 -Wall -Wextra -Werror -fsyntax-only -x c++ "$header"
  done
done
printf '#include "fl_loop.h"\nint main() { return fl_loop_new == nullptr; }\n' >"$work/use.cc"
for source in runtime/*.c; do gcc -std=c11 -c "$source" -o "$work/runtime_$(basename "$source" .c).o"; done
ok "C++ links with what C compiled" g++ -std=c++17 -Wno-address -Iruntime "$work/use.cc" "$work"/runtime_*.o -o "$work/use"
done_testing
