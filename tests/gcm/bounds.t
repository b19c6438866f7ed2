#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# What libfairlead-gcm must refuse: arguments that overlap, in every relation; lengths beyond SP 800-38D's, in one call
# and in all of a stream (bounds.c). And each of these tests in the C, taken out or moved by one, is noticed.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
ok "the assembly" make -s -C gcm OUT="$work/library"
objects=()
for n in {encrypt,decrypt,keystream,wide_encrypt,wide_decrypt}_{128,256} hash powers wide_powers expand_128 expand_256 \
  constants wide_constants; do
  objects+=("$work/library/$n.o")
done
build() { # SOURCE PROGRAM FLAG...
  gcc -std=gnu11 -Wall -Wextra -Igcm/include -Igcm/clean "-DGCM=\"$1\"" "${@:3}" tests/gcm/bounds.c "${objects[@]}" \
    -lcrypto -o "$2"
}
sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
! short || sanitizers=()
ok "the test builds" build "$PWD/gcm/clean/gcm_trusted.c" "$work/bounds" -Werror -O1 -g "${sanitizers[@]}"
ok "lengths at their bounds" "$work/bounds" lengths
ok "overlaps" "$work/bounds" overlaps

# C that was changed: it compiles, and the test says that it is wrong.
noticed() { # WHAT SED
  sed "$2" gcm/clean/gcm_trusted.c >"$work/mutant.c"
  ! cmp -s "$work/mutant.c" gcm/clean/gcm_trusted.c || { echo "no change"; return 1; }
  build "$work/mutant.c" "$work/mutant" -w -O1 || return 1
  timeout 120 "$work/mutant" "$1" quick >"$work/mutant.log" 2>&1
  [ $? -ne 0 ]
}
mutant() { # WHAT NAME SED
  ok_mutant "noticed: $2" noticed "$1" "$3"
}
in_function() { # NAME SED: of its definition only
  echo "/^fl_gcm_result $1(/,/^}/$2"
}
mutant lengths "the limit on text, for each call of a stream that encrypts" \
  "$(in_function fl_gcm_encrypt 's/max_text - s->length/max_text/')"
mutant lengths "the limit on text, for each call of a stream that looks at a text" \
  "$(in_function fl_gcm_check 's/max_text - s->length/max_text/')"
mutant lengths "the limit on data, for each call of a stream" \
  "$(in_function fl_gcm_data 's/max_data - s->data_length/max_data/')"
mutant lengths "no limit on what is decrypted in all" \
  "$(in_function fl_gcm_decrypt 's/s->length - s->decrypted/s->length/')"
mutant lengths "no count of what is decrypted" "$(in_function fl_gcm_decrypt 's/s->decrypted += length;//')"
mutant lengths "no count of text" "$(in_function fl_gcm_encrypt 's/s->length += length;//')"
mutant lengths "no count of text that is looked at" "$(in_function fl_gcm_check 's/s->length += length;//')"
mutant lengths "no count of data" "$(in_function fl_gcm_data 's/s->data_length += length;//')"
mutant lengths "no limit on text when opening" "$(in_function fl_gcm_open 's/length > max_text || //')"
mutant lengths "no limit on nonces" "$(in_function fl_gcm_begin 's/ || (uint64_t)nonce_length > max_data//')"
mutant lengths "16 bytes of text more" 's/<< 36) - 32/<< 36) - 16/'
mutant lengths "a byte of text more" 's/<< 36) - 32/<< 36) - 31/'
mutant lengths "a byte of text less" 's/<< 36) - 32/<< 36) - 33/'
mutant lengths "a byte of data more" 's/<< 61) - 1/<< 61)/'
mutant lengths "a byte of data less" 's/<< 61) - 1/<< 61) - 2/'
mutant overlaps "overlaps by a byte" 's/y - x >= n : x - y >= m/y - x >= n - 1 : x - y >= m/'
mutant overlaps "overlaps by a byte from below" 's/y - x >= n : x - y >= m/y - x >= n : x - y >= m - 1/'
mutant overlaps "neighbours are refused" 's/y - x >= n : x - y >= m/y - x > n : x - y > m/'
mutant overlaps "not even in place" 's/return in == out || apart/return apart/'
mutant overlaps "a key from its own bytes" "$(in_function fl_gcm_key_init 's/if (overlap)/if (0)/')"
# each comparison of two arguments by itself, answered yes
calls=$(grep -v '^static' gcm/clean/gcm_trusted.c | grep -oE 'apart(_from_inputs)?\(' | wc -l)
answered() { # K
  awk -v want="$1" '
    !/^static/ {
      line = ""
      while (match($0, /(in_place_or_)?apart(_from_inputs)?\(/)) {
        name = substr($0, RSTART, RLENGTH)
        if (++seen == want) name = "ALWAYS("
        line = line substr($0, 1, RSTART - 1) name
        $0 = substr($0, RSTART + RLENGTH)
      }
      $0 = line $0
    }
    { print }' gcm/clean/gcm_trusted.c >"$work/mutant.c"
  grep -q 'ALWAYS(' "$work/mutant.c" && build "$work/mutant.c" "$work/mutant" -w -O1 '-DALWAYS(...)=1' || return 1
  ! timeout 120 "$work/mutant" overlaps quick >"$work/mutant.log" 2>&1
}
is "comparisons of two arguments" 23 "$calls"
for ((k = 1; k <= calls; k++)); do
  ok_mutant "noticed: comparison $k left out" answered $k
done
done_testing
