#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Random changes to a kernel: what the checkers accept must run like the original.
# `fairlead asm mutate --mutations 10000 --inputs 1000 FILE' is the long run; tests/asm/mutation_campaign that of whole files.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
tests/asm/data/generate clean 1 >"$work/kernel.S"
sed '/r11/d;/(%rdx)/d;/leaq 96/d' tests/asm/data/clean.S >"$work/corpus.S"
n=$(sized 300 1000)
for kernel in kernel corpus; do
  ok "$n mutations of the $kernel" fairlead asm mutate --mutations "$n" --inputs 100 --seed "${FUZZ_SEED:-1}" "$work/$kernel.S"
done
ok "some of them were accepted, and run" bash -c "fairlead asm mutate --mutations 1000 --inputs 1 --seed 1 '$work/kernel.S' |
  grep -E ' [1-9][0-9]* accepted as reorderings, [1-9][0-9]* symbolically; [1-9][0-9]* run on 1 inputs, 0 differ'"

campaign() { tests/asm/mutation_campaign "$(sized 30 150)" 20 "${FUZZ_SEED:-1}" >"$work/whole" 2>&1; }
ok "mutants of each of six whole files" campaign
sed 's/^/# /' "$work/whole"
is "... none differs" 6 "$(grep -c '; 0 differ$' "$work/whole")"
ok "... some were run" grep -qE ' [1-9][0-9]* were run on 40 inputs' "$work/whole"
ok "... and compared for leakage" grep -qE ' [1-9][0-9]* pairs of runs compared' "$work/whole"
sed '/driver:/d' tests/asm/data/mutation/limbs.S >"$work/silent.S"
unsaid() { local out status=0; out=$(fairlead asm mutate --whole --mutations 1 "$work/silent.S" 2>&1) || status=$?; [ $status -eq 1 ] && grep -q 'silent.S: error: it is not said how to call its functions$' <<<"$out" && grep -q '^  help: write `# driver: call ' <<<"$out"; }
ok "a file that does not say how to call it" unsaid
sed 's/call limbs_sub bbb/call limbs_sub vvv/' tests/asm/data/mutation/limbs.S >"$work/faults.S"
faults() { local out status=0; out=$(fairlead asm mutate --whole --mutations 1 "$work/faults.S" 2>&1) || status=$?; [ $status -eq 1 ] && grep -q 'differs from itself' <<<"$out"; }
ok "arguments with which it faults" faults
done_testing
