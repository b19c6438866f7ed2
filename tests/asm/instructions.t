#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Instructions that came by CONTRIBUTING's recipe: each is read in both syntaxes, is a Coq term, and a file that has it
# checks against itself in another order, and not against one with another operand.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
file() { printf '\t.globl f\nf:\t%s\n\tmovq %%rsi, %%r8\n\tret\n' "$1"; }
behind() { printf '\t.globl f\nf:\tmovq %%rsi, %%r8\n\t%s\n\tret\n' "$1"; }
works() { # INSTRUCTION OTHER TERM
  local status=0
  file "$1" >"$work/a.S" && behind "$1" >"$work/b.S" && behind "$2" >"$work/c.S" || return 1
  fairlead asm check "$work/a.S" "$work/b.S" && fairlead asm check --symbolic "$work/a.S" "$work/b.S" || return 1
  fairlead asm check "$work/a.S" "$work/c.S" || status=$?
  [ $status -eq 1 ] && fairlead asm check -q --symbolic "$work/a.S" "$work/c.S" && return 1
  fairlead asm print --intel "$work/a.S" >"$work/i.S" && fairlead asm check "$work/a.S" "$work/i.S" &&
    fairlead asm coq "$work/a.S" | grep -F "$3"
}
while IFS='|' read -r one other term; do
  ok "$one" works "$one" "$other" "$term"
