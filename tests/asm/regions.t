#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What is said of memory belongs to a function: in check, and in what lower and transform write.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
refused() { # PATTERN COMMAND...
  local pattern=$1 out status=0
  shift
  out=$("$@" 2>&1) || status=$?
  echo "$out"
  [ "$status" -eq 1 ] && grep -qE "$pattern" <<<"$out"
}
edited() { sed "$2" "$1" >"$work/edited.S" && echo "$work/edited.S"; } # FILE SED
check() { fairlead asm check "$@"; }
# g's annotations give the registers of f other meanings
cat >"$work/two.S" <<'X'
# fairlead: region src %rsi
# fairlead: region dst %rdi
# fairlead: disjoint src dst
	.globl f
	.type f, @function
f:
	movdqu (%rsi), %xmm0
	movdqu %xmm0, (%rdi)
	movdqu 16(%rsi), %xmm1
	movdqu %xmm1, 16(%rdi)
	ret
# fairlead: region out %rsi
# fairlead: region in %rdi
	.globl g
g:
	movq (%rdi), %rax
	movq %rax, (%rsi)
	movq 8(%rdi), %rcx
	movq %rcx, 8(%rsi)
	ret
X
sed '/fairlead:/d' "$work/two.S" >"$work/bare.S"
ok "a file whose second function names regions, against itself" check "$work/two.S" "$work/two.S"
ok "... symbolically" check --symbolic "$work/two.S" "$work/two.S"
ok "... against itself without annotations" check "$work/two.S" "$work/bare.S"
sed '/movdqu %xmm0, (%rdi)/d;s/movdqu %xmm1, 16(%rdi)/movdqu %xmm0, (%rdi)\n&/' "$work/bare.S" >"$work/f.S"
ok "f: a load past a store to a region that is disjoint there" check "$work/two.S" "$work/f.S"
sed '/movq %rax, (%rsi)/d;s/movq %rcx, 8(%rsi)/movq %rax, (%rsi)\n&/' "$work/bare.S" >"$work/g.S"
ok "g: not what was said in f" refused 'may be the memory' check "$work/two.S" "$work/g.S"
sed 's/fairlead: region in %rdi/&\n# fairlead: disjoint in out/' "$work/two.S" >"$work/both.S"
ok "... but what is said in g" check "$work/both.S" "$work/g.S"
sed 's/region out/region dst/;s/region in/region src/' "$work/two.S" >"$work/names.S"
ok "... nor what was said in f of regions with the same names" refused 'may be the memory' check "$work/names.S" "$work/g.S"
ok "what is said inside of a function holds in all of it" check "$(edited "$work/two.S" '/fairlead: disjoint/d;s/movdqu 16(%rsi), %xmm1/# fairlead: disjoint src dst\n&/')" "$work/f.S"
{ sed -n '1,3p' "$work/two.S"; cat "$work/bare.S"; } >"$work/first.S"
ok "what is said before the first function only, holds in all" check "$work/first.S" "$work/g.S"
printf '# fairlead: region a %%rsi\n\t.globl f\nf:\tmovq (%%rsi), %%rax\n# fairlead: region b %%rsi\n\tmovq (%%rsi), %%rcx\n\tret\n' >"$work/twice.S"
ok "one register, two regions" refused "twice.S:4:1: error: in this function %rsi leads to region .a. already" check "$work/twice.S" "$work/twice.S"
printf '\t.section .rodata\ntable:\t.quad 1\n# fairlead: region a %%rsi\n# fairlead: region b %%rdi\n# fairlead: disjoint a b\n\t.text\n\t.globl f\nf:\tmovq %%rax, (%%rdi)\n\tmovq (%%rsi), %%rcx\n\tret\n' >"$work/data.S"
printf '\t.section .rodata\ntable:\t.quad 1\n\t.text\n\t.globl f\nf:\tmovq (%%rsi), %%rcx\n\tmovq %%rax, (%%rdi)\n\tret\n' >"$work/data.fast.S"
ok "labels of data begin no function" check "$work/data.S" "$work/data.fast.S"

printf '# fairlead: region rdi %%rsi\n\t.globl f\nf:\tret\n' >"$work/named.S"
ok "a region with a register's name" refused "named.S:1:1: error: .rdi. is a register" check "$work/named.S" "$work/named.S"

# What is written has them where they were.
ok "lower keeps them with their functions" bash -c "fairlead asm lower $work/both.S -o $work/low.S && fairlead asm check $work/low.S $work/g.S && fairlead asm check $work/low.S $work/f.S"
ok "... and does not spread them" bash -c "fairlead asm lower $work/two.S -o $work/low.S && ! fairlead asm check $work/low.S $work/g.S"
ok "... in Intel syntax" bash -c "fairlead asm lower --intel $work/both.S -o $work/low.S && fairlead asm check $work/low.S $work/g.S && fairlead asm check $work/low.S $work/f.S"
ok "transform keeps them with their functions" bash -c "fairlead asm transform --peephole copies $work/both.S -o $work/t.S >/dev/null && fairlead asm check $work/t.S $work/g.S && fairlead asm check $work/t.S $work/f.S"

