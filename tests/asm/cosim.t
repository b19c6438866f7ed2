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
  bash -c "! fairlead asm cosim --states 1 --only nop --csv '$work/none/x.csv' >'$work/seen' 2>'$work/error' && grep -q '^$work/none/x.csv: error: cannot be written: ' '$work/error'"

forms() { grep -v '^#' "$1" | cut -d, -f1 | sort; } # with the line of titles
# Forms that this processor lacks are named in comments of the file.
{ forms "$work/now.csv"; sed -nE 's/^# (.*): not run, .*/\1/p' "$work/now.csv" | tr , /; } | sort >"$work/forms"
recorded() { # FILE STATES AGREES: all forms of the model, so many states each, and no other line
  forms "$1" | diff - "$work/forms" && ! grep -vE "^#|^form,states,faults,differ$|^[^,]+,$2,[0-9]+,$3$" "$1"
}
silicon=tests/asm/cosim/zen4.csv
# Three runs, before and after forms were added: together they are all. The last needs nothing that is newer than AVX2.
cat $silicon <(grep -hvE '^#|^form,' tests/asm/cosim/{sapphirerapids,cascadelake_words}.csv) >"$work/silicon.csv"
ok "on silicon: all forms, 10,000 states each, no difference" recorded "$work/silicon.csv" 10000 0
for run in $silicon tests/asm/cosim/sapphirerapids.csv; do
  ok "... on a processor that is named, and has VAES: $run" grep -q '^# features: .* vaes vpclmulqdq ' $run
done
ok "... to the end" grep -q '^# 607 forms, 6070000 states: the model and the processor agree$' $silicon
# An older run has the forms of its time: each is still one of the model's.
older() { # FILE FORMS
  local all
  all=$(forms "$1" | grep -v '^form$' | sort -u)
  [ "$(wc -l <<<"$all")" -eq "$2" ] &&
    [ -z "$(comm -23 <(echo "$all") "$work/forms")" ] && ! grep -vE '^#|^form,|,0$' "$1"
}
ok "on an Ice Lake: 549 of them" older tests/asm/cosim/icelake.csv 549
# So are the runs in the emulator.
cat tests/asm/cosim/bochs.csv tests/asm/cosim/bochs_bmi.csv tests/asm/cosim/bochs_{bits,words}.csv >"$work/bochs.csv"
ok "in an emulator: the same forms, 1,000 states each" \
  bash -c "diff <(grep -v '^#' '$work/bochs.csv' | cut -d, -f1 | sort -u) <(sort -u '$work/forms')"
is "... where adox differs, and nothing else" "adoxl adoxq" \
  "$(grep -v '^#' "$work/bochs.csv" | awk -F'[, ]' '$1 != "form" && !/,0$/ { print $1 }' | sort -u | paste -sd ' ')"
for word in mulx pext movbe shufpd 'aesenc x,m'; do
  ok "--only $word, as --help says" fairlead asm cosim --states 5 --only "$word"
done
# A form that not every processor has: where it is not run, that is no success.
status=0
fairlead asm cosim --states 5 --only 'vaesenc y,m' >"$work/out" 2>&1 || status=$?
if fairlead asm processor | grep -q '^features: .*\<vaes\>'; then
  is "--only vaesenc y,m, as --help says" 0 $status
else
  is "--only vaesenc y,m, as --help says, is not run here" \
    "1 vaesenc y,m: not run, this processor lacks VAES (--emulator bochs has it)" \
    "$status $(grep '^vaesenc' "$work/out")"
fi
status=0
fairlead asm cosim --states 5 --only pextq --only pexx >"$work/out" 2>&1 || status=$?
is "--only of what is not there" 1 $status
ok "... says so, and what there is" grep -qE "no instruction .pexx'" "$work/out"
ok "... " grep -q 'pextl, pextq' "$work/out"
done_testing
