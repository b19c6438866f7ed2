#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Structured control flow: reading it, lowering it, and checking code whose loops were changed.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
data=tests/asm/data/structured
temporary_folder

text_of() { as -o "$work/o" "$1" && objcopy -O binary -j .text "$work/o" "$2"; }
refused() { # PATTERN COMMAND...
  local pattern=$1 out status=0
  shift
  out=$("$@" 2>&1) || status=$?
  echo "$out"
  [ "$status" -eq 1 ] && grep -qE "$pattern" <<<"$out"
}
marked() { # accepted, but the assembler does not see the marks of the fast file: status 3
  local out status=0
  out=$(fairlead asm check "$@") || status=$?
  echo "$out"
  [ "$status" -eq 3 ] && grep -q 'its marks are comments to the assembler' <<<"$out"
}
same_bytes() { text_of "$1" "$work/a" && text_of "$2" "$work/b" && cmp "$work/a" "$work/b"; }
edited() { sed "$2" "$1" >"$work/edited.S" && ! cmp -s "$1" "$work/edited.S"; }

# Lowering
ok "lower" fairlead asm lower $data/sum.clean.S -o "$work/lowered.S"
ok "... assembles to what was written by hand" same_bytes "$work/lowered.S" $data/sum.flat.S
fairlead asm lower --intel $data/sum.clean.S -o "$work/intel.S"
ok "... in Intel syntax too" same_bytes "$work/intel.S" $data/sum.flat.S
ok "... keeps what was said about memory" grep -q 'fairlead: disjoint src dst key' "$work/lowered.S"
ok "printing keeps structure" bash -c "fairlead asm print $data/sum.clean.S >$work/p.S && fairlead asm lower $work/p.S | cmp - <(fairlead asm lower $data/sum.clean.S | sed '/fairlead:/d')"
# Each way in which loops and conditionals end and begin at one place: a file may replace its lowering, and the other
# way round.
beside_its_lowering() { # SEED
  local status=0
  $data/random "$1" >"$work/random.S" && fairlead asm lower "$work/random.S" -o "$work/random.flat.S" || return 1
  fairlead asm check -q "$work/random.S" "$work/random.flat.S" || { cat "$work/random.S"; return 1; }
  fairlead asm check -q "$work/random.flat.S" "$work/random.S" >"$work/out" 2>&1 || status=$?
  [ $status -eq 3 ] || { cat "$work/out" "$work/random.S"; return 1; }
}
for seed in $(seq ${FIRST:-1} $((${FIRST:-1} + ${N:-24} - 1))); do
  ok "a random structure ($seed) beside its lowering" beside_its_lowering "$seed"
done
cat >"$work/branch.S" <<'X'
	.globl f
f:
	cmpq $1, %rdi
//@ if e
	cmpq $5, %rsi
//@ if e
	addq $3, %rax
//@ else
	addq $4, %rax
//@ end
//@ else
	addq $5, %rax
//@ end
	ret
X
fairlead asm lower "$work/branch.S" -o "$work/branch.flat.S"
ok "a branch that ends in a conditional with two branches" fairlead asm check "$work/branch.S" "$work/branch.flat.S"
sed 's/addq \$4/addq $6/' "$work/branch.flat.S" >"$work/branch.other.S"
ok "... and another number in it" refused . fairlead asm check "$work/branch.S" "$work/branch.other.S"
cat >"$work/nested.S" <<'X'
f:
	//@ loop
	cmpq %rax, %rbx
	//@ while b
	addq %rcx, %rax
	#@ if o
	movq %rax, %rdx
	//@ loop
	decq %rdx
	//@ while ne
	//@ end
	//@ else
	//@ if s
	negq %rax
	//@ end
	//@ end
	//@ end
	ret
X
cat >"$work/nested.flat.S" <<'X'
f:
1:	cmpq %rax, %rbx
	jb 2f
	jmp 9f
2:	addq %rcx, %rax
	jo 5f
	jns 4f
	negq %rax
4:	jmp 8f
5:	movq %rax, %rdx
6:	decq %rdx
	jne 6b
