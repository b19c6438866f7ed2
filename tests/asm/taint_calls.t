#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The taint checker where functions call: what they call in the file is followed with what is public at each call,
# what they call elsewhere is as a contract says, and of what nothing is said the status is 3.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
judged() { # STATUS NAME TEXT PATTERN
  local out status=0
  printf '%b' "$3" >"$work/e.S"
  out=$(fairlead asm taint "$work/e.S" 2>&1) || status=$?
  if [ "$status" -eq "$1" ] && grep -qE "$4" <<<"$out"; then tap_result 0 "status $1: $2"
  else tap_result 1 "status $1: $2"; sed 's/^/# /' <<<"status $status: $out"; fi
}
accepted() { judged 0 "$1" "$2" 'no address and no branch depends on a secret'; }
refused() { judged 1 "$@"; }
open() { judged 3 "$1" "$2" "exit status 3.*$3"; }

# %rax and what is behind %rsi is secret; n is public
head='# fairlead: region key %rsi\n# fairlead: region n %rdi\n# fairlead: disjoint n key stack\n'
head+='# fairlead: secret %rax key stack\n\t.text\n\t.globl f\nf:\n'
l='\t.type l, @function\nl:\n'
branch='testq %rax, %rax\n\tjz 1f\n1:\n'
zero='this branch depends on the zero flag'

accepted "a function that loads a secret, and a number" "$head\tcall l\n\tret\n$l\tmovq (%rsi), %rcx\n\
\tmovq (%rdi), %rdx\n\tmovq (%rsi,%rdx), %r8\n\tret\n"
refused "a function that branches on a secret" "$head\tcall l\n\tret\n$l\t$branch\tret\n" "e.S:13:2: error: $zero"
refused "... two calls deep" "$head\tcall m\n\tret\n\t.type m, @function\nm:\n\tcall l\n\tret\n$l\t$branch\tret\n\
" "$zero"
refused "a function that returns one, and the caller branches" "$head\tmovl \$0, %eax\n\tcall l\n\t$branch\tret\n\
$l\tmovq (%rsi), %rax\n\tret\n" "e.S:11:2: error: $zero"
refused "... and the caller loads through it" "$head\tcall l\n\tmovq (%rcx), %rdx\n\tret\n$l\tmovq (%rsi), %rcx\n\
\tret\n" 'depends on %rcx'
refused "... in a register that it is to keep" "$head\tmovl \$0, %ebx\n\tcall l\n\tmovq (%rdi,%rbx), %rdx\n\tret\n\
$l\tmovq (%rsi), %rbx\n\tret\n" 'depends on %rbx'
refused "... on one of two ways" "$head\tmovl \$0, %ecx\n\tcall l\n\tmovq (%rdi,%rcx), %rdx\n\tret\n\
$l\ttestq %rdi, %rdi\n\tjz 1f\n\tmovq (%rsi), %rcx\n1:\tret\n" 'depends on %rcx'
refused "... of two levels" "$head\tmovl \$0, %ecx\n\tcall m\n\tmovq (%rdi,%rcx), %rdx\n\tret\n\
\t.type m, @function\nm:\n\tcall l\n\tret\n$l\tmovq (%rsi), %rcx\n\tret\n" 'depends on %rcx'
refused "a secret that a function uses as an index" "$head\tmovq %rax, %rcx\n\tcall l\n\tret\n\
$l\tmovq (%rdi,%rcx), %rdx\n\tret\n" 'depends on %rcx'
refused "... at the second call" "$head\tmovl \$0, %ecx\n\tcall l\n\tmovq %rax, %rcx\n\tcall l\n\tret\n\
$l\tmovq (%rdi,%rcx), %rdx\n\tret\n" 'depends on %rcx'
accepted "a function that is called with a secret, and with a number that the caller uses" "$head\tmovq %rax, %rcx\n\
\tcall l\n\tmovl \$8, %ecx\n\tcall l\n\tmovq (%rdi,%rcx), %rdx\n\tret\n$l\taddq \$1, %rcx\n\tret\n"
refused "... and used the other way about" "$head\tmovl \$8, %ecx\n\tcall l\n\tmovq %rax, %rcx\n\tcall l\n\
\tmovq (%rdi,%rcx), %rdx\n\tret\n$l\taddq \$1, %rcx\n\tret\n" 'depends on %rcx'
open "a function that calls itself" "$head\tmovq (%rdi), %rdx\n\tcall l\n\tret\n$l\ttestq %rdx, %rdx\n\tjz 1f\n\
\tsubq \$1, %rdx\n\tcall l\n1:\tret\n" 'functions of the file call themselves'
refused "... as often as a secret says" "$head\tmovq (%rsi), %rdx\n\tcall l\n\tret\n$l\ttestq %rdx, %rdx\n\tjz 1f\n\
\tsubq \$1, %rdx\n\tcall l\n1:\tret\n" "$zero"
refused "... and brings a secret the second time" "$head\tmovl \$1, %edx\n\tcall l\n\tret\n$l\ttestq %rdx, %rdx\n\
\tjz 1f\n\tmovq (%rsi), %rdx\n\tcall l\n1:\tret\n" "$zero"
open "two that call each other without end" "$head\tcall l\n\tmovq (%rax), %rdx\n\tret\n$l\tcall m\n\tret\n\
\t.type m, @function\nm:\tcall l\n\tret\n" 'functions of the file call themselves'
refused "a function of other files, too" "$head\tmovl \$0, %eax\n\tcall g\n\tret\n\t.globl g\ng:\n\t$branch\tret\n\
" "$zero"
refused "a function to which a pointer leads" "$head\tmovl \$0, %eax\n\tcall l\n\tret\n$l\t$branch\tret\n\
\t.section .rodata\nt:\t.quad l\n" "$zero"
accepted "one to which nothing leads but a call" "$head\tmovl \$0, %eax\n\tcall l\n\tret\n$l\t$branch\tret\n"
refused "a function that runs on into one that leaks" "$head\tcall l\n\tret\n$l\tjmp m\n\t.type m, @function\nm:\n\
\t$branch\tret\n" "$zero"