# What compilers write between instructions.
printf '\t.globl f\n\t.p2align 4,,10\n\t.p2align 3\nf:\n\t.cfi_startproc\n\tpushq %%rbx\n\t.cfi_def_cfa_offset 16\n\t.cfi_rel_offset rbx, 0\n\tmovq %%rdi, %%rbx\n\t.p2align 4,,10\n\taddq %%rsi, %%rax\n\tpopq %%rbx\n\t.cfi_restore rbx\n\tret\n\t.cfi_endproc\n' >"$work/gcc.S"
for command in 'check --symbolic' check explain; do ok "$command: gcc's alignments, .cfi_rel_offset" fairlead asm $command "$work/gcc.S" "$work/gcc.S"; done
ok "lower: the same" bash -c "fairlead asm lower $work/gcc.S | grep -q 'cfi_rel_offset'"

# The symbolic checker: two stores that a load sees, a third elsewhere; a register xored with itself.
printf '# fairlead: region a %%rdi\n# fairlead: region b %%rsi\n# fairlead: disjoint a b\nf:\n\tmovq %%rax, (%%rdi)\n\tmovq %%rbx, 8(%%rdi)\n\tmovq %%rcx, (%%rsi)\n\tmovdqu (%%rdi), %%xmm0\n\tret\n' >"$work/stores.S"
printf 'f:\n\tmovq %%rax, (%%rdi)\n\tmovq %%rbx, 8(%%rdi)\n\tmovdqu (%%rdi), %%xmm0\n\tmovq %%rcx, (%%rsi)\n\tret\n' >"$work/stores.fast.S"
ok "symbolic: two stores reloaded as one, a disjoint one between" check --symbolic "$work/stores.S" "$work/stores.fast.S"
ok "... not if it may not be disjoint" refused 'different values in %xmm0' check --symbolic "$(edited "$work/stores.S" '/disjoint/d')" "$work/stores.fast.S"
ok "... not if one of the two comes later" refused 'different values in %xmm0' check --symbolic "$work/stores.S" \
  "$(edited "$work/stores.fast.S" '/movq %rbx/d;s/movq %rcx, (%rsi)/&\n\tmovq %rbx, 8(%rdi)/')"
printf 'f:\n\tmovq $0, %%rax\n\taddq %%rax, %%rbx\n\tmovl $0, %%ecx\n\tcmpq %%rcx, %%rdx\n\tret\n' >"$work/zero.S"
fairlead asm transform --peephole zero "$work/zero.S" -o "$work/zero.fast.S" >/dev/null
is "transform makes xors" 2 "$(grep -c xorl "$work/zero.fast.S")"
ok "symbolic: ... which it accepts" check --symbolic "$work/zero.S" "$work/zero.fast.S"
ok "... and back" check --symbolic "$work/zero.fast.S" "$work/zero.S"
ok "... a register less itself" check --symbolic "$work/zero.S" "$(edited "$work/zero.fast.S" 's/xorl %eax, %eax/subq %rax, %rax/')"
ok "... not of another register" refused 'different values in %rax' check --symbolic "$work/zero.S" "$(edited "$work/zero.fast.S" 's/xorl %eax, %eax/xorl %esi, %eax/')"
printf 'f:\n\txorl %%eax, %%eax\n\tadcq %%rbx, %%rcx\n\tret\n' >"$work/carry.S"
printf 'f:\n\tmovl $0, %%eax\n\tadcq %%rbx, %%rcx\n\tret\n' >"$work/carry.fast.S"
ok "... nor where a flag that the xor clears is read" refused 'flag|different values' check --symbolic "$work/carry.S" "$work/carry.fast.S"
# What stands inside of the first function alone is not said of the second one afterwards.
cat >"$work/inside.S" <<'X'
	.globl f
f:
	movq (%rdi), %rax
# fairlead: region a %rdi
# fairlead: region b %rsi
# fairlead: disjoint a b
# fairlead: secret %rbx
	ret
	.globl g
g:
	movq %rax, (%rdi)
	movq (%rsi), %rcx
	ret
X
sed '/fairlead:/d;/%rax, (%rdi)/d;s/movq (%rsi), %rcx/&\n\tmovq %rax, (%rdi)/' "$work/inside.S" >"$work/moved.S"
for command in lower 'transform --peephole copies'; do
  fairlead asm $command "$work/inside.S" -o "$work/out.S" >/dev/null
  ok "$command: what it writes" check "$work/inside.S" "$work/out.S"
  ok "... says of the first function what was said" grep -q 'disjoint a b' "$work/out.S"
  ok "... and of the second nothing" refused 'cannot move before' fairlead asm check "$work/out.S" "$work/moved.S"
  ok "... no secrets either" refused 'of function .g. nothing is said' fairlead asm taint "$work/out.S"
done
done_testing
