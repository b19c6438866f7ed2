#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Memory below %rsp - 128 is a signal handler's: in each way in which %rsp moves, code that keeps data there, or reads
# again what lay there in between, is not what the clean code is. Each pair was once accepted with status 0.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
judged() { # NAME STATUS PATTERN CLEAN FAST OPTION...
  local name=$1 wanted=$2 pattern=$3 status=0 out
  printf '\t.globl f\nf:\n%b\tret\n' "$4" >"$work/clean.S"
  printf '\t.globl f\nf:\n%b\tret\n' "$5" >"$work/fast.S"
  out=$(fairlead asm check "${@:6}" "$work/clean.S" "$work/fast.S" 2>&1) || status=$?
  if [ "$status" -eq "$wanted" ] && grep -qE "$pattern" <<<"$out"; then tap_result 0 "$name"; return; fi
  tap_result 1 "$name"
  sed 's/^/# /' <<<"status $status: $out"
}
low='more than 128 bytes below %rsp$' since='lay more than 128 bytes below %rsp since it was written'
unknown='no theorem covers the file .*is as low as in the clean code'

# A frame is freed before its last use, in each way.
push=$(printf '\\tpushq %%%s\\n' rbx rbp r12 r13 r14 r15 rbx rbp r12 r13 r14 r15 rbx rbp r12 r13 r14 r15)
free() { # NAME ALLOCATE FREE USE: the use behind what frees, which it need not wait for
  judged "freed early: $1" 1 "$low" "\tmovq %rsp, %r10\n$2$4$3" "\tmovq %rsp, %r10\n$2$3$4"
}
spill='\tmovq %rdi, -136(%r10)\n' reload='\tmovq -136(%r10), %rax\n'
free "add" "\tsubq \$136, %rsp\n$spill" '\taddq $136, %rsp\n' "$reload"
free "sub of a negative number" "\taddq \$-136, %rsp\n$spill" '\tsubq $-136, %rsp\n' "$reload"
free "lea" "\tleaq -136(%rsp), %rsp\n$spill" '\tleaq 136(%rsp), %rsp\n' "$reload"
free "mov" "\tsubq \$136, %rsp\n$spill" '\tmovq %r10, %rsp\n' "$reload"
free "pops" "$push" "${push//push/pop}" "$reload"
free "a pop of %rsp" "\tsubq \$136, %rsp\n\tpushq %r10\n$spill" '\tpopq %rsp\n' "$reload"
free "a load of %rsp" "\tsubq \$136, %rsp\n\tmovq %r10, (%rsp)\n" '\tmovq (%rsp), %rsp\n' "$reload"
free "one byte at a time" "\tsubq \$1, %rsp\n\tsubq \$135, %rsp\n$spill" '\tincq %rsp\n\taddq $135, %rsp\n' "$reload"
free "an aligned frame" \
  "\tsubq \$8, %rsp\n\tandq \$-64, %rsp\n\tsubq \$192, %rsp\n\tmovq %rsp, %r11\n\tmovq %rdi, 8(%r11)\n" \
  '\tmovq %r10, %rsp\n' '\tmovq 8(%r11), %rax\n'
free "a store" "\tsubq \$136, %rsp\n" '\taddq $136, %rsp\n' "$spill"
free "a vector" "\tsubq \$136, %rsp\n" '\taddq $136, %rsp\n' '\tmovdqu -136(%r10), %xmm0\n'
free "a sum with memory" "\tsubq \$136, %rsp\n$spill" '\tleaq 136(%rsp), %rsp\n' '\taddq -136(%r10), %rax\n'
judged "freed early, symbolically" 1 "$low" \
  "\tsubq \$136, %rsp\n\tmovq %rdi, (%rsp)\n\tmovq (%rsp), %rax\n\taddq \$136, %rsp\n" \
  "\tsubq \$136, %rsp\n\tmovq %rdi, (%rsp)\n\taddq \$136, %rsp\n\tmovq -136(%rsp), %rax\n" --symbolic
judged "used before it is there" 1 "$low" "\tmovq %rsp, %r10\n\tsubq \$136, %rsp\n$spill\taddq \$136, %rsp\n" \
  "\tmovq %rsp, %r10\n$spill\tsubq \$136, %rsp\n\taddq \$136, %rsp\n"
judged "the clean code, too" 1 "$low" \
  '\tmovq %rdi, -136(%rsp)\n\tmovq %rsi, %rax\n' '\tmovq %rsi, %rax\n\tmovq %rdi, -136(%rsp)\n'

