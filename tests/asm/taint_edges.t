#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Files that leak by what no run of the model shows, or that others enter where nobody looked; objects, too. Each was
# once cleared. Then mutants of kernels.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
judged() { # NAME WANTED-STATUS PATTERN COMMAND...
  local name=$1 wanted=$2 pattern=$3 out status=0
  shift 3
  out=$("$@" 2>&1) || status=$?
  if [ "$status" -eq "$wanted" ] && grep -qE "$pattern" <<<"$out"; then tap_result 0 "$name"; return; fi
  tap_result 1 "$name"
  sed 's/^/# /' <<<"status $status: $out"
}
refused() { # NAME PATTERN TEXT
  printf '%b' "$3" >"$work/e.S"
  judged "$1" 1 "$2" fairlead asm taint "$work/e.S"
}
accepted() { # NAME TEXT
  printf '%b' "$2" >"$work/e.S"
  judged "$1" 0 'no address and no branch depends on a secret, from' fairlead asm taint "$work/e.S"
}

# What the manuals call undefined depends on the operands, on a processor.
undefined='which may be undefined here'
f='# fairlead: secret %rdi\n\t.globl f\nf:'
refused "OF after a shift by 3" "$undefined" "$f\tshlq \$3, %rdi\n\tjo 1f\n\tnop\n1:\tret\n"
refused "ZF after mul" "$undefined" "$f\tmovq %rdi, %rax\n\tmulq %rdi\n\tjz 1f\n\tnop\n1:\tret\n"
refused "SF after imul" "$undefined" "$f\timulq %rdi, %rdi\n\tjs 1f\n\tnop\n1:\tret\n"
refused "OF in a conditional move of an index" "$undefined" \
  "$f\txorl %eax, %eax\n\trolq \$5, %rdi\n\tcmovoq %rcx, %rax\n\tmovq (%rsi,%rax), %rdx\n\tret\n"
refused "... in a byte" "$undefined" "$f\tshlq \$5, %rdi\n\tseto %al\n\tret\n"
refused "... on one way" "$undefined" "$f\ttestq %rsi, %rsi\n\tjz 1f\n\tshlq \$5, %rdi\n1:\tjo 2f\n\tnop\n2:\tret\n"
accepted "OF after a shift by 1 of what is public" "$f\tshlq \$1, %rsi\n\tjo 1f\n\tnop\n1:\tret\n"
refused "... of what is secret" 'depends on the overflow flag' "$f\tshlq \$1, %rdi\n\tjo 1f\n\tnop\n1:\tret\n"

# A return is a branch, too.
s='# fairlead: secret %rdi stack\n\t.globl f\nf:'
where='where the address is that the function returns to'
refused "a secret over the return address, by an index" "$where" \
  "$s\txorl %ecx, %ecx\n\tmovq %rdi, (%rsp,%rcx,8)\n\tret\n"
refused "... by a sum" "$where" "$s\tmovq %rsp, %rbx\n\taddq %rcx, %rbx\n\tmovq %rdi, (%rbx)\n\tret\n"
refused "... by a pointer of which nothing is known" "$where" "$s\tmovq %rdi, (%rsi)\n\tret\n"
refused "... the pointer itself as index" "$where" "$s\tmovq %rsp, %rax\n\tmovq %rdi, (,%rax,1)\n\tret\n"
refused "... by a displacement without its sign" 'changes the address' \
  "$s\taddq \$8, %rsp\n\tmovq %rdi, 0xfffffffffffffff8(%rsp)\n\tsubq \$8, %rsp\n\tret\n"
refused "... in an aligned frame" 'may change the address' \
  "$s\tmovq %rsp, %rbp\n\tandq \$-8, %rsp\n\tmovq %rdi, (%rsp)\n\tmovq %rbp, %rsp\n\tret\n"
refused "... over a saved %rsp" "$where" \
  "$s\tpushq %rsp\n\txorl %ecx, %ecx\n\tmovq %rdi, (%rsp,%rcx,8)\n\tpopq %rsp\n\tret\n"
refused "... in a region of its own, computed from %rsp" "$where" \
  "# fairlead: region b %rbx\n# fairlead: secret b %rdi stack\n\t.globl f\nf:\tleaq (%rsp,%rcx,8), %rbx\n"\
