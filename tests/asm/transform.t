#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The proved transformers on files: what they change, and a second opinion on it by the symbolic checker.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
data=tests/asm/data/structured
temporary_folder
fairlead asm print $data/peephole.S >"$work/clean.S"

changes() { # what a peephole takes away and adds, on one line
  fairlead asm transform --peephole "$1" "$work/clean.S" -o "$work/$1.S" >/dev/null && diff "$work/clean.S" "$work/$1.S" | sed -n 's/^\([<>]\) \t/\1 /p' | tr '\n' ';'
}
usage() { local status=0; "$@" >/dev/null 2>&1 || status=$?; [ "$status" -eq 2 ]; }
refused() { local pattern=$1 out status=0; shift; out=$("$@" 2>&1) || status=$?; echo "$out"; [ "$status" -eq 1 ] && grep -qE "$pattern" <<<"$out"; }
is "movbe elimination, in a loop too" \
  '< movbeq (%rdi), %rax;< movbel 8(%rdi), %ecx;< movbeq %rax, 8(%rsi);> movq (%rdi), %rax;> bswapq %rax;> movl 8(%rdi), %ecx;> bswapl %ecx;> bswapq %rax;> movq %rax, 8(%rsi);> bswapq %rax;< movbeq (%rdi), %rbx;> movq (%rdi), %rbx;> bswapq %rbx;' \
  "$(changes no-movbe)"
ok "movbe introduction brings all of them back" bash -c "fairlead asm transform --peephole movbe $work/no-movbe.S | cmp - $work/clean.S"
is "copies of copies, to itself, unread" \
  '< movq %rbx, %rcx;< movq %rcx, %rcx;> movq %rax, %rcx;> movq %rax, %rcx;< movdqu %xmm1, %xmm2;> movdqu %xmm0, %xmm2;' "$(changes copies)"
is "zeroing idioms, where the flags are dead" '< movl $0, %edx;> xorl %edx, %edx;' "$(changes zero)"
ok "... and back" bash -c "fairlead asm transform --peephole no-zero $work/zero.S | cmp - $work/clean.S"
is "prefetches removed, in a loop too" '< prefetcht0 0x200(%rdi);< prefetcht1 (%rsi);' "$(changes no-prefetch)"
is "prefetches inserted, in a loop too" '> prefetcht0 0x100(%rdi);> prefetcht0 0x108(%rdi);> prefetcht0 0x100(%rdi);' "$(changes prefetch:rdi:256)"
is "what nobody reads" '' "$(changes unseen)"
printf 'f:\n\tmovq %%rax, %%rbx\n\tnotq %%rbx\n\tmovq $3, %%rbx\n\tret\n' >"$work/unseen.S"
is "... and where there is something, what computes it goes next" 'f:;	movq %rax, %rbx;	movq $3, %rbx;	ret;f:;	movq $3, %rbx;	ret;' \
  "$( (fairlead asm transform --peephole unseen "$work/unseen.S"; fairlead asm transform --peephole unseen --peephole unseen "$work/unseen.S") | tr '\n' ';')"
for p in copies no-prefetch prefetch:rdi:256; do
  ok "the symbolic checker agrees: $p" \
    bash -c "fairlead asm lower $work/$p.S -o $work/$p.low.S && fairlead asm check --symbolic $work/clean.S $work/$p.low.S"
done
ok "several at once" fairlead asm transform --peephole no-movbe --peephole copies --unroll 2 --lower "$work/clean.S" -o "$work/all.S"
ok "... assemble" as -o "$work/o" "$work/all.S"

