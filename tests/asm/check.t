#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The checkers on legal code, the printer by round trip through the assembler, diagnostics, speed.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
data=tests/asm/data
temporary_folder

text_of() { # FILE.S OUT: the bytes of .text
  as -o "$work/o" "$1" && objcopy -O binary -j .text "$work/o" "$2"
}
round_trip() { # FILE.S: what fairlead prints, in either syntax, assembles to the same bytes
  text_of "$1" "$work/want" && fairlead asm print "$1" >"$work/att.S" && text_of "$work/att.S" "$work/att" &&
    cmp "$work/want" "$work/att" && fairlead asm print --intel "$1" >"$work/intel.S" &&
    text_of "$work/intel.S" "$work/intel" && cmp "$work/want" "$work/intel" &&
    fairlead asm print "$work/intel.S" >"$work/back.S" && text_of "$work/back.S" "$work/back" && cmp "$work/want" "$work/back"
}
refused() { # PATTERN COMMAND...: exit status 1 and a diagnostic that matches
  local pattern=$1 out status=0
  shift
  out=$("$@" 2>&1) || status=$?
  echo "$out"
  [ "$status" -eq 1 ] && grep -qE "$pattern" <<<"$out"
}
within() { # SECONDS of processor time, COMMAND...
  (ulimit -t "$1" && shift && "$@")
}

fairlead asm cosim --emit "$work/forms.S"
ok "round trip: $(grep -c . "$work/forms.S") instructions of every form" round_trip "$work/forms.S"
ok "round trip: the clean code of the corpus" round_trip $data/clean.S

for g in 1 3; do
  $data/generate clean $g >"$work/clean.S"
  ok "round trip: a kernel of $((160 * g)) instructions" round_trip "$work/clean.S"
  for seed in 1 2 3; do
    $data/generate fast $seed $g >"$work/fast.S"
    ok "a random legal order (seed $seed) of $g groups is accepted" fairlead asm check "$work/clean.S" "$work/fast.S"
    ok "... and by the symbolic checker" fairlead asm check --symbolic "$work/clean.S" "$work/fast.S"
  done
done
sed '/fairlead: disjoint/d' "$work/clean.S" >"$work/undeclared.S"
ok "without the declaration that regions are disjoint it is not" \
  refused 'may be the memory' fairlead asm check "$work/undeclared.S" "$work/fast.S"

# Only so that nothing explodes: bench/asm measures.
$data/generate clean 5 >"$work/clean.S"; $data/generate fast 9 5 >"$work/fast.S"
ok "800 instructions" within 2 fairlead asm check "$work/clean.S" "$work/fast.S"
ok "... symbolically" within 2 fairlead asm check --symbolic "$work/clean.S" "$work/fast.S"
$data/generate clean 31 >"$work/clean.S"; $data/generate fast 9 31 >"$work/fast.S"
ok "5,000 instructions" within 10 fairlead asm check "$work/clean.S" "$work/fast.S"
ok "... symbolically" within 10 fairlead asm check --symbolic "$work/clean.S" "$work/fast.S"

# Words of a frame that are stored in no order, and functions that call each other in a row.
row() { # the K-th of them
  printf 'f%d:\tpushq %%rbx\n\tmovq %%rdi, %%rbx\n\tcall f%d\n\tpopq %%rbx\n\tret\n' "$1" "$(($1 + 1))"
}
{
  printf '\t.globl f\nf:\tsubq $40000, %%rsp\n'
  for k in $(seq 2500); do printf '\tmovq %%rdi, %d(%%rsp)\n' $((k * 7919 % 2500 * 16)); done
  printf '\taddq $40000, %%rsp\n\tret\n'
} >"$work/words.S"
ok "2,500 scattered stores" within 10 fairlead asm check "$work/words.S" "$work/words.S"
{ printf '\t.globl f0\n'; for k in $(seq 0 320); do row "$k"; done; printf 'f321:\tret\n'; } >"$work/row.S"
ok "a row of 320 functions" within 20 fairlead asm check "$work/row.S" "$work/row.S"

for case in pointers lanes spills; do
  clean=$data/symbolic/$case.clean.S fast=$data/symbolic/$case.fast.S
  ok "symbolic: $case" fairlead asm check --symbolic --dead %xmm3,%xmm7,%xmm8 "$clean" "$fast"
  ok "symbolic: $case is no mere reordering" refused 'not an instruction of the clean block' fairlead asm check "$clean" "$fast"