"\tmovq %rdi, (%rbx)\n\tret\n"
accepted "an index on the stack, and it is said that it does not" \
  "# fairlead: secret %rdi stack\n# fairlead: disjoint stack return\n\t.globl f\nf:\tmovq %rdi, -64(%rsp,%rcx,8)\n"\
"\tret\n"
accepted "what is public at an index on the stack" "$s\tmovq %rsi, -64(%rsp,%rcx,8)\n\tret\n"
accepted "an aligned frame below" \
  "$s\tpushq %rbp\n\tmovq %rsp, %rbp\n\tsubq \$32, %rsp\n\tandq \$-32, %rsp\n\tmovq %rdi, 24(%rsp)\n"\
"\tmovq %rbp, %rsp\n\tpopq %rbp\n\tret\n"
refused "a region called return" 'cannot be the name of a region' "# fairlead: region return %rdi\n$f\tret\n"
refused "a symbol called so" 'cannot be told from' "$f\tmovq return(%rip), %rax\n\tret\n"
refused "... as a secret" 'is not secret' "# fairlead: secret return\n$f\tret\n"

# The end of the code.
past='runs on past its end'
refused "a branch to behind the code" "$past" "$f\ttestq %rsi, %rsi\n\tjne 1f\n\tret\n1:\n"
refused "a jump there" "$past" "$f\tjmp 1f\n1:\n"
refused "a function that begins there" "$past" "$f\tret\n\t.globl g\ng:\n"
refused "... by a table" "$past" "$f\tret\n.Lg:\n\t.data\n\t.quad .Lg\n"
refused "... by an instruction" "$past" "$f\tleaq g(%rip), %rax\n\tret\ng:\n"
accepted "the length of the code" "$f\tret\n.Lend:\n\t.data\n\t.quad .Lend - f\n"
accepted "a label there of which no one speaks" "$f\tret\n\t.size f, .-f\n.Lend:\nend_of_f:\n"
refused "a function in another section of code, without code" 'in which no code is read' \
  "\t.globl g\n\t.section .text.g,\"ax\"\ng:\n\t.text\n$f\tret\n"

# What is called data, and linked as code or called as a function.
bytes='g:\t.byte 0x48,0x8b,0x04,0x37,0xc3\n'
refused "a function in data" 'is said to be a function' \
  "$f\tret\n\t.section .rodata\n\t.globl g\n\t.type g, @function\n$bytes"
refused "... said otherwise" 'is said to be a function' "$f\tret\n\t.data\n\t.globl g\n\t.type g, \"function\"\n$bytes"
for section in .stub .plt.got .iplt .init .gnu.linkonce.t.g .gnu.warning .ltext; do
  refused "section $section, which linkers put among the code" 'code is read in .text' \
    "$f\tret\n\t.section $section,\"a\"\n\t.globl g\n$bytes"
done
accepted "a function of another file" "$f\tret\n\t.type g, @function\n"

# Pointers taken apart and put together.
p='# fairlead: region key %rdi\n# fairlead: region pub %rsi\n# fairlead: disjoint key pub stack\n'
p+='# fairlead: secret key\n\t.globl f\nf:'
leads='leads to region key'
use='\tmovq (%rsi,%rax), %rdx\n\tmovq (%rsi,%rdx), %rdx\n\tret\n'
refused "the difference of two differences" "$leads" \
  "$p\tmovq %rdi, %rax\n\tsubq %rsi, %rax\n\tmovq %rsi, %rcx\n\tsubq %rdi, %rcx\n\tsubq %rcx, %rax\n"\
"\tshrq \$1, %rax\n$use"
refused "pages and places in a page" "$leads" \
  "$p\tmovq %rdi, %rax\n\tsubq %rsi, %rax\n\tmovq %rax, %rcx\n\tandl \$0xfff, %ecx\n\tshrq \$12, %rax\n"\
"\tandq \$0xfff, %rax\n\tshlq \$12, %rax\n\taddq %rcx, %rax\n$use"
refused "bit by bit through the carry" "$leads" \
  "$p\tmovl \$64, %ecx\n1:\taddq %rdi, %rdi\n\tadcq %rax, %rax\n\tdecq %rcx\n\tjne 1b\n\tmovq %rax, %rsi\n"\