8:	jmp 1b
9:	ret
X
fairlead asm lower "$work/nested.S" -o "$work/nested.low.S"
ok "nested loops and conditionals" same_bytes "$work/nested.low.S" "$work/nested.flat.S"
ok "... jumps read as loops and conditionals are what they were" fairlead asm check "$work/nested.S" "$work/nested.low.S"
ok "... the other way round" marked "$work/nested.low.S" "$work/nested.S"
printf '//@ procedure a x\n\tincq \\x\n//@ end\n//@ procedure b x y\n\t//@ inline a \\x\n\t//@ inline a \\y\n//@ end\nf:\n\t//@ inline b %%rax 8(%%rdi)\n\tret\n' >"$work/inline.S"
printf 'f:\n\tincq %%rax\n\tincq 8(%%rdi)\n\tret\n' >"$work/inlined.S"
ok "procedures are inlined, operands and all" fairlead asm check "$work/inline.S" "$work/inlined.S"

# Checking
ok "the clean code and its lowering" fairlead asm check $data/sum.clean.S $data/sum.flat.S
ok "a software-pipelined loop, made of jumps" fairlead asm check $data/sum.clean.S $data/sum.pipelined.S
ok "... from the flat clean code" fairlead asm check "$work/lowered.S" $data/sum.pipelined.S
edited $data/sum.pipelined.S '0,/pshufd $0x1b/s//pshufd $0x1a/'
ok "... not with a wrong constant" refused 'error: ' fairlead asm check $data/sum.clean.S "$work/edited.S"
edited $data/sum.pipelined.S 's/jne .Lagain/jb .Lagain/'
ok "... not with another condition" refused 'error: ' fairlead asm check $data/sum.clean.S "$work/edited.S"
edited $data/sum.pipelined.S '/^.Llast:/,/^\ttestq/{/movdqu/d}'
ok "... not without the last store" refused 'error: ' fairlead asm check $data/sum.clean.S "$work/edited.S"
edited $data/sum.pipelined.S '/je .Llast/{h;d};/^.Lagain:/{p;x}'
ok "... not with the first test inside of the loop" refused 'error: ' fairlead asm check $data/sum.clean.S "$work/edited.S"
sed 's/decq %rdx/addq $16, %rdi\n\tdecq %rdx/;s/lea 16(%rdi), %rdi//' $data/sum.clean.S >"$work/flags.S"
edited $data/sum.pipelined.S 's/lea 16(%rdi), %rdi/addq $16, %rdi/'
ok "... not when what moves past the test changes its flags" refused 'error: ' fairlead asm check "$work/flags.S" "$work/edited.S"

# Across the ends of conditionals
head='f:\n\ttestq %rax, %rax\n' branch='\t//@ if e\n' other='\t//@ else\n' end='\t//@ end\n'
A='\tmovq %rbx, %rcx\n' B='\tleaq 1(%rdx), %rsi\n' X='\tmovq $1, %rdx\n' Y='\tmovq $2, %rdx\n' Z='\taddq $3, %r8\n'
code() { printf '%b' "$2" >"$work/$1.S"; fairlead asm lower "$work/$1.S" -o "$work/$1.flat.S"; }
code clean "$head$A$branch$X$other$Y$end$B\tret\n"
code into "$head$branch$A$X$other$Y$A$end$B\tret\n"
code behind "$head$A$branch$X$B$other$Y$B$end\tret\n"
code both "$head$branch$A$X$B$other$A$Y$B$end\tret\n"
code one "$head$branch$A$X$other$Y$end$B\tret\n"
for fast in into behind both; do
  ok "moved across the ends of a conditional: $fast" marked "$work/clean.S" "$work/$fast.S"
  ok "... and back" marked "$work/$fast.S" "$work/clean.S"
  ok "... with jumps" fairlead asm check "$work/clean.flat.S" "$work/$fast.flat.S"
done
ok "... not into one branch only" refused 'error: ' fairlead asm check "$work/clean.S" "$work/one.S"
code clean2 "f:\n\ttestq %rax, %rax\n$branch$X$other$Y$end$Z$B\tret\n"
code behind2 "f:\n\ttestq %rax, %rax\n$branch$X$Z$other$Y$Z$end$B\tret\n"
ok "... flags may change behind it" marked "$work/clean2.S" "$work/behind2.S"
code clean3 "f:\n$Z$branch$X$other$Y$end\tret\n"
code into3 "f:\n$branch$Z$X$other$Z$Y$end\tret\n"
ok "... but not before" refused 'cannot move across the branch on condition e' fairlead asm check "$work/clean3.S" "$work/into3.S"

