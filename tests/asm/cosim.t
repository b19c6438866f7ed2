#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Every form of the model against this processor, briefly; `fairlead asm cosim' alone is the long run. The results of
# long runs that are recorded in tests/asm/cosim are of the forms that the model has now, and say where they are from.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
fairlead asm processor | sed 's/^/# /'
says() { # PATTERN...: each on a line of what cosim printed
  local p
  for p in "$@"; do grep -qE -- "$p" "$work/seen" || { echo "no line like $p"; cat "$work/seen"; return 1; }; done
}
seed=${FUZZ_SEED:-1}
ok "the model and the processor agree on every form" \
  bash -c "fairlead asm cosim --states 50 --seed $seed --csv '$work/now.csv' >'$work/seen' || { cat '$work/seen'; exit 1; }"
ok "it says what was run, and on which processor" \
  says "^fairlead asm cosim --states 50 --seed $seed, [0-9-]{10}$" '^processor: .*\(family [0-9]+, model [0-9]+, stepping [0-9]+\)' '^features: .*\baes\b'
is "so does the file" "$(sed -n '1,3p' "$work/seen")" "$(sed -n '1,3s/^# //p' "$work/now.csv")"
ok "a file that cannot be written is an error" \
  bash -c "! fairlead asm cosim --states 1 --only nop --csv '$work/none/x.csv' >'$work/seen' 2>'$work/error' && grep -q '^error: .*none/x.csv' '$work/error'"

forms() { grep -v '^#' "$1" | cut -d, -f1 | sort; } # with the line of titles
# Forms that this processor lacks are named in comments of the file.
{ forms "$work/now.csv"; sed -nE 's/^# (.*): not run, .*/\1/p' "$work/now.csv" | tr , /; } | sort >"$work/forms"
recorded() { # FILE STATES AGREES: all forms of the model, so many states each, and no other line
  forms "$1" | diff - "$work/forms" && ! grep -vE "^#|^form,states,faults,differ$|^[^,]+,$2,[0-9]+,$3$" "$1"
}
silicon=tests/asm/cosim/icelake.csv
ok "on silicon: 549 forms, 10,000 states each, no difference" recorded $silicon 10000 0
ok "... on a processor that is named, and has VAES" grep -q '^# features: .* vaes vpclmulqdq ' $silicon
ok "... to the end" grep -q '^# 549 forms, 5490000 states: the model and the processor agree$' $silicon
ok "in an emulator: the same forms, 1,000 states each" recorded tests/asm/cosim/bochs.csv 1000 '[0-9]+'
is "... where adox differs, and nothing else" "adoxl adoxq" \
  "$(grep -v '^#' tests/asm/cosim/bochs.csv | awk -F'[, ]' 'NR > 1 && !/,0$/ { print $1 }' | sort -u | paste -sd ' ')"
done_testing