# Where the calls of the model end
refused "a return that was popped" "$head\tcall l\n\tret\n$l\tpopq %rcx\n\tret\n" 'where this returns to is not known'
refused "a return address that is overwritten" "$head\tcall l\n\tret\n$l\tmovq %rdi, (%rsp)\n\tret\n\
" 'the address that the function returns to'
refused "... by an index" "$head\tcall l\n\tret\n$l\tmovq %rax, (%rsp,%rdi,8)\n\tret\n\
" 'where the address is that the function returns to'
refused "a stack that is where a secret says" "$head\tmovq %rax, %rsp\n\tcall l\n\tret\n$l\tret\n\
" 'where the stack is'
refused "... behind a call" "$head\tcall l\n\tret\n$l\tmovq %rax, %rsp\n\tret\n\
" 'where (the stack is|this returns to)'
refused "a secret on a public stack, from a function" "$(sed 's/ key stack/ key/2' <<<"$head")\tcall l\n\tret\n\
$l\tpushq %rax\n\tpopq %rax\n\tret\n" 'may store a secret in region stack'
refused "a flag that a call leaves, in a branch" "$head\tcall l\n\tjz 1f\n1:\tret\n$l\ttestq %rdi, %rdi\n\tret\n\
" "$zero"
open "... in a sum" "$head\tcall l\n\tadcq %rdi, %rdi\n\tret\n$l\tcmpq %rdi, %rsi\n\tret\n" 'a flag is read'
open "flags that are passed" "$head\tcmpq %rdi, %rsi\n\tcall l\n\tret\n$l\tadcq %rdi, %rdi\n\tret\n" 'a flag is read'
open "a weak function" "$head\tcall l\n\tret\n\t.weak l\n$l\tret\n" '`l., which is weak'

# Regions of functions that say their own
own='\t.text\n# fairlead: region key %rsi\n# fairlead: region n %rdi\n# fairlead: disjoint n key stack\n'
own+='# fairlead: secret key stack\n\t.globl f\nf:\n'
refused "a secret that a function loads from a region of its own name" "$own\tcall l\n\tmovq (%rdi,%rax), %rcx\n\
\tret\n# fairlead: region other %rsi\n$l\tmovq (%rsi), %rax\n\tret\n" 'depends on %rax'
refused "a pointer to secrets where the function takes it to lead to numbers" "$head\tmovq %rsi, %rdi\n\tcall l\n\
\tmovq (%rsi,%rcx), %rcx\n\tret\n$l\tmovq (%rdi), %rcx\n\tret\n" 'leads to region key here'
refused "a pointer to numbers where the function stores secrets" "$head\tmovq (%rdi), %rcx\n\tmovq %rdi, %rsi\n\
\tcall l\n\tret\n$l\tmovq %rax, (%rsi)\n\tret\n" 'leads to region n here'