done
ok "symbolic: a register that is not said to be dead counts" \
  refused 'different values in %xmm3' fairlead asm check --symbolic $data/symbolic/pointers.clean.S $data/symbolic/pointers.fast.S
sed 's/16(%rdi)/17(%rdi)/' $data/symbolic/pointers.fast.S >"$work/fast.S"
ok "symbolic: a store next to where the clean code stores" \
  refused 'accesses memory that the clean code does not' fairlead asm check --symbolic --dead %xmm3 $data/symbolic/pointers.clean.S "$work/fast.S"
sed 's/%rax, 32(%rdi)/%rbx, 32(%rdi)/' $data/symbolic/pointers.fast.S >"$work/fast.S"
ok "symbolic: another value stored" \
  refused 'leave different memory' fairlead asm check --symbolic --dead %xmm3 $data/symbolic/pointers.clean.S "$work/fast.S"
sed '/addq $16, %rdi/d; s/^f:/f:\n\tprefetcht0 64(%rsi)\n\tprefetcht0 256(%rdi)/' $data/symbolic/lanes.fast.S >"$work/prefetch.S"
sed '/prefetcht0 256(%rdi)/d' "$work/prefetch.S" >"$work/prefetch1.S"
ok "symbolic: a prefetch at a fixed distance from what the clean code accesses may be inserted" \
  fairlead asm check --symbolic --dead %xmm7,%xmm8 $data/symbolic/lanes.clean.S "$work/prefetch1.S"
ok "symbolic: a prefetch elsewhere shows another address" \
  refused 'prefetcht0 0x100.%rdi.. accesses memory that the clean code does not' fairlead asm check --symbolic --dead %xmm7,%xmm8 $data/symbolic/lanes.clean.S "$work/prefetch.S"
ok "symbolic: ... and may be removed" \
  fairlead asm check --symbolic --dead %xmm7,%xmm8 "$work/prefetch1.S" $data/symbolic/lanes.clean.S
tutorial=$data/tutorial
ok "tutorial: the attempt" refused "5:2: error: .movdqu .%rsi., %xmm0. cannot move before .pxor %xmm1, %xmm0. .*: it writes %xmm0, which" \
  fairlead asm check $tutorial/clean.S $tutorial/attempt.S
ok "tutorial: the fast version" fairlead asm check --symbolic --dead %xmm2 $tutorial/clean.S $tutorial/fast.S
ok "tutorial: a register not said to be dead" refused 'different values in %xmm2' fairlead asm check --symbolic $tutorial/clean.S $tutorial/fast.S
sed '/disjoint/d' $tutorial/clean.S >"$work/clean.S"
ok "tutorial: regions not said to be disjoint" refused 'different values' fairlead asm check --symbolic --dead %xmm2 "$work/clean.S" $tutorial/fast.S
printf '\tjz done\ndone:\n\tret\n' >"$work/clean.S"
printf '\tjnz done\ndone:\n\tret\n' >"$work/fast.S"
ok "the other branch, and both lead to one place" fairlead asm check "$work/clean.S" "$work/fast.S"
sed -i '1s/$/\n\tincq %rax/' "$work/clean.S" "$work/fast.S"
ok "the other branch" refused 'a conditional \(ne\)|jne done' fairlead asm check "$work/clean.S" "$work/fast.S"

# Files with several labels: joined by the proof, with calls, unless they jump out.
cat >"$work/clean.S" <<'X'
	.globl f
f:
	movq (%rsi), %rax
	leaq 8(%rsi), %rsi
	testq %rax, %rax
	je 1f
	addq %rax, %rbx
	incq %rcx
	jmp 2f
1:
	movq %rcx, %rdx
	xorl %ecx, %ecx
2:
	decq %rdi
	leaq (%rbx,%rcx), %r8
	jne f
	ret
