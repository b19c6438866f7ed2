#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# Coq takes what `asm coq CLEAN.S FAST.S' prints, and nothing else; and docs/prove-your-kernel.md works as printed.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
tree=$PWD data=$PWD/tests/asm/data
temporary_folder
theories=$(tools/theories)
cd "$work" || exit 1

coq() { timeout 500 coqc -q -w none -R "$theories" Fairlead "$@"; }
extensionality() { # of what Print Assumptions says: that is all
  [ "$(grep -v '^ ' | xargs)" = "Axioms: FunctionalExtensionality.functional_extensionality_dep" ]
}
carried() { # NAME ARGUMENT...: written and taken, with nothing assumed except functional extensionality
  local name=$1 out
  shift
  fairlead asm coq "$@" -o "$name.v" && out=$(coq "$name.v" 2>&1) || { echo "$out"; return 1; }
  extensionality <<<"$out" || { echo "$out"; return 1; }
}
not_so() { # NAME SED: with this changed Coq does not take it
  local out
  sed "$2" "$1.v" >damaged.v
  cmp -s "$1.v" damaged.v && { echo "nothing was changed"; return 1; }
  out=$(coq damaged.v 2>&1) && { echo "Coq takes it"; return 1; }
  grep -q 'Unable to unify "true" with "false"' <<<"$out" || { echo "$out"; return 1; }
}
sum=$data/structured/sum.clean.S

# By each checker, with each kind of step
ok "values, a dead register" carried values --symbolic --dead %xmm2 "$data/tutorial/clean.S" "$data/tutorial/fast.S"
ok "... pointers" carried pointers --symbolic "$data/symbolic/pointers.clean.S" "$data/symbolic/pointers.fast.S" \
  --dead %xmm3
ok "... the stack, a jump" carried spills --symbolic "$data/symbolic/spills.clean.S" "$data/symbolic/spills.fast.S"
ok "groups" carried groups "$data/groups/pair.clean.S" "$data/groups/pair.fast.S"
ok "a pipelined loop" carried pipelined "$sum" "$data/structured/sum.pipelined.S"
fairlead asm transform -q --unroll 4 --lower "$sum" -o unrolled.S
ok "an unrolled one" carried unrolled "$sum" unrolled.S
fairlead asm transform -q --peel --lower "$sum" -o peeled.S
ok "a peeled one" carried peeled "$sum" peeled.S
sed 's/inline mix %xmm0 %xmm1/inline mix %xmm0 %xmm1\n\tincq %r8\n\tincq %r9/' "$sum" >two.S
fairlead asm lower two.S -o low.S
sed 's/incq %r9/decq %r9/' low.S >other.S
awk '/incq %r8/ { held = $0; next } { print } /incq %r9/ { print held }' low.S >moved.S
ok "an order, of blocks" carried order low.S moved.S
ok "... and of a loop that is marked" carried marked two.S moved.S
ok "... and not of another instruction" bash -c '! fairlead asm coq low.S other.S -o none.v && [ ! -e none.v ]'
for seed in 1 2; do
  "$data/structured/random" $seed >random.S && fairlead asm lower random.S -o flat.S
  ok "loops and conditionals at every place of each other ($seed)" carried "random$seed" random.S flat.S
done
printf '\t.globl f,g\n%s\n\tret\n%s\n\tret\n\t.data\na:\t.quad 1,2\n' \
  $'f:\tincq %rax\n\tmovq a(%rip), %rcx' $'g:\tmovq a+8(%rip), %rdx\n\tincq %rax' >functions.S
printf '\t.globl f,g\n%s\n\tret\n%s\n\tret\n\t.data\na:\t.quad 1,2\n' \
  $'f:\tmovq a(%rip), %rcx\n\tincq %rax' $'g:\tincq %rax\n\tmovq a+8(%rip), %rdx' >moved.S
ok "two functions and their data" carried functions functions.S moved.S
ok "... the second has a theorem, too" grep -q '^Theorem g_carried' functions.v

# Damage
ok "no: another constant in the fast code" not_so pipelined \
  '/^Definition fast/,/^\]/ s/Mov W32 (R RAX) (Imm 1%Z)/Mov W32 (R RAX) (Imm 2%Z)/'