for rule in "--unroll 2" "--unroll 5" "--peel" "--rotate 3"; do
  ok "transform $rule" fairlead asm transform $rule $data/sum.clean.S -o "$work/t.S"
  ok "... is found by check" marked $data/sum.clean.S "$work/t.S"
  ok "... lowered too" bash -c "fairlead asm lower $work/t.S -o $work/t.low.S && fairlead asm check $data/sum.clean.S $work/t.low.S"
  edited "$work/t.S" '0,/pxor/s//pand/'
  ok "... with a changed instruction it is refused" refused 'error: ' fairlead asm check $data/sum.clean.S "$work/edited.S"
done
fairlead asm transform --unroll 2 $data/sum.clean.S | sed 's/\/\/@ loop/\/\/@ by loop 1 unroll 2\n&/' >"$work/by.S"
ok "a rule that is requested" marked $data/sum.clean.S "$work/by.S"
edited "$work/by.S" 's/unroll 2/unroll 3/'
ok "another is refused" refused 'error: the fast code has' fairlead asm check $data/sum.clean.S "$work/edited.S"
edited "$work/by.S" 's/loop 1 unroll/loop 7 unroll/'
ok "a loop that is not there" refused 'there is no loop 7' fairlead asm check $data/sum.clean.S "$work/edited.S"
edited "$work/by.S" 's/loop 1 unroll/loop 0 unroll/'
ok "loops are counted from 1" refused 'error: .0. is not a number from 1' \
  fairlead asm check $data/sum.clean.S "$work/edited.S"
cp "$work/by.S" "$work/a"$'\n'"b.S"
no_line() { ! "${@:2}" | grep -q "$1"; }
for command in check explain; do
  ok "asm $command: a name of two lines is printed as one" no_line '^b' \
    fairlead asm $command $data/sum.clean.S "$work/a"$'\n'"b.S"
done
ok "taint of structured code" bash -c "sed '1i # fairlead: secret src dst' $data/sum.clean.S >$work/taint.S && { fairlead asm taint $work/taint.S; [ \$? -eq 3 ]; }"
ok "... lowered" bash -c "fairlead asm lower $work/taint.S -o $work/taint.low.S && fairlead asm taint $work/taint.low.S"
ok "... finds a branch on a secret" refused 'this branch depends on' bash -c "sed '1i # fairlead: secret src dst %rdx' $data/sum.clean.S >$work/taint.S && fairlead asm taint $work/taint.S"

error() { # TEXT PATTERN
  printf '%b' "$1" >"$work/bad.S"
  ok "diagnosed: $2" refused "bad.S:$2" fairlead asm lower "$work/bad.S"
}
error '\t//@ if q\n\tnop\n\t//@ end\n' '1:2: error: .q. is not a condition'
error '\t//@ if e\n\tnop\n' '1:2: error: this .//@ if. has no .//@ end.'
error '\t//@ loop\n\tnop\n\t//@ end\n' '1:2: error: this loop has no'
error '\tnop\n\t//@ else\n' '2:2: error: there is nothing open'
error '\t//@ if e\nl:\n\tnop\n\t//@ end\n' '2:1: error: label .l. cannot stand inside'
error '\t//@ if e\n\tret\n\t//@ end\n' '2:2: error: .ret. cannot stand inside'
error '\t//@ frobnicate\n' '1:2: error: cannot read this'
error '//@ procedure f x\n\tnop\n' '1:1: error: procedure .f. has no end'
error '//@ procedure f x\n\tincq \\y\n//@ end\n//@ inline f %rax\n' '2:7: error: this procedure has no parameter .y.'
error '//@ procedure f x\n//@ end\n//@ inline f\n' '3:1: error: .f. takes 1 operands'
error '//@ inline f\n' '1:1: error: there is no procedure .f.'
error '//@ procedure f\n//@ inline f\n//@ end\n//@ inline f\n' '2:1: error: there is no procedure .f. before this one'
done_testing
