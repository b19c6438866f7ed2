#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# `asm coq' prints all of a file, or nothing: loops and conditionals lowered, entries named; Coq reads what it prints.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
data=tests/asm/data/structured
temporary_folder
refused() { # NAME TEXT PATTERN
  local out status=0
  printf '%b' "$2" >"$work/t.S"
  out=$(fairlead asm coq "$work/t.S" 2>&1) || status=$?
  if [ "$status" -eq 1 ] && grep -qE "error: .*$3" <<<"$out" && ! grep -q Definition <<<"$out"; then tap_result 0 "$1"; else tap_result 1 "$1"; sed 's/^/# /' <<<"status $status: $out"; fi
}
term() { fairlead asm coq "$1" | sed -n '/^Definition/,$p'; }

fairlead asm lower $data/sum.clean.S -o "$work/low.S"
is "a file with loops is what it is lowered to" "$(term "$work/low.S")" "$(term $data/sum.clean.S)"
ok "... which is said" bash -c "fairlead asm coq $data/sum.clean.S | grep -q 'The code is lowered'"
ok "... with a jump back" grep -qE 'FBranch CcNE [0-9]+' <<<"$(term $data/sum.clean.S)"
printf 'f:\n\t//@ if e\n\tincq %%rax\n\t//@ else\n\tdecq %%rax\n\t//@ end\n\tret\n' >"$work/if.S"
is "a conditional" 'Definition code : list flat := [
  FBranch CcE 3;
  FInstr (Un DEC W64 (R RAX));
  FJump 4;
  FInstr (Un INC W64 (R RAX));
  FHalt;
  FHalt
].' "$(term "$work/if.S")"
printf '\t.globl f, g\nf:\tincq %%rax\ng:\tdecq %%rax\n\tret\n\t.section .rodata\n\t.quad .Lh\n\t.text\n.Lh:\tret\n' >"$work/two.S"
is "entries are named" '    Entries: 0 f, 1 g, 3 .Lh. *)' "$(fairlead asm coq "$work/two.S" | grep Entries)"
refused "a loop that has no end" 'f:\n\t//@ loop\n\tdecq %rax\n\tret\n' 'no .//@ while'
refused "a call" 'f:\tcall g\n\tret\n' 'calls are not analysed'
refused "a jump out" 'f:\tjmp g\n' 'no label .g.'
refused "running on past the end" 'f:\tincq %rax\n' 'runs on past its end'
refused "an address inside of the code" '\t.globl f\nf:\tincq %rax\n\tret\n\t.data\n\t.quad f+3\n' 'an address near'
refused "a prefix" 'f:\trepz cmpsb\n\tret\n' 'prefix'
refused "another return" 'f:\tret $16\n' 'return that takes an operand'
refused "bytes" 'f:\t.byte 0x0f,0x0b\n\tret\n' 'may put something into the code'
refused "no code" '\t.data\n\t.quad 1\n' 'no code'
# Names are in a comment, and stay there
printf '# fairlead: region a-b %%rdi\n%b' 'f:\tmovq (%rdi), %rax\n\tret\n' >"$work/a*)b\"c.S"
is "names that would end a comment of Coq" "(** Made by \`fairlead asm coq' from a??b?c.S; not to be edited.
    Regions: 2 a-b.
    Symbols: . *)" "$(fairlead asm coq "$work/a*)b\"c.S" | head -3)"
refused "a region of such a name" \
  '# fairlead: region *)Axiom(**)bad:False.(* %%rdi\nf:\tret\n' 'cannot be the name of a region'
done_testing