ok "no: another instruction in the clean code" not_so pipelined \
  '/^Definition clean/,/^\]/ s/Un DEC W64 (R RDX)/Un INC W64 (R RDX)/'
ok "no: an instruction less" not_so groups \
  '/^Definition fast/,/^\]/ { /ADC/ { x; s/^/x/; /^x$/ { x; d; }; x; } }'
ok "no: a jump to another place" not_so pipelined '/^Definition fast/,/^\]/ s/FBranch CcE 13/FBranch CcE 14/'
ok "no: regions that may overlap" not_so values \
  's/^Definition disjoint_regions.*/Definition disjoint_regions : list (N * N) := []./'
ok "no: a register that is not dead" not_so values 's/live_but \[.*\]/live_but []/'
ok "no: another entry" not_so functions 's/^Definition g_fast : nat := 3%nat/Definition g_fast : nat := 2%nat/'
ok "no: evidence of something else" not_so groups 's/ByGroups \[.*\])/ByOrder [])/'

# A contract that uses a file in which everything has the same names: the theorem is about this one's code
printf '# fairlead: ensures %%rax = 7\n\t.globl f\nf:\tmovq $7, %%rax\n\tret\n' >seven.S
sed 's/movq .7/movq $8/; 1i # fairlead: uses K.seven' seven.S >eight.S
fairlead asm coq seven.S seven.S -o seven.v
fairlead asm coq eight.S eight.S -o eight.v
ok "a file that uses another of ours" bash -c \
  "coqc -q -w none -R $theories Fairlead -Q . K seven.v && coqc -q -w none -R $theories Fairlead -Q . K eight.v"
printf '%s\n' 'From Fairlead.Asm.Model Require Import Run_trusted.' \
  'From Fairlead.Asm.Verdicts Require Import Carry.' 'Require K.eight.' \
  'Goal K.eight.f_goal = (forall g, respects g K.eight.apart ->' \
  '  flat_triple g K.eight.clean 0 (K.eight.f_requires g) (K.eight.f_ensures g)).' 'Proof. reflexivity. Qed.' >about.v
ok "... is about its own code" coq -Q . K about.v
printf '%s\n' 'From Coq Require Import NArith.' \
  'From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted.' \
  'Definition locs (s : state) (l : loc) : N := 7.' >others.v
sed 's/K.seven/K.others/' eight.S >nine.S
fairlead asm coq nine.S nine.S -o nine.v
ok "no: a file that calls something else what ours is called" bash -c \
  "coqc -q -w none -R $theories Fairlead -Q . K others.v && ! coqc -q -w none -R $theories Fairlead -Q . K nine.v"

# The page
page=$tree/docs/prove-your-kernel.md
mkdir kernel tools
cp "$data"/proved/* kernel
printf '#!/bin/sh\nexec %q/tools/theories\n' "$tree" >tools/theories
chmod +x tools/theories
grep -E '^    \$ ' "$page" | sed 's/^    \$ //' >commands
is "commands" 5 "$(wc -l <commands)"
while read -r command; do
  ok "$command" bash -c "$command"
done <commands
ok "what the page shows is in the files" \
  "$tree/tests/docs/shown.py" "$page" kernel/{sum,fast}.S kernel/{total,sum,proof}.v
coq -Q kernel Kernel kernel/proof.v >said
ok "the proof assumes no more" extensionality <said
sed -i '/^Definition fast/,/^\]/ s/Un DEC W64 (R RSI)/Un INC W64 (R RSI)/' kernel/sum.v
ok "no: another fast kernel" bash -c '! coqc -q -w none -R "$(tools/theories)" Fairlead -Q kernel Kernel kernel/sum.v'
fairlead asm coq kernel/sum.S kernel/fast.S -o kernel/sum.v
sed -i '/^Definition sum_ensures/,/\.$/ s/= total/= 1 + total/' kernel/sum.v
ok "a contract that the kernel does not keep" coq -Q kernel Kernel kernel/sum.v
ok "... is not proved" bash -c '! coqc -q -w none -R "$(tools/theories)" Fairlead -Q kernel Kernel kernel/proof.v'
done_testing