# What is called in another file
open "nothing is said of it" "$head\tcall g\n\tret\n" 'f calls `g., of which nothing is said.*e.S:8'
open "... two calls deep, through the table" "$head\tcall l\n\tret\n$l\tcall g@PLT\n\tret\n\
" 'f calls l \(.*e.S:8\), which calls `g@PLT., of which nothing is said.*e.S:12'
refused "... and there is a leak besides" "$head\t${branch}\tcall g\n\tret\n" "$zero"
extern() { printf '# fairlead: extern g%s\\n' "$@"; }
quiet='movl $0, %eax\n'
refused "its time depends on its arguments" "$(extern "" " stores key")$head\tcall g\n\tret\n\
" 'what `g. does may depend on %rax'
accepted "... of which none is secret" "$(extern "" " stores key")$head\t$quiet\tcall g\n\tret\n"
judged 0 "... and the verdict says of whom it takes that for granted" "$(extern "" " stores key")$head\t$quiet\t\
call g@PLT\n\tret\n" 'if `g@PLT. does what `# fairlead: extern g. says of it'
accepted "... but not on this one" "$(extern " needs %rdi %rsi" " stores key")$head\tcall g\n\tret\n"
refused "... on a secret vector register" "$(extern "" \
  " stores key")$(sed 's/secret %rax/secret %xmm3 %rax/' <<<"$head")\t$quiet\tcall g\n\tret\n" 'depend on %xmm3'
refused "... on what is loaded from a secret region" "$(extern " needs %rdi key" " stores key")$head\tcall g\n\
\tret\n" 'depend on region key'
accepted "... on a public one" "$(extern " needs %rdi n" " stores key")$head\tmovq (%rdi), %rcx\n\tcall g\n\tret\n"
refused "it may store anywhere" "$(extern "")$head\t$quiet\tmovq (%rdi), %rcx\n\tcall g\n\tret\n\
" '`g. may store a secret in region anywhere'
accepted "... where nothing is public" "$(extern "")$head\t$quiet\tcall g\n\tret\n"
refused "it stores to a public region" "$(extern " needs none" " stores n")$head\tmovq (%rdi), %rcx\n\tcall g\n\
\tret\n" '`g. may store a secret in region n'
accepted "it stores nothing" "$(extern " needs none" " stores none" " keeps %rdi %rsi")$head\tcall g\n\
\tmovq (%rdi), %rcx\n\tmovq (%rsi,%rcx), %rdx\n\tret\n"
refused "it leaves what it likes on a public stack" "$(extern " needs none" \
  " stores none")$(sed 's/ key stack/ key/2' <<<"$head")\tcall g\n\tmovq -8(%rsp), %rcx\n\tret\n\
" '`g. may store a secret in region stack'
refused "what it returns is secret" "$(extern " needs none" " stores none")$head\tcall g\n\t$branch\tret\n" "$zero"
accepted "... but for what is said" "$(extern " needs none" " stores none" " returns %rax")$head\tcall g\n\
\t$branch\tret\n"
refused "a register that it need not keep" "$(extern " needs none" " stores none")$head\tcall g\n\
\tmovq (%rdi), %rcx\n\tret\n" 'depends on %rdi'
accepted "one that it keeps" "$(extern " needs none" " stores none")$head\tmovq %rsi, %rbx\n\tcall g\n\
\tmovq (%rbx), %rcx\n\tret\n"
refused "... is secret if it was" "$(extern " needs none" " stores none")$head\tmovq %rax, %rbx\n\tcall g\n\
\tmovq (%rbx), %rcx\n\tret\n" 'depends on %rbx'
refused "... unless it is said to keep nothing" "$(extern " needs none" " stores none" \
  " keeps none")$head\tmovq %rsi, %rbx\n\tcall g\n\tmovq (%rbx), %rcx\n\tret\n" 'depends on %rbx'
accepted "one that it is said to keep" "$(extern " needs none" " stores none" " keeps %rsi")$head\tcall g\n\
\tmovq (%rsi), %rcx\n\tret\n"
refused "a flag that it is said to return" "$(extern " needs none" " stores none" " returns flags")$head\tcall g\n\
\tjz 1f\n1:\tret\n" "$zero"
refused "what is said of it means nothing" "$(extern " forgives %rdi")$head\tcall g\n\tret\n\
" 'cannot read what is said of `g'
refused "... names a region that is none" "$(extern " stores nowhere")$head\tcall g\n\tret\n\
" 'nowhere.: neither a region nor a register'
refused "... keeps a region" "$(extern " keeps key")$head\tcall g\n\tret\n" 'is not a register'
open "it is said of another" "$(extern " needs none")$head\tcall h\n\tret\n" 'of which nothing is said'
open "it is data" "$head\tcall t\n\tret\n\t.data\nt:\t.quad 0\n" 'which is not in its code'
open "an empty contract of data" "# fairlead: extern t needs none\n$head\tcall t\n\tret\n\t.data\nt:\t.quad 0\n\
" 'which is not in its code'
accepted "a call that is to where it returns to" "$head\tcall 1f\n1:\tret\n"
done_testing
