#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# The transcript of gcm_trusted.c that gcm_seal speaks of (Library_trusted.v), and the C: the same calls of assembly
# with the same arguments, the same wiped with zeros, in the same order; the same sizes and offsets. Both run; Coq
# compares. And C that was changed is noticed.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
ok "the assembly" make -s -C gcm OUT="$work/library" FORM=clean
objects=()
for n in {encrypt,decrypt,keystream,wide_encrypt,wide_decrypt}_{128,256} hash powers wide_powers expand_128 expand_256 constants wide_constants; do
  objects+=("$work/library/$n.o")
done
# A hook in wipe; and names for the variables that are wiped.
hook() {
  sed -e 's/^  uint8_t \*at = p;$/& zeros(p, n);/' -e 's/^  fl_gcm_stream s;$/& thing(STREAM, \&s, sizeof s);/' \
    -e 's/^  uint8_t hash\[16\];$/& thing(HASH, hash, sizeof hash);/' \
    -e 's/^  uint8_t right\[16\];$/& thing(RIGHT, right, sizeof right);/' -e 's/^  static const uint8_t zero\[16\];$/& thing(ZERO, zero, sizeof zero);/' \
    -e 's/^  uint8_t hash_key\[GROUP\];.*/& thing(HASH_KEY, hash_key, sizeof hash_key);/'
}
names=() titles=()
cp tests/gcm/transcript.v "$work/all.v"
# The C and its header after these changes: there is one, it compiles and runs; what it does is left to be compared.
changed() { # NAME TITLE SED SED-OF-HEADER
  mkdir -p "$work/$1"
  sed "${4:-}" gcm/include/fairlead_gcm.h >"$work/$1/fairlead_gcm.h"
  sed "$3" gcm/clean/gcm_trusted.c | hook >"$work/$1/gcm.c"
  if [ "$1" != as_it_is ] && cmp -s "$work/$1/gcm.c" "$work/as_it_is/gcm.c" && cmp -s "$work/$1/fairlead_gcm.h" "$work/as_it_is/fairlead_gcm.h"; then
    echo "no change"
    return 1
  fi
  gcc -std=gnu11 -O1 -w -I"$work/$1" -Igcm/clean "-DGCM=\"$work/$1/gcm.c\"" tests/gcm/transcript.c "${objects[@]}" -o "$work/$1/run" &&
    "$work/$1/run" $few >"$work/$1/lines" && { echo "Eval vm_compute in first_difference 0 ["; cat "$work/$1/lines"; echo "]."; } >>"$work/all.v"
}
try() { # NAME TITLE SED SED-OF-HEADER
  names+=("$1") titles+=("$2")
  ok "$2: it runs" changed "$@"
}
few=
try as_it_is "the C" ''
few=few
try short_key "352 bytes of the key set to zero" 's/memset(key, 0, sizeof \*key)/memset(key, 0, 352)/'
try unwiped_stream "the stream not wiped" '/^fl_gcm_result fl_gcm_seal/,/^}/s/  fl_gcm_stream_wipe(&s);//'
try less_of_stream "less of the stream wiped" 's/{ wipe(s, sizeof \*s); }/{ wipe(s, 256); }/'
try unwiped_hash "the hash not wiped" 's/  wipe(hash, sizeof hash);.*//'
try unwiped_hash_key "the hash key not wiped" 's/  wipe(hash_key, sizeof hash_key);//'
try less_of_key "less of the key wiped" 's/{ wipe(key, sizeof \*key); }/{ wipe(key, 352); }/'
try late_hash "what waits, hashed later" '/^static size_t whole_groups/,/^}/s/  hash_waiting(s);//'
try late_decryption "what is hashed when opening, hashed later" 's/^        absorb(&s, ciphertext + done, step);$//; s/^        decrypt_rest(&s, cip.*;$/& absorb(\&s, ciphertext + done, step);/'
try unwiped_right "the right tag not wiped" 's/  wipe(right, sizeof right);//'
try unwiped_text "a forged text not wiped" 's/ wipe(plaintext, length);$/ ;/'
try start_text "another use of the first key stream" 's/before < GROUP - BLOCK ? BLOCK + before : GROUP/GROUP/'
try eager "six blocks hashed earlier" 's/n > GROUP) {/n >= GROUP) {/'
try mask "a longer mask" '' 's/uint8_t mask\[16\];/uint8_t mask[32];/'
try longer_key "a longer key" '' 's/uint8_t wide_powers\[192\];/uint8_t wide_powers[208];/'
try order "fields in another order" '' 's/^  uint32_t bits;/  uint32_t wide;/; s/^  uint32_t wide; .*/  uint32_t bits;/'
is "comparisons" 219 "$(wc -l <"$work/as_it_is/lines")"
for loop in encrypt_128 encrypt_256 decrypt_128 decrypt_256; do
  ok "30 calls of $loop are among them, or more" bash -c "[ \"\$(grep -o 'Call \"fl_gcm_$loop' '$work/as_it_is/lines' | wc -l)\" -ge 30 ]"
done
coqc -q -R _build/theories Fairlead -w none "$work/all.v" >"$work/seen" 2>&1 || cat "$work/seen"
mapfile -t answers < <(sed -nE 's/^ *= ([0-9]+).*/\1/p' "$work/seen")
is "an answer for each" "${#names[@]}" "${#answers[@]}"
is "${titles[0]}: agrees with its transcript" 0 "${answers[0]:-none}"
[ "${answers[0]:-0}" = 0 ] || sed -n "${answers[0]}s/^/# the C: /p" "$work/as_it_is/lines"
for ((i = 1; i < ${#names[@]}; i++)); do
  ok "${titles[i]}: noticed" [ "${answers[i]:-0}" -gt 0 ]
done
done_testing
