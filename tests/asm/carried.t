#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# `asm coq CLEAN.S FAST.S': what it prints, and that it refuses what `asm check' refuses. carried_proved.t asks Coq.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
data=tests/asm/data
temporary_folder
status() { # WANT PATTERN COMMAND...: its status, and that it says this
  local want=$1 pattern=$2 out got=0
  shift 2
  out=$("$@" 2>&1) || got=$?
  echo "status $got: $out"
  [ "$got" -eq "$want" ] && grep -qE -- "$pattern" <<<"$out"
}
refused() { # OPTION... CLEAN FAST: by both, with the same words, and nothing is written
  local one two a=0 b=0
  one=$(fairlead asm check "$@" 2>&1) || a=$?
  two=$(fairlead asm coq "$@" -o "$work/none.v" 2>&1) || b=$?
  echo "$two"
  [ $a -eq 1 ] && [ $b -eq 1 ] && [ "$one" = "$two" ] && [ ! -e "$work/none.v" ]
}
sum=$data/structured/sum tutorial=$data/tutorial

ok "a script" fairlead asm coq $sum.clean.S $sum.pipelined.S -o "$work/sum.v"
ok "... both terms" bash -c "grep -c ': list flat' $work/sum.v | grep -qx 2"
ok "... the regions that are disjoint" grep -q 'disjoint_regions .*:= \[(2, 3)%N; (2, 4)%N; (3, 4)%N\]' "$work/sum.v"
ok "... the theorem" grep -q '^Theorem f_carried ' "$work/sum.v"
ok "... the loops of the clean code" grep -q '^Definition f_code : code :=' "$work/sum.v"
is "on standard output it is the same" "$(cat "$work/sum.v")" "$(fairlead asm coq $sum.clean.S $sum.pipelined.S)"
ok "by values, with dead registers" \
  fairlead asm coq --symbolic --dead %xmm2 $tutorial/clean.S $tutorial/fast.S -o "$work/t.v"
ok "... which do not count" grep -q '^Definition live : list loc := live_but \[Lo V2; Hi V2\]' "$work/t.v"
ok "groups" bash -c "fairlead asm coq $data/groups/pair.clean.S $data/groups/pair.fast.S | grep -q 'ByGroups \[Trade '"
printf '\t.globl f,g.h,g$h\nf:\tincq %%rax\n\tret\ng.h:\tincq %%rbx\n\tret\ng$h:\tret\n' >"$work/names.S"
is "functions, whatever their names" "f_carried g_h_carried g_h_1_carried" \
  "$(fairlead asm coq "$work/names.S" "$work/names.S" | sed -n 's/^Theorem \(.*_carried\) .*/\1/p' | xargs)"

# What check refuses
ok "refused: another order" refused $tutorial/clean.S $tutorial/attempt.S
ok "refused: a live register" refused --symbolic $tutorial/clean.S $tutorial/fast.S
ok "refused: no such register" refused --dead %foo $tutorial/clean.S $tutorial/fast.S
ok "refused: not a file" refused "$work/nowhere.S" $tutorial/fast.S
printf 'f:\tcall g\n\tret\n' >"$work/calls.S"
ok "no theorem covers calls: status 3" \
  status 3 'warning: nothing is printed, for no theorem covers the files .*they have calls' \
  fairlead asm coq "$work/calls.S" "$work/calls.S" -o "$work/none.v"
fairlead asm coq $sum.clean.S $sum.clean.S >"$work/out" 2>&1
is "... nor marks in the fast file" 3 $?
ok "... and then nothing is written" [ ! -e "$work/none.v" ]
printf 'f:\tincq %%rax\n' >"$work/off.S"
ok "code that runs on is no term" status 1 'runs on past its end' \
  fairlead asm coq "$work/off.S" "$work/off.S" -o "$work/none.v"
ok "... and nothing is written" [ ! -e "$work/none.v" ]
ok "an output that cannot be written" status 1 'cannot write' \
  fairlead asm coq $sum.clean.S $sum.pipelined.S -o "$work/no/where.v"

# The command line
ok "--regions with two files" status 2 '--regions' fairlead asm coq --regions $sum.clean.S $sum.clean.S $sum.pipelined.S
ok "--symbolic with one" status 2 '--symbolic' fairlead asm coq --symbolic $sum.clean.S
ok "--dead with one" status 2 '--dead' fairlead asm coq --dead %rax $sum.clean.S
ok "no file" status 2 'CLEAN.S' fairlead asm coq
ok "three files" status 2 'too many' fairlead asm coq a b c
ok "help" status 0 'FAST.S' fairlead asm coq --help=plain
ok "one file, with -o" fairlead asm coq $sum.clean.S -o "$work/one.v"
is "... is what is printed" "$(fairlead asm coq $sum.clean.S)" "$(cat "$work/one.v")"

# Contracts
contract() { # TEXT: a file with these lines in it
  {
    printf '# fairlead: region src %%rdi\n%b\n' "$1"
    printf '\t.globl f\nf:\tmovq (%%rdi), %%rax\n\taddq %%rsi, %%rax\n\tret\n'
  } >"$work/c.S"
}
says() { # PATTERN: of a file with a contract, against itself
  fairlead asm coq "$work/c.S" "$work/c.S" >"$work/c.v" 2>&1
  sed -n '/_requires/,$p' "$work/c.v"
  grep -qE -- "$1" "$work/c.v"
}
refuses() { # NAME CONTRACT PATTERN
  contract "$2"
  ok "refused: $1" status 1 "c.S:[0-9]+:[0-9]+: error: .*$3" fairlead asm coq "$work/c.S" "$work/c.S"
}
contract '# fairlead: requires readable g region(src) %rdi 8
# fairlead: ensures %rax = low 64 (load old(mem) old(%rdi) 8 + %rsi)'
ok "requires" says '^  \(readable g 2%N \(locs s \(G RDI\)\) 8\)\.$'
ok "ensures" \
  says '^  \(\(locs r \(G RAX\)\) = low 64 \(load \(memory s\) \(locs s \(G RDI\)\) 8 \+ \(locs r \(G RSI\)\)\)\)\.$'