# A place on the stack may go through other registers and through memory.
by() { # NAME HOW: %rax comes to lead to the frame
  local body="\tsubq \$1024, %rsp\n$2\tmovq %rcx, 64(%rax)\n"
  judged "freed early: a pointer by way of $1" 3 "$unknown" \
    "$body\tmovq 64(%rax), %rdx\n\taddq \$1024, %rsp\n" "$body\taddq \$1024, %rsp\n\tmovq 64(%rax), %rdx\n"
}
spilled='\tmovq %rsp, -16(%rsp)\n'
by "a vector" '\tmovq %rsp, %xmm0\n\tmovq %xmm0, %rax\n'
by "a lane" '\tpinsrq $1, %rsp, %xmm0\n\tpextrq $1, %xmm0, %rax\n'
by "an upper half" "$spilled\tvpbroadcastq -16(%rsp), %ymm1\n\tvextracti128 \$1, %ymm1, %xmm2\n\tvmovq %xmm2, %rax\n"
by "a vector on the stack" '\tmovq %rsp, %xmm0\n\tmovdqu %xmm0, -16(%rsp)\n\tmovq -16(%rsp), %rax\n'
by "a vector from there" "$spilled\tmovdqu -16(%rsp), %xmm1\n\tmovq %xmm1, %rax\n"
by "its halves" "$spilled\tmovl -16(%rsp), %r9d\n\tmovl -12(%rsp), %eax\n\tshlq \$32, %rax\n\taddq %r9, %rax\n"
by "other memory" '\tmovq %rsp, (%rdi)\n\tmovq (%rdi), %rax\n'

# What lies in the red zone stays; what lay below it in between does not.
judged "the last word of the red zone" 0 'a legal reordering' '\tmovq %rdi, -128(%rsp)\n\tmovq %rsi, %rax\n' \
  '\tmovq %rsi, %rax\n\tmovq %rdi, -128(%rsp)\n'
judged "a byte below it" 1 "$low" \
  '\tmovq %rdi, -129(%rsp)\n\tmovq %rsi, %rax\n' '\tmovq %rsi, %rax\n\tmovq %rdi, -129(%rsp)\n'
move='\tmovq %rsi, %rax\n' other='\tmovq %rsi, %rdx\n'
again="\tsubq \$136, %rsp\n\tmovq %rdi, (%rsp)\n\taddq \$136, %rsp\n"
again+="\tsubq \$136, %rsp\n\tmovq (%rsp), %rcx\n\taddq \$136, %rsp\n"
judged "a frame that is freed and had again" 1 "$since" "$again$move$other" "$again$other$move"
judged "... by 8 bytes less" 0 'a legal reordering' "${again//136/128}$move$other" "${again//136/128}$other$move"
judged "... written again" 0 'a legal reordering' \
  "${again/movq (%rsp), %rcx/movq %rsi, (%rsp)\\n\\tmovq (%rsp), %rcx}$move$other" \
  "${again/movq (%rsp), %rcx/movq %rsi, (%rsp)\\n\\tmovq (%rsp), %rcx}$other$move"
page='\tmovq %rsp, %rbx\n\tandq $-4096, %rsp\n\tsubq $4096, %rsp\n\tmovq %rdi, 64(%rsp)\n'
judged "an aligned frame of 4,096 bytes" 0 'a legal reordering' \
  "$page\tmovq 64(%rsp), %rax\n$other\tmovq %rbx, %rsp\n" "$page$other\tmovq 64(%rsp), %rax\n\tmovq %rbx, %rsp\n"

# By an index, it is not known where: the fast code has to have as low a %rsp there as the clean code.
indexed='\tmovq -136(%r10,%rcx,8), %rax\n'
frame() { echo "\tmovq %rsp, %r10\n\tsubq \$136, %rsp\n$1\taddq \$136, %rsp\n$2"; }
judged "an index, moved in its frame" 0 'a legal reordering' \
  "$(frame "$spill$indexed$other")" "$(frame "$spill$other$indexed")"
judged "an index, behind its frame" 3 "$unknown" "$(frame "$spill$indexed")" "$(frame "$spill" "$indexed")"
judged "an index in a frame of unknown size" 3 "$unknown" \
  "\tmovq %rsp, %r10\n\tsubq %rsi, %rsp\n$spill$indexed\tmovq %r10, %rsp\n" \
  "\tmovq %rsp, %r10\n\tsubq %rsi, %rsp\n$spill\tmovq %r10, %rsp\n$indexed"
done_testing