"\tmovq (%rsi), %rdx\n\tret\n"
refused "the difference of two choices" "$leads" \
  "$p\ttestq %rcx, %rcx\n\tmovq %rdi, %rax\n\tcmoveq %rsi, %rax\n\tmovq %rsi, %rdx\n\tcmoveq %rdi, %rdx\n"\
"\tsubq %rax, %rdx\n\tmovq %rdx, %rax\n$use"
refused "stored at an index on the stack" "$leads" \
  "$p\txorl %ecx, %ecx\n\tmovq %rdi, -16(%rsp,%rcx,8)\n\tmovq -16(%rsp), %rsi\n\tmovq (%rsi), %rdx\n\tret\n"
refused "loaded from an index on the stack" "$leads" \
  "$p\txorl %ecx, %ecx\n\tmovq %rdi, -16(%rsp)\n\tmovq -16(%rsp,%rcx,8), %rsi\n\tmovq (%rsi), %rdx\n\tret\n"
accepted "a distance in a region, halved" \
  "$p\tleaq 64(%rdi,%rcx,8), %rax\n\tsubq %rdi, %rax\n\tshrq \$1, %rax\n\tmovq (%rsi,%rax), %rdx\n\tret\n"
refused "code read as data, by its address" 'is code, and accessed as data' \
  "$f\tleaq f(%rip), %rax\n\tmovq (%rax), %rcx\n\tret\n"

# Words that could mean two things, and comments that look like annotations.
refused "a region called %rdi" 'cannot be the name of a region' \
  "# fairlead: region %rdi %rsi\n# fairlead: secret %rdi\n\t.globl f\nf:\tmovq (%rdx,%rdi), %rax\n\tret\n"
refused "a symbol called flags" 'can mean a symbol and what the processor has' \
  "# fairlead: secret flags\n\t.globl f\nf:\tjc 1f\n\tmovq flags(%rip), %rax\n1:\tret\n"
refused "an annotation without its colon" 'looks like a mark or an annotation' \
  "# fairlead secret %rdi\n# fairlead: secret none\n\t.globl f\nf:\tmovq (%rsi,%rdi), %rax\n\tret\n"

# What forgets its operands.
for forget in 'subq %rdi, %rdi' 'subl %edi, %edi' \
  'pcmpeqd %xmm1, %xmm1\n\tmovq %xmm1, %rdi' 'vpcmpeqb %ymm1, %ymm1, %ymm2\n\tvmovq %xmm2, %rdi' \
  'psubq %xmm1, %xmm1\n\tmovq %xmm1, %rdi' 'pandn %xmm1, %xmm1\n\tmovq %xmm1, %rdi' 'pcmpgtd %xmm1, %xmm1\n'\
'\tmovq %xmm1, %rdi'; do
  accepted "${forget%%\\*} is public" \
    "# fairlead: secret %rdi %ymm1\n\t.globl f\nf:\t$forget\n\tmovq (%rsi,%rdi), %rax\n\tret\n"
done
refused "... sbb of a register with itself is not" 'depends on %rdi' \
  "$f\tsbbq %rdi, %rdi\n\tmovq (%rsi,%rdi), %rax\n\tret\n"
accepted "a constant of 64 bits behind movq" "$f\tmovq \$0x123456789abcdef, %rax\n\tret\n"

# Objects: all their symbols, and where their data are.
object() { # NAME WANTED-STATUS PATTERN TEXT ANNOTATIONS
  printf '%b' "$4" >"$work/o.S"
  printf '%b' "$5" >"$work/e.S"
  as -o "$work/o.o" "$work/o.S" && judged "object: $1" "$2" "$3" fairlead asm taint --object "$work/o.o" "$work/e.S"
}
said='# fairlead: secret key\nf:\tret\n'
two='\t.globl f, g, h\nf:\ng:\tmovq (%rsi,%rdi), %rax\n\tret\nh:\tret\n'
each='# fairlead: secret none\n\t.globl f, g, h\nf:\tret\n# fairlead: secret %rdi\ng:\tret\n'
each+='# fairlead: secret %rdi\nh:\tret\n'
object "two functions at one place" 1 'function .f. comes here, where function .g. is' "$two" "$each"
object "a function at the end" 1 'runs on past its end' '\t.globl f, g\nf:\tret\ng:\n' \
  '# fairlead: secret %rdi\nf:\tret\n'