printf 'fairlead order 1\norder: 2 1 0 3\n' >"$work/o.order"
printf 'f:\n\tmovq (%%rsi), %%rax\n\tincq %%rcx\n\tmovq 8(%%rsi), %%rbx\n\tmovq %%rax, %%rdx\n\tret\n' >"$work/k.S"
ok "an order" fairlead asm transform --order "$work/o.order" "$work/k.S" -o "$work/k.fast.S"
ok "... is what it says" bash -c "head -2 $work/k.fast.S | tail -1 | grep -q 'movq 8(%rsi), %rbx'"
ok "... and accepted" fairlead asm check "$work/k.S" "$work/k.fast.S"
sed -i 's/2 1 0 3/3 1 0 2/' "$work/o.order"
ok "an illegal order" refused 'cannot move before' fairlead asm transform --order "$work/o.order" "$work/k.S"
sed -i 's/3 1 0 2/0 1/' "$work/o.order"
ok "an order of another length" refused 'not an order of the longest block' fairlead asm transform --order "$work/o.order" "$work/k.S"
ok "an order with rubbish" refused 'is not the number' bash -c "printf 'fairlead order 1\norder: 1 x\n' >$work/o.order; fairlead asm transform --order $work/o.order $work/k.S"
printf 'f:\n\t//@ loop\n\tmovdqu (%%rsi), %%xmm0\n\tdecq %%rdx\n\tpxor %%xmm1, %%xmm0\n\tmovdqu %%xmm0, (%%rsi)\n\tleaq 16(%%rsi), %%rsi\n\t//@ while ne\n\t//@ end\n\tret\n' >"$work/l.S"
ok "an order with prefetches" refused "has prefetches" bash -c "printf 'fairlead order 1\norder: 0 1 2 3\nprefetch: 0 prefetcht0 (%%rsi)\n' >$work/o.order; fairlead asm transform --order $work/o.order $work/k.S"
ok "sink and rotate, then invert: pipelining by hand" bash -c \
  "fairlead asm transform --sink 2 --rotate 2 $work/l.S -o $work/l2.S && fairlead asm transform --invert $work/l2.S -o $work/l3.S"
ok "... is found by check" bash -c "fairlead asm lower $work/l3.S -o $work/l3.low.S && fairlead asm check $work/l.S $work/l3.low.S"
ok "... lowered" bash -c "fairlead asm lower $work/l3.S | grep -c j | grep -qx 2"
ok "what would carry flags past the test" refused 'must not change its flags' fairlead asm transform --sink 3 $data/sum.clean.S
ok "a rotation by too much" refused 'has 7 parts' fairlead asm transform --rotate 9 $data/sum.clean.S
ok "a loop that is not there" refused 'there is no loop 2' fairlead asm transform --unroll 2 --loop 2 $data/sum.clean.S
ok "nothing to do: status 2" usage fairlead asm transform "$work/k.S"
ok "no such peephole: status 2" usage fairlead asm transform --peephole frob "$work/k.S"

# explain
ok "explain: what moved" bash -c "fairlead asm explain $work/k.S $work/k.fast.S | grep -qE '2 places earlier +movq 8\(%rsi\), %rbx'"
ok "explain: the picture" bash -c "fairlead asm explain --svg $work/p.svg $work/k.S $work/k.fast.S && python3 -c 'import xml.dom.minidom,sys; d=xml.dom.minidom.parse(sys.argv[1]); sys.exit(len(d.getElementsByTagName(\"path\"))!=4)' $work/p.svg"
printf 'f:\n\tmovq (%%rsi), %%rax\n\tmovq %%rcx, 4(%%rsi)\n\taddq %%rax, %%rdx\n\tadcq $0, %%rbx\n\tret\n' >"$work/c.S"
printf 'f:\n\tmovq %%rcx, 4(%%rsi)\n\tadcq $0, %%rbx\n\taddq %%rax, %%rdx\n\tmovq (%%rsi), %%rax\n\tret\n' >"$work/bad.S"
fairlead asm explain "$work/c.S" "$work/bad.S" >"$work/out" 2>&1
is "explain: a refused pair has status 1" 1 $?
ok "explain: over which bytes" grep -qE 'bytes 4 to 11 from %rsi; bytes 0 to 7 from %rsi' "$work/out"
ok "explain: over which flag, and what would make it legal" grep -qE 'it reads the carry flag CF.*lea, mov, mulx' "$work/out"
ok "explain: over which register" grep -q 'it reads %rax, which that one writes' "$work/out"
ok "explain: all of them" grep -q '^3 pairs' "$work/out"
ok "explain: renames" bash -c "fairlead asm explain --symbolic --dead %xmm2 tests/asm/data/tutorial/clean.S tests/asm/data/tutorial/fast.S | grep -q '%xmm0 -> %xmm2 in'"
done_testing