X
sed 's/1f/skip/;s/^1:/skip:/;s/2f/out/;s/^2:/out:/' "$work/clean.S" >"$work/named.S"
sed '/decq/d;s/leaq (%rbx,%rcx), %r8/&\n\tdecq %rdi/' "$work/named.S" >"$work/fast.S"
whole() { local out; out=$(fairlead asm check "$@") && echo "$out" && ! grep -q 'no theorem' <<<"$out"; }
apart() { # status 3, with and without -q
  local out status=0 quiet=0
  out=$(fairlead asm check "$@") || status=$?
  fairlead asm check -q "$@" || quiet=$?
  echo "$out"
  [ "$status $quiet" = "3 3" ] && grep -q 'no theorem covers the file (exit status 3): it jumps to `g' <<<"$out"
}
ok "a file with labels and branches" whole "$work/named.S" "$work/fast.S"
ok "... symbolically" whole --symbolic "$work/named.S" "$work/fast.S"
sed 's/jmp out/jmp skip/' "$work/fast.S" >"$work/bad.S"
ok "... with a jump to elsewhere" refused 'jmp skip' fairlead asm check "$work/named.S" "$work/bad.S"
ok "... symbolically" refused 'jmp skip' fairlead asm check --symbolic "$work/named.S" "$work/bad.S"
sed 's/incq %rcx/incq %rdx/' "$work/fast.S" >"$work/bad.S"
ok "... with another register" refused 'incq %rdx' fairlead asm check "$work/named.S" "$work/bad.S"
ok "... symbolically" refused 'different values in' fairlead asm check --symbolic "$work/named.S" "$work/bad.S"
sed 's/jmp out/call g\n&/' "$work/named.S" >"$work/clean.S"
sed 's/jmp out/call g\n&/' "$work/fast.S" >"$work/calls.S"
ok "... with calls" whole "$work/clean.S" "$work/calls.S"
ok "... symbolically" whole --symbolic "$work/clean.S" "$work/calls.S"
sed -i 's/^\tret/\tjmp g/' "$work/clean.S" "$work/calls.S"
ok "with jumps out, each block by itself, and that is said" apart "$work/clean.S" "$work/calls.S"

error() { # TEXT PATTERN
  printf '%b' "$1" >"$work/bad.S"
  ok "diagnosed: $2" refused "$2" fairlead asm check "$work/bad.S" "$work/bad.S"
}
error '\tvaesimc %ymm1, %ymm2\n' 'bad.S:1:2: error: .*not in the model'
error '\tmovq $1, %rax, %rbx\n' 'bad.S:1:2: error: '
error '\taddq %eax, %rbx\n' 'different sizes'
error '\tadd $1, (%rax)\n' 'needs a size'
error '\tmovq (%rax,%rbx,3), %rcx\n' 'scale of an index'
error '\tmovq sym, %rcx\n' 'relative to %rip'
error '\tmovq (%rax\n' "expected .\)'"
error '#define X 1\n' 'C preprocessor'
error '# fairlead: region x %xmm0\n' 'not a 64-bit register'
error '# fairlead: disjoint a b\n' 'no region is called'
error '\tjmp *%rax\n' 'bad.S:1:6: error: .*; indirect jumps'
error '.intel_syntax noprefix\n\tcall [rax]\n' 'bad.S:2:7: error: .*; indirect jumps and calls'
error 'f:\tjo,pn f\n' 'and hints, are not'
for jump in jrcxz loop loopne jmpq; do error "f:\t$jump f\n" "bad.S:1:4: error: .$jump' is not in the model"; done
error '/* open\n' 'bad.S:1:1: error: a comment begins here and is not closed'
error '.globl f\n' 'bad.S:1:1: error: there is no code'
printf 'f:\tmovq (%%rsi), %%rax\n\tret\n' >"$work/clean.S"
printf 'f:\tret\n' >"$work/bad.S"
ok "a place, where nothing is left of a block" refused 'bad.S:1:4: error: the two end with different values' \
  fairlead asm check --symbolic "$work/clean.S" "$work/bad.S"
printf 'f:\n1:\tdecq %%rcx\n\tje 2f\n\tdecq %%rcx\n2:\tjne 1b\n\tret\n' >"$work/bad.S"
ok "... with a loop in its place" refused 'bad.S:2:1: error: the two end with different values' \
  fairlead asm check --symbolic "$work/clean.S" "$work/bad.S"
ok "a file that is not there" refused '^/nonexistent.S: error: no such file' fairlead asm print /nonexistent.S
done_testing
