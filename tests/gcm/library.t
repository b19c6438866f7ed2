#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# libfairlead-gcm: each form of the assembly under the sanitizers against Wycheproof, NIST's CAVP and OpenSSL; with
# the 128-bit loops, and with the 256-bit ones where this processor has VAES and VPCLMULQDQ.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
out=out/test/gcm
mkdir -p "$out"
python3 tests/gcm/vectors.py tests/data/wycheproof_aes_gcm_test.json >"$out/wycheproof"
is "Wycheproof has 316 tests" 316 "$(wc -l <"$out/wycheproof")"
python3 tests/gcm/cavp.py lines tests/data/cavp_aes_gcm.rsp.xz >"$out/cavp"
is "CAVP: 3,148 tests" 3148 "$(wc -l <"$out/cavp")"
fairlead asm processor | sed 's/^/# /'
wraps=$(printf -- '-Wl,--wrap=fl_gcm_%s ' {,wide_}{en,de}crypt_{128,256})
if fairlead asm processor | grep -q '^features: .*\<vaes vpclmulqdq\>'; then
  groups=29 seen="128-bit loops 256-bit loops"
  echo "# the 256-bit loops run on this processor"
else
  groups=16 seen="128-bit loops"
  echo "# the 256-bit loops DO NOT run on this processor: tests/gcm/emulator.t has them in an emulator"
fi
flags="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
for form in fast clean hand; do
  ok "$form: builds" make -s -C gcm FORM=$form OUT="../$out/$form" CFLAGS="$flags"
  # shellcheck disable=SC2086
  ok "$form: the test builds" gcc -std=gnu11 -Wall -Wextra -Werror $flags -Igcm/include tests/gcm/test.c \
    -Igcm/clean $wraps "$out/$form/libfairlead-gcm.a" -lcrypto -o "$out/test_$form"
  ok "$form: passes" bash -c "'$out/test_$form' ${N:-1500} '$out/wycheproof' '$out/cavp' | tee '$out/$form.log'; exit \${PIPESTATUS[0]}"
  is "$form: $groups groups of tests ran" 1..$groups "$(tail -1 "$out/$form.log")"
  is "$form: through the loops that this processor has" "$seen" \
    "$(sed -nE 's/^# calls of the (.* loops):.*/\1/p' "$out/$form.log" | paste -sd ' ')"
  grep '^# calls' "$out/$form.log" | sed "s/^# /# $form: /"
done
ok "the header is C++ too" g++ -x c++ -fsyntax-only -Wall -Wextra -Werror gcm/include/fairlead_gcm.h
ok "a processor without AES-NI: the test builds" gcc -std=gnu11 -Wall -Wextra -Werror -Igcm/include -Igcm/clean \
  tests/gcm/no_cpu.c "$out"/clean/{encrypt,decrypt,keystream,wide_encrypt,wide_decrypt}_{128,256}.o \
  "$out"/clean/{hash,powers,wide_powers,expand_128,expand_256,constants,wide_constants}.o -o "$out/no_cpu"
ok "a processor without one of AES-NI, PCLMULQDQ, AVX is refused, by that name" "$out/no_cpu"
ok "the library as it ships" make -s -C gcm OUT="../$out/plain"
ok "a processor that is emulated: the test builds" gcc -std=gnu11 -static -Wall -Wextra -Werror -Igcm/include tests/gcm/some_cpu.c \
  "$out/plain/libfairlead-gcm.a" -o "$out/some_cpu"
here=$("$out/some_cpu")
emulated() { # MODEL WANT
  is "emulated: $1" "$2" "$(qemu-x86_64 -cpu "$1" "$out/some_cpu" 2>&1)"
}
if command -v qemu-x86_64 >/dev/null; then
  emulated Nehalem "this processor lacks AES-NI"
  emulated Westmere "this processor lacks AVX"
  emulated max,-pclmulqdq "this processor lacks PCLMULQDQ"
  emulated max "$here"
else
  ok "emulated processors # SKIP no qemu-x86_64 (Debian: qemu-user)" true
fi
done_testing