object "data behind its section" 1 'leaves section .rodata.p' \
  '\t.section .rodata.p,"a"\npub:\t.quad 1,2\n\t.data\n\t.globl key\nkey:\t.quad 7,8\n\t.text\n\t.globl f\n'\
'f:\tmovq pub+4096(%rip), %rax\n\tmovq (%rsi,%rax), %rax\n\tmovq key(%rip), %rax\n\tret\n' "$said"
object "... behind a .comm" 1 'leaves the 16 bytes of .pub' \
  '\t.comm key,16,16\n\t.comm pub,16,16\n\t.globl f\nf:\tmovq pub+16(%rip), %rax\n\tmovq (%rsi,%rax), %rax\n'\
'\tmovq key(%rip), %rax\n\tret\n' "$said"
object "data in their section" 0 'from' \
  '\t.section .rodata.p,"a"\npub:\t.quad 1,2\n\t.data\n\t.globl key\nkey:\t.quad 7,8\n\t.text\n\t.globl f\n'\
'f:\tmovq pub+8(%rip), %rax\n\tmovq (%rsi,%rax), %rax\n\tmovq key(%rip), %rax\n\tret\n' "$said"
object "a jump to a weak symbol" 1 'is weak' '\t.globl f\n\t.weak g\nf:\tjmp g\n\tnop\ng:\tret\n' \
  '# fairlead: secret %rdi\nf:\tret\n'
object "a symbol inside of an instruction" 1 'inside of an instruction|not in the model' \
  '\t.globl f\nf:\tmovabs $0xc3f8048b48, %rax\n\tret\n\t.globl m\n\t.set m, f+2\n' '# fairlead: secret %rdi\nf:\tret\n'
object "a function in data" 1 'is said to be a function' \
  '\t.globl f, g\nf:\tret\n\t.data\n\t.type g, @function\ng:\t.quad 1\n' '# fairlead: secret %rdi\nf:\tret\n'
for section in .stub,\"a\" .text.leak,\"aw\" .text.leak,\"\" .gnu.linkonce.t.g,\"aw\" .init,\"a\" .plt.sec,\"aw\"; do
  object "$section, which is linked among the code" 1 'can be run when it is linked' \
    "\t.globl f, g\nf:\tret\n\t.section $section,@progbits\ng:\t.quad 1\n" '# fairlead: secret %rdi\nf:\tret\n'
done
object "data of the name of a section of code" 1 'can be run when it is linked' \
  '\t.globl f, g\nf:\tret\n\t.section code,"ax"\n\t.section code,"aw",@progbits,unique,7\ng:\t.quad 1\n' \
  '# fairlead: secret %rdi\nf:\tret\n'
object "two sections of code of one name" 1 'several sections called .text' \
  '\t.globl f, g\nf:\tret\n\t.section .text,"ax",@progbits,unique,7\ng:\tret\n' '# fairlead: secret %rdi\nf:\tret\n'
object "flags that are undefined" 1 "$undefined" '\t.globl f\nf:\tshlq $3, %rdi\n\tjo 1f\n\tnop\n1:\tret\n' \
  '# fairlead: secret %rdi\nf:\tret\n'

# A function that is only called is no entry; one that something else leads to is, as a label in the middle of it is.
inner='\t.globl f\nf:\tmovl $0, %eax\n\tcall l\n\tret\n\t.type l, @function\n'
inner+='l:\taddq $1, %rdi\nm:\ttestq %rax, %rax\n\tjz m\n\tret\n'
secret='# fairlead: secret %rax\n\t.globl f\nf:\tret\n'
object "a function that is only called" 0 'from' "$inner" "$secret"
refused "one whose distance from another is in the data" 'depends on the zero flag' \
  "# fairlead: secret %rax\n$inner\t.data\n\t.long l-f\n"