done <<'X'
pextq %rax, %rbx, %rcx|pextq %rax, %rdx, %rcx|Bmi PEXT W64 RCX RBX (R RAX)
pext (%rdi), %ebx, %ecx|pext 4(%rdi), %ebx, %ecx|Bmi PEXT W32 RCX RBX (M
pdepq %rax, %rbx, %rcx|pdepq %rbx, %rax, %rcx|Bmi PDEP W64
andn %rax, %rbx, %rcx|andn %rbx, %rax, %rcx|Bmi ANDN W64
shlxq %rcx, (%rdi), %rax|shlxq %rdx, (%rdi), %rax|Shx SHL W64
shrxl %ecx, %ebx, %eax|sarxl %ecx, %ebx, %eax|Shx SHR W32
rorxq $3, %rbx, %rax|rorxq $4, %rbx, %rax|Rorx W64 RAX (R RBX) 3%N
shlq %cl, %rax|shrq %cl, %rax|ShiftCl SHL W64 (R RAX)
sarl %cl, (%rdi)|sarl %cl, 4(%rdi)|ShiftCl SAR W32 (M
rolq %cl, %rbx|rorq %cl, %rbx|ShiftCl ROL W64
imulq $17, %rax, %rcx|imulq $18, %rax, %rcx|ImulConst W64 RCX (R RAX) 17%Z
imull $-3, (%rdi), %ecx|imull $3, (%rdi), %ecx|ImulConst W32 RCX
shufpd $1, %xmm1, %xmm2|shufpd $2, %xmm1, %xmm2|SHUFPD 1%N
vshufpd $9, %ymm1, %ymm2, %ymm3|vshufpd $8, %ymm1, %ymm2, %ymm3|Vex256 V3 V2
shldq $3, %rax, %rbx|shldq $3, %rbx, %rax|Shiftd SHLD W64 (R RBX) RAX 3%N
shrdl $1, %eax, (%rdi)|shrdl $2, %eax, (%rdi)|Shiftd SHRD W32 (M
shldq %cl, %rax, %rbx|shrdq %cl, %rax, %rbx|ShiftdCl SHLD W64 (R RBX) RAX
btrq $63, %rax|btsq $63, %rax|Bit BTR W64 (R RAX) 63%N
btcl $5, (%rdi)|btcl $6, (%rdi)|Bit BTC W32 (M
btq $4, %rax; setb %cl|btq $5, %rax; setb %cl|Bit BT W64
bsrq %rax, %rbx|bsfq %rax, %rbx|Scan BSR RBX (R RAX)
stc; adcq $0, %rax|clc; adcq $0, %rax|Carry STC
xchgq %rax, %rbx|xchgq %rax, %rcx|Xchg
movslq %eax, %rbx|movslq %ecx, %rbx|Movslq RBX (R RAX)
movslq (%rdi), %rbx|movslq 4(%rdi), %rbx|Movslq RBX (M
imulq %rcx|mulq %rcx|ImulWide W64 (R RCX)
rcrq %rax|rclq %rax|Rotc RCR W64 (R RAX)
rcll (%rdi)|rcll 4(%rdi)|Rotc RCL W32 (M
popcntl %ecx, %eax|popcntl %edx, %eax|Popcnt W32 RAX (R RCX)
movzwl (%rdi), %eax|movzwl 2(%rdi), %eax|Movzw RAX
movw %ax, (%rdi)|movw %cx, (%rdi)|Movw
paddw %xmm1, %xmm2|psubw %xmm1, %xmm2|Vop2 PADDW Sse
vpmulhw %ymm1, %ymm2, %ymm3|vpmulhuw %ymm1, %ymm2, %ymm3|PMULHW Vex256 V3 V2
vpmuldq (%rdi), %ymm2, %ymm3|vpmuludq (%rdi), %ymm2, %ymm3|PMULDQ Vex256
vpblendw $5, %ymm1, %ymm2, %ymm3|vpblendw $4, %ymm1, %ymm2, %ymm3|(PBLENDW 5%N) Vex256
vmovshdup %ymm1, %ymm2|vmovsldup %ymm1, %ymm2|Vop1 MOVSHDUP Vex256
vpsraw $3, %ymm1, %ymm2|vpsrlw $3, %ymm1, %ymm2|VShift PSRAW Vex256
vpbroadcastd %xmm1, %ymm2|vpbroadcastq %xmm1, %ymm2|Vpbroadcast W32 Vex256 V2 (X V1)
vpbroadcastq (%rdi), %xmm2|vpbroadcastq 8(%rdi), %xmm2|Vpbroadcast W64 Vex128 V2 (XM
vpermd %ymm1, %ymm2, %ymm3|vpermd %ymm2, %ymm1, %ymm3|Vpermd V3 V2 (X V1)
vpmovzxbd (%rdi), %ymm1|vpmovzxbd 8(%rdi), %ymm1|Pmovzxbd Vex256 V1 (XM
pmovmskb %xmm1, %eax|pmovmskb %xmm2, %eax|Movmsk PMOVMSKB Sse RAX V1
vpmulhrsw %ymm1, %ymm2, %ymm3|vpmulhw %ymm1, %ymm2, %ymm3|PMULHRSW Vex256
pmaddwd (%rdi), %xmm1|pmaddubsw (%rdi), %xmm1|Vop2 PMADDWD Sse
vpackuswb %ymm1, %ymm2, %ymm3|vpackuswb %ymm2, %ymm1, %ymm3|PACKUSWB Vex256 V3 V2
vpsrlvq %ymm1, %ymm2, %ymm3|vpsrlvd %ymm1, %ymm2, %ymm3|PSRLVQ Vex256
vpblendvb %ymm1, %ymm2, %ymm3, %ymm4|vpblendvb %ymm3, %ymm2, %ymm1, %ymm4|Vpblendvb Vex256 V4 V3 (X V2) V1
pinsrw $3, (%rdi), %xmm1|pinsrw $4, (%rdi), %xmm1|PinsrN W16 Sse V1 V1 (M
vpextrb $3, %xmm1, %eax|vpextrb $4, %xmm1, %eax|PextrN W8 Vex128 (R RAX)
movw (%rdi), %ax|movw 2(%rdi), %ax|MovwLoad RAX
vmovhpd %xmm1, (%rdi)|vmovhpd %xmm2, (%rdi)|MovhStore Vex128
X
# A shift by zero leaves flags as they were: what they are behind one is not known.
printf '# fairlead: secret %%rdx\n\t.globl f\nf:\tshlq %%cl, %%rax\n\tjz 1f\n\tnop\n1:\tret\n' >"$work/flags.S"
ok "flags behind a shift by cl are not read" \
  bash -c "! fairlead asm taint '$work/flags.S' >'$work/out' 2>&1 && grep -q 'may be undefined here' '$work/out'"
printf '\t.globl f\nf:\tshlq %%dl, %%rax\n\tret\n' >"$work/dl.S"
ok "a shift by another register is refused" bash -c "! fairlead asm print '$work/dl.S' 2>/dev/null"
printf '\t.globl f\nf:\tpextw %%ax, %%bx, %%cx\n\tret\n' >"$work/w.S"
ok "what is not in the model says where to go" \
  bash -c "! fairlead asm print '$work/w.S' 2>'$work/out' && grep -q CONTRIBUTING.md '$work/out'"
done_testing