ok "modifies what is written, if it says nothing" says '^Definition f_modifies : list loc := \[G RAX\]'
ok "what is left to prove" says '^Definition f_goal : Prop :='
contract '# fairlead: ensures True\n# fairlead: modifies %rax %rcx %xmm1 src'
ok "modifies" says '^Definition f_modifies : list loc := \[G RAX; G RCX; Lo V1; Hi V1\]'
ok "... regions" says '^Definition f_stores : list N := \[2%N\]'
contract '# fairlead: uses Fairlead.Gcm.Spec.Gcm_trusted\n# fairlead: ensures True'
ok "uses" says '^Import Fairlead.Gcm.Spec.Gcm_trusted\.'
ok "... for the text alone: the theorem is of this file's names, whatever others that one has" awk '
  /^Require Fairlead.Gcm/ { a = NR } /^Definition clean / { b = NR } /^Section f_text/ { c = NR }
  /^Import Fairlead.Gcm/ { d = NR } /^End f_text/ { e = NR }
  END { exit !(a && a < b && b < c && c < d && d < e) }' "$work/c.v"
ok "check takes no notice" fairlead asm check -q "$work/c.S" "$work/c.S"
ok "nor do transformers" bash -c \
  "fairlead asm transform -q --peephole copies $work/c.S -o $work/d.S && fairlead asm check -q $work/c.S $work/d.S"
refuses "what is modified and not listed" '# fairlead: modifies %rcx' 'this writes %rax, which .modifies. does not list'
refuses "neither register nor region" '# fairlead: modifies %rax away' '.away. is neither'
refuses "a flag" '# fairlead: ensures %cf = 0\n# fairlead: ensures %eax = 0' '.%eax. cannot be spoken of'
refuses "no such region" '# fairlead: requires readable g region(dst) %rdi 8' 'no region is called .dst.'
refuses "no such symbol" '# fairlead: requires symbol(x) = 0' 'no symbol is called .x.'
refuses "a state that is not there" '# fairlead: requires old(%rax) = 0' 'old. in .requires.'
refuses "old of what is no word of ours" '# fairlead: ensures old(x) = 0' 'old of .x.'
refuses "an end of a sentence" '# fairlead: ensures True. Axiom bad : False' 'end a sentence'
refuses "... at the end of the line" '# fairlead: ensures True.' 'end a sentence'
refuses "... and at a carriage return" '# fairlead: ensures True.\rAxiom bad : False' 'no such instruction'
refuses "another control character" '# fairlead: ensures True \f = True' 'byte 12'
refuses "brackets that would close ours" '# fairlead: ensures True) /\\ (True' 'was not opened'
refuses "brackets that stay open" '# fairlead: ensures (True' 'is not closed'
refuses "a comment" '# fairlead: ensures True (* and' 'no comments'
refuses "a string" '# fairlead: ensures "x" = "x"' 'no strings'
refuses "a library with more in its name" '# fairlead: uses A. Axiom bad : False' 'no name of a library'
refuses "a bound name of the printed text" '# fairlead: ensures exists s, %rax = old(%rdi)' '.s. is a name'
refuses "... that it has for a register" '# fairlead: ensures exists RAX, %rax = 5' '.RAX. is a name'
refuses "a machine that is bound" '# fairlead: ensures exists (g : env), readable g 2 8 8' '.g. is the machine'
refuses "... by a pattern" '# fairlead: ensures match 0 with 1 => True | g => True end' '.g. is the machine'
refuses "a word of ours without what belongs to it" '# fairlead: ensures old (%rax) = 0' '.old. is a name'
refuses "letters that look like others" '# fairlead: ensures %rax = 5 \xef\xbc\xbc/ True' 'byte 239'
refuses "a clause without a colon" '# fairlead requires 0 < %rax' 'looks like a mark or an annotation'
refuses "an empty clause" '# fairlead: ensures' 'nothing follows'
printf '# fairlead: ensures %%rax = 0\nf:\txorq %%rax, %%rax\n\tret\n' >"$work/f.S"
printf 'h:\txorq %%rax, %%rax\n\tret\n' >"$work/h.S"
ok "a function that the fast code calls otherwise" status 1 'f.S:1:1: error: this is said of .f., and the fast' \
  fairlead asm coq "$work/f.S" "$work/h.S"
for name in check flat; do
  printf '# fairlead: ensures True\n\t.globl %s\n%s:\tret\n' $name $name >"$work/n.S"
  is "a function whose theorems would be called as ours are ($name)" "Theorem ${name}_1_contract" \
    "$(fairlead asm coq "$work/n.S" "$work/n.S" | grep -o "^Theorem ${name}.*_contract")"
done
contract '# fairlead: ensures %r9 = 0'
ok "a register that is dead" status 1 'does not count where the function returns' \
  fairlead asm coq --symbolic --dead %r9 "$work/c.S" "$work/c.S"
done_testing
