#!/usr/bin/env bash
# Random changes to a kernel: what the checkers accept must run like the original.
# `fairlead asm mutate --mutations 10000 --inputs 1000 FILE' is the long run.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
tests/asm/data/generate clean 1 >"$work/kernel.S"
sed '/r11/d;/(%rdx)/d;/leaq 96/d' tests/asm/data/clean.S >"$work/corpus.S"
for kernel in kernel corpus; do
  ok "1,000 mutations of the $kernel" fairlead asm mutate --mutations 1000 --inputs 100 --seed "${SEED:-$RANDOM}" "$work/$kernel.S"
done
ok "some of them were accepted, and run" bash -c "fairlead asm mutate --mutations 1000 --inputs 1 --seed 1 '$work/kernel.S' |
  grep -E ' [1-9][0-9]* accepted as reorderings, [1-9][0-9]* symbolically; [1-9][0-9]* run on 1 inputs, 0 differ'"
done_testing