object "... is that in a source only: in an object it is a number" 0 'from' "$inner\t.data\n\t.long l-f\n" "$secret"
object "... of no type" 0 'from' "${inner/\\t.type l, @function\\n/}" "$secret"
for more in '\t.globl l\n' '\t.weak l\n' '\t.globl g\n\t.set g, l\n' '\t.hidden l\n\t.globl l\n' \
  '\t.data\n\t.quad l\n' '\t.data\nt:\t.quad l\n' '\t.section .init_array,"aw"\n\t.quad l\n' \
  '\t.section .data.rel.ro,"aw"\n\t.quad .text+11\n' '\t.section .eh_frame,"a"\n\t.quad l\n' \
  '\t.section other,"a"\n\t.long l-.\n' '\t.section .rodata\nt:\t.long l-t\n' '\t.data\n\t.quad m\n' \
  '\t.globl m\n' '\t.globl g\ng:\tleaq l(%rip), %rax\n\tret\n' '\t.globl g\ng:\tjmp l\n'; do
  object "... and ${more//\\/ }" 1 \
    'depends on the zero flag|has an address|is not of a kind|nothing is said|more than unwinding' \
    "$inner$more" "$secret"
done

# Symbols that are more than places, whatever the source of the annotations says of them.
object "an indirect function, of which calls run what it returns" 1 'is an indirect function' \
  '\t.globl f\n\t.type f, @gnu_indirect_function\nf:\tmovq (%rdi), %rax\n\tret\n' \
  '# fairlead: region k %rdi\n# fairlead: secret k\nf:\tret\n'
object "a symbol that is weak in the object only" 1 'depends on %rax' \
  '\t.weak pub\n\t.globl f\nf:\tmovq pub(%rip), %rax\n\tmovq (%rsi,%rax), %rax\n\tmovq key(%rip), %rax\n\tret\n' \
  "$said"
for section in .gnu.lto_.symtab.1,\"e\" .gnu.lto_f.1,\"\" .gnu.offload_lto_f,\"e\" .llvm.lto,\"e\"; do
  object "$section, which is compiled when it is linked" 1 'can be run when it is linked' \
    "\t.globl f\nf:\tret\n\t.section $section,@progbits\n\t.quad 1\n" '# fairlead: secret %rdi\nf:\tret\n'
done
refused "... in a source" 'among the code' "$f\tret\n\t.section .gnu.lto_f,\"\",@progbits\n\t.quad 1\n"

# Many functions with secrets of their own, and many words said of one.
one='# fairlead: region k %%rdi\n# fairlead: secret k\n\t.globl f%s\nf%s:\taddq (%%rdi), %%rax\n\tret\n'
for k in $(seq 2000); do printf "$one" $k $k; done >"$work/many.S"
ok "2,000 functions, each with its own secrets" fairlead asm taint -q "$work/many.S"
{ for k in $(seq 20000); do echo '# fairlead: secret %rdi'; done; printf '\t.globl f\nf:\tret\n'; } >"$work/words.S"
ok "20,000 annotations" fairlead asm taint -q "$work/words.S"

# Mutants of cleared kernels: those that are still cleared run twice, step by step, with other secrets.
campaign() { tests/asm/taint_mutation "${MUTANTS:-$(sized 12 40)}" 4 "${SEED:-$RANDOM}" >"$work/mutants" 2>&1; }
if grep -q ' avx ' /proc/cpuinfo; then
  ok "mutants of four kernels" campaign
  sed 's/^/# /' "$work/mutants"
  ok "... some were cleared" grep -qE ' [1-9][0-9]* cleared; of these' "$work/mutants"
  ok "... some were refused as leaks" grep -qE ' [1-9][0-9]* refused as leaks' "$work/mutants"
fi
# A leak that is said to be clear would be seen: a checker that says yes to everything.
mkdir "$work/bin"
printf '#!/bin/sh\necho "$3: cleared"\necho "  kernel (keys)"\n' >"$work/bin/fairlead"
chmod +x "$work/bin/fairlead"
seen() {
  local out
  out=$(PATH="$work/bin:$PATH" tests/asm/taint_mutation 30 4 1 tests/asm/data/taint/loop.S 2>&1) && return 1
  grep -q 'cleared, but kernel: pair' <<<"$out"
}
ok_long "a checker that clears everything is found out" seen
done_testing
