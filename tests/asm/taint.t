#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The taint checker: a loop that is fine, and what makes it leak.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
file=tests/asm/data/taint/loop.S
temporary_folder
ok "no address, no branch depends on a secret" fairlead asm taint $file
refused() { # NAME SED-SCRIPT PATTERN
  local out status=0
  sed "$2" $file >"$work/t.S"
  out=$(fairlead asm taint "$work/t.S" 2>&1) || status=$?
  if [ "$status" -eq 1 ] && grep -qE "$3" <<<"$out"; then tap_result 0 "$1"; else tap_result 1 "$1"; sed 's/^/# /' <<<"status $status: $out"; fi
}
refused "a loop that counts a secret down" 's/decq %rdx/decq %rax/' 't.S:23:2: error: this branch depends on the zero flag'
refused "a secret as an address" 's/movq %rax, -8(%rsp)/movq (%rax), %r9/' 'depends on %rax, which may hold a secret'
refused "a secret as an index" 's/movq %rax, -8(%rsp)/movq (%rdx,%rax,8), %r9/' 'depends on %rax, which may hold a secret'
refused "a secret as a prefetched address" 's/movq %rax, -8(%rsp)/prefetcht0 (%rax)/' 'depends on %rax, which may hold a secret'
refused "a secret stored in a public region" '/secret/s/ out//' 'may store a secret in region out'
refused "a secret spilled to a public stack" 's/secret keys out stack/secret keys out/' 'may store a secret in region stack'
refused "a branch on a secret" '/xorl/d' 't.S:25:2: error: this branch depends on the zero flag'
refused "a secret register at the entry" 's/secret keys/secret %rdx keys/' 't.S:11:2: error: this branch'
refused "a region that may overlap with a secret one, used as public" '/disjoint/d;s/movdqu (%rdi), %xmm0/movq (%rdi), %r8; movdqu (%rdi,%r8), %xmm0/' \
  'depends on %r8, which may hold a secret'
refused "no secret named" '/secret/d' 'nothing is said to be secret'
refused "a flag that a call leaves" 's/xorl %eax, %eax/call foo/' 'this branch depends on the zero flag'

# What can be entered is analysed, or the file is refused.
refused_text() { # NAME TEXT PATTERN
  local out status=0
  printf '%b' "$2" >"$work/e.S"
  out=$(fairlead asm taint "$work/e.S" 2>&1) || status=$?
  if [ "$status" -eq 1 ] && grep -qE "$3" <<<"$out"; then tap_result 0 "$1"; else tap_result 1 "$1"; sed 's/^/# /' <<<"status $status: $out"; fi
}
accepted_text() { # NAME TEXT VERDICT
  local out status=0
  printf '%b' "$2" >"$work/e.S"
  out=$(fairlead asm taint "$work/e.S" 2>&1) || status=$?
  is "$1" "0
$3" "$status
$(sed 1d <<<"$out")"
}
# f makes %rax public before it runs on to code that branches on it; who enters there brings a secret
secret='# fairlead: secret %rax\n\t.globl f\n'
safe='f:\tmovl $0, %eax\n'
leak='\ttestq %rax, %rax\n\tjz 1f\n1:\tret\n'
branch='this branch depends on the zero flag'
accepted_text "code that only f runs on to" "$secret$safe.Lg:$leak" '  f (%rax)'
refused_text "the second name of a .globl" "# fairlead: secret %rax\n\t.globl f, g\n${safe}g:$leak" "$branch"
refused_text "a .weak label" "$secret\t.weak g\n${safe}g:$leak" "$branch"
refused_text "a hidden global label" "$secret\t.globl g\n\t.hidden g\n${safe}g:$leak" "$branch"
refused_text "a label declared only behind the code" "$secret${safe}g:$leak\t.global g\n" "$branch"
refused_text "a label that is a function" "$secret\t.type g, @function\n${safe}g:$leak" "$branch"
refused_text "two labels at one place" "$secret\t.globl h\n${safe}.Lg:\nh:$leak" "$branch"
refused_text "a table" "$secret$safe.Lg:$leak\t.section .rodata\nt:\t.quad f, .Lg\n" "$branch"
refused_text "a numeric label in a table" "$secret${safe}7:$leak\t.section .rodata\nt:\t.quad 7b\n" "$branch"
refused_text "a table of distances" "$secret$safe.Lg:$leak\t.section .rodata\nt:\t.long .Lg - t\n" "$branch"
refused_text "an initialiser" "$secret$safe.Lg:$leak\t.section .init_array, \"aw\"\n\t.quad .Lg\n" "$branch"
refused_text "an address that an instruction takes" "$secret$safe.Lg:\ttestq %rax, %rax\n\tjz 1f\n1:\tleaq .Lg(%rip), %rcx\n\tret\n" "$branch"
refused_text "an address inside of the code, in a table" "$secret$safe.Lg:$leak\t.data\nt:\t.quad f+5\n" "address near a label"
refused_text "... as a sum" "$secret$safe.Lg:$leak\t.data\nt:\t.quad 5+f\n" "address near a label"
accepted_text "a label in a table, plus nothing" "# fairlead: secret %rcx\n\t.globl f\nf:\tret\n\t.data\nt:\t.quad f + 0, f\n" "  f (%rcx)"
refused_text "... by the section" "$secret$safe.Lg:$leak\t.data\nt:\t.quad .text+5\n" "address near a label"
refused_text "... that an instruction takes" "$secret${safe}\tleaq f+5(%rip), %rcx\n.Lg:$leak" "an address near .f'"
refused_text "code read as data" "$secret${safe}\tmovq f(%rip), %rcx\n.Lg:$leak" "is code, and accessed as data"
refused_text "an alias" "$secret\t.globl g\n\t.set g, .Lg\n$safe.Lg:$leak" 'error: '
refused_text "an alias by =" "$secret\t.globl g\n\tg = .Lg\n$safe.Lg:$leak" 'error: '
refused_text "an alias by .equ" "$secret\t.globl g\n\t.equ g, .Lg\n$safe.Lg:$leak" 'error: '
refused_text "another version" "$secret\t.symver f, g@@V1\n$safe.Lg:$leak" 'error: '
refused_text "the begin of the code, without a label" "# fairlead: secret %rax\n\t.globl g\n$leak""g:\tret\n" "$branch"
refused_text "a function that nothing names" "$secret$safe\tret\ng:$leak" "$branch"
refused_text "running on past the end" "$secret$safe" 'runs on past its end'
refused_text "... where a branch is the last instruction" "$secret${safe}\tjmp 1f\n2:\tret\n1:\tcmpl \$0, %ecx\n\tjz 2b\n" 'runs on past its end'
accepted_text "running on into the next function" "# fairlead: secret %rax\n\t.globl f\n\t.globl g\n${safe}g:\tret\n" '  f (%rax)
  g (%rax)'
refused_text "... which leaks" "$secret\t.globl g\nf:\tnop\ng:$leak" "$branch"
refused_text "a jump out" "${secret}f:\tjmp g\n" "jumps out of it are not analysed"
refused_text "a jump to a weak label" "$secret\t.weak g\n${safe}\tjmp g\ng:\tret\n" 'is weak'
refused_text "an indirect jump" "${secret}f:\tjmp *%rcx\n" 'error: '
refused_text "the signs of a vector, in an address" \
  "# fairlead: secret %xmm1\nf:\tpmovmskb %xmm1, %eax\n\tmovq (%rsi,%rax), %rcx\n\tret\n" 'address that'
refused_text "a count of bits, in a branch" "${secret}f:\tpopcntq %rax, %rcx\n\tjz 1f\n1:\tret\n" "$branch"
refused_text "one element, spread" \
  "# fairlead: secret %xmm1\nf:\tvpbroadcastd %xmm1, %ymm2\n\tvpextrb \$9, %xmm2, %eax\n\tmovq (%rax), %rcx\n\tret\n" \
  'address that'
refused_text "a macro with a branch" \
  "${secret}\t.macro go\n\ttestq %rax, %rax\n\tjz 1f\n1:\n\t.endm\nf:\tgo\n\tret\n" "$branch"
refused_text "a prefix" "${secret}f:\trepz movsb\n\tret\n" 'error: '
refused_text "bytes" "${secret}f:\t.byte 0x0f,0x0b\n\tret\n" 'may put something into the code'
refused_text "a filling that runs" "${secret}f:\t.balign 64, 0xc3\n\tret\n" 'error: '
refused_text "code in two sections" "$secret$safe\t.section .text.g, \"ax\"\n.Lg:$leak" 'code in two sections'
refused_text "a secret in data" '# fairlead: secret key\n\t.globl f\nf:\tmovq key(%rip), %rax\n\tmovq (%rax), %rcx\n\tret\n\t.data\nkey:\t.quad 5\n' 'depends on %rax'
refused_text "... under another name" '# fairlead: secret key\n\t.globl f\nf:\tmovq other(%rip), %rax\n\tmovq (%rax), %rcx\n\tmovq key(%rip), %rax\n\tret\n\t.data\nother:\nkey:\t.quad 5\n' \
  'depends on %rax'
refused_text "a secret through a copy of the pointer" '# fairlead: region key %rdi\n# fairlead: secret key\n\t.globl f\nf:\tmovq %rdi, %rax\n\tmovq (%rax), %rcx\n\tmovq (%rcx), %rdx\n\tret\n' \
  'depends on %rcx'

# Marks are comments to the assembler: what it makes of them is not what was analysed.
printf '# fairlead: secret %%rax\n\t.globl f\nf:\n\t//@ if e\n\tmovq %%rax, %%rcx\n\t//@ else\n\tmovq (%%rcx), %%rdx\n\t//@ end\n\tret\n' >"$work/marks.S"
status=0
fairlead asm taint -q "$work/marks.S" >"$work/out" 2>&1 || status=$?
is "a file with marks: status 3, also quietly" "3 " "$status $(cat "$work/out")"
status=0
fairlead asm taint "$work/marks.S" >"$work/out" 2>&1 || status=$?
ok "... the reason is said" grep -q 'of the lowered code (exit status 3)' "$work/out"
fairlead asm lower "$work/marks.S" -o "$work/lowered.S"
ok "... lowered it is status 0" fairlead asm taint "$work/lowered.S"
sed '/@/d' "$work/marks.S" >"$work/straight.S"
ok "... what the assembler makes of the marks leaks" bash -c "! fairlead asm taint '$work/straight.S'"

# What the theorem takes for granted, where it can be seen: where pointers lead, and returns.
apart='# fairlead: region in %rdi\n# fairlead: region keys %rcx\n# fairlead: disjoint in keys stack\n# fairlead: secret keys\n\t.globl f\nf:'
use='\tmovq (%rdi), %rax\n\tmovq (%rax), %rax\n\tret\n'
public='is said to be in region in, which is public, but %'
refused_text "a pointer to secrets in a register of a public region" "$apart\tmovq %rcx, %rdi\n$use" "$public"
refused_text "... by lea" "$apart\tleaq 8(%rcx), %rdi\n$use" "$public"
refused_text "... by push and pop" "$apart\tpushq %rcx\n\tpopq %rdi\n$use" "$public"
refused_text "... through the stack" "$apart\tmovq %rcx, -8(%rsp)\n\tmovq -8(%rsp), %rdi\n$use" "$public"
refused_text "... through another register, on one way" "$apart\tmovq %rcx, %r8\n\tincq %r8\n\ttestq %rdx, %rdx\n\tjz 1f\n\taddq \$8, %r8\n1:\tmovq %r8, %rdi\n$use" "$public"
refused_text "... as an index" "$apart\tmovq (%rdi,%rcx), %rax\n\tmovq (%rax), %rax\n\tret\n" "$public"
# whatever is computed from a pointer may lead where it leads
through() { refused_text "... through $1" "$apart\t$2\n$use" "$public"; }
through "a choice" 'testq %rdx, %rdx\n\tcmovzq %rcx, %rdi'
through "or" 'xorl %edi, %edi\n\torq %rcx, %rdi'
through "a vector register" 'movq %rcx, %xmm0\n\tmovq %xmm0, %rdi'
through "the upper half of one" \
  'vmovq %rcx, %xmm1\n\tvinserti128 $1, %xmm1, %ymm2, %ymm2\n\tvextracti128 $1, %ymm2, %xmm3\n\tvmovq %xmm3, %rdi'
through "a vector on the stack" 'movq %rcx, %xmm0\n\tmovdqu %xmm0, -24(%rsp)\n\tmovq -24(%rsp), %rdi'
through "bswap" 'bswapq %rcx\n\tmovq %rcx, %rdi\n\tbswapq %rdi'
through "differences" 'xorl %eax, %eax\n\tsubq %rcx, %rax\n\txorl %edi, %edi\n\tsubq %rax, %rdi'
through "a product" 'movl $1, %edx\n\tmulxq %rcx, %rax, %rdi\n\tmovq %rax, %rdi'
through "32 bits" 'movl %ecx, %edi'
through "halves on the stack" 'movl %ecx, -8(%rsp)\n\trorq $32, %rcx\n\tmovl %ecx, -4(%rsp)\n\tmovq -8(%rsp), %rdi'
accepted_text "a place in a page" "$apart\tandl \$15, %ecx\n\tmovq (%rdi,%rcx), %rcx\n\tret\n" '  f (keys)'
secrets='is said to be in region keys, which may hold secrets, but %'
refused_text "a secret stored through a pointer to what is public" \
  "$apart\tmovq (%rcx), %rax\n\tmovq %rdi, %rcx\n\tmovq %rax, (%rcx)\n$use" "$secrets"
for place in '-8(%rsp)' 'x(%rip)'; do
  store="\tmovq (%rcx), %rax\n\tleaq $place, %rcx\n\tmovq %rax, (%rcx)\n"
  refused_text "... to $place" "$apart$store\tmovq $place, %rax\n\tmovq (%rax), %rax\n\tret\n" "$secrets"
done
refused_text "a secret on the stack in a register of a public region" \
  "# fairlead: region in %rdi\n# fairlead: disjoint in stack\n# fairlead: secret stack\n\t.globl f
f:\tleaq 16(%rsp), %rdi\n$use" "$public"
refused_text "a secret by the linker's name for its section" \
  '# fairlead: secret key\n\t.globl f\nf:\tmovq __start_keys(%rip), %rax\n\tmovq (%rax), %rcx\n\tmovq key(%rip), %rax
\tret\n\t.section keys,"aw"\nkey:\t.quad 5\n' 'depends on %rax'
refused_text "the place of an instruction" "$secret$safe\tleaq .+9(%rip), %rcx\n\tret\n" 'where the instruction stands'
for s in stack anywhere none rax; do
  refused_text "a symbol called $s" "$secret$safe\tmovq $s(%rip), %rcx\n\tret\n" 'cannot be told from'
done
refused_text "... as a difference" "$apart\tsubq %rdi, %rcx\n\tmovq (%rdi,%rcx), %rax\n\tmovq (%rax), %rax\n\tret\n" "$public"
refused_text "... exchanged by xor" "$apart\txorq %rcx, %rdi\n\txorq %rdi, %rcx\n\txorq %rcx, %rdi\n$use" "$public"
refused_text "... through a vector register" "$apart\tvmovq %rcx, %xmm0\n\tvpaddq %xmm1, %xmm0, %xmm2\n\tvmovq %xmm2, %rdi\n$use" \
  "$public"
refused_text "... by or" "$apart\tmovl \$0, %edi\n\torq %rcx, %rdi\n$use" "$public"
refused_text "... by a conditional move" "$apart\tcmpq \$1, %rdx\n\tcmoveq %rcx, %rdi\n$use" "$public"
refused_text "... in a loop" "$apart\n1:\tmovq (%rdi), %rax\n\tmovq %r9, %rdi\n\tmovq %rcx, %r9\n\tdecq %rdx\n\tjnz 1b\n\tret\n" \
  "$public"
accepted_text "a distance in the secret region as a count" "$apart\tleaq 64(%rcx), %r8\n\tsubq %rcx, %r8\n\tmovq (%rdi,%r8), %rax\n\tret\n" \
  '  f (keys)'
accepted_text "a register that held such a pointer, cleared" "$apart\txorl %ecx, %ecx\n\tmovq (%rdi,%rcx), %rax\n\tret\n" \
  '  f (keys)'
accepted_text "a pointer that was used and moved" "$apart\tmovq (%rdi), %rax\n\taddq \$8, %rdi\n\tmovq (%rdi,%rax), %rax\n\tret\n" \
  '  f (keys)'
refused_text "a symbol's address in a register of another's region" \
  '# fairlead: region pub %rdi\n# fairlead: secret key\n\t.globl f\nf:\tmovq pub(%rip), %rdx\n\tleaq key(%rip), %rdi\n\tmovq (%rdi), %rax\n\tmovq (%rax), %rax\n\tret\n\t.data\npub:\t.quad 1\n\t.section .data.key,"aw"\nkey:\t.quad 1\n' \
  'is said to be in region pub, which is public, but %rdi leads to region key'
refused_text "data behind its section" '# fairlead: secret keys\n\t.globl f\nf:\tmovq pub+16(%rip), %rax\n\tmovq keys(%rip), %rcx\n\tret\n\t.data\npub:\t.quad 0,0\n\t.section .data.keys,"aw"\nkeys:\t.quad 1\n' \
  'leaves section .data'
refused_text "... before it" '# fairlead: secret keys\n\t.globl f\nf:\tmovq .Lpub-1(%rip), %rax\n\tmovq keys(%rip), %rcx\n\tret\n\t.data\n.Lpub:\t.quad 0,0\n\t.section .data.keys,"aw"\nkeys:\t.quad 1\n' \
  'leaves section .data'
refused_text "... half of it" '# fairlead: secret keys\n\t.globl f\nf:\tmovdqu .Lpub+8(%rip), %xmm0\n\tmovq keys(%rip), %rcx\n\tret\n\t.data\n.Lpub:\t.quad 0,0\n\t.section .data.keys,"aw"\nkeys:\t.quad 1\n' \
  'leaves section .data'
stack='# fairlead: secret %rax stack\n\t.globl f\nf:'
back='where this returns to is not known'
refused_text "a return to what was pushed" "$stack\tpushq %rax\n\tret\n" "$back"
refused_text "a return from a secret place" \
  '# fairlead: secret %rsp\n\t.globl f\nf:\tret\n' 'every return accesses memory there'
refused_text "a return from another stack" "$stack\tmovq %rax, %rsp\n\tret\n" "$back"
refused_text "a return behind one's frame" "$stack\taddq \$8, %rsp\n\tret\n" "$back"
refused_text "a return to what was stored" "$stack\tmovq %rax, (%rsp)\n\tret\n" 'changes the address that the function returns to'
refused_text "... through another register" "$stack\tpushq %rbp\n\tmovq %rsp, %rbp\n\tmovdqu %xmm0, -4(%rbp)\n\tmovl %eax, 12(%rbp)\n\tpopq %rbp\n\tret\n" 'changes the address'
refused_text "one push more on one way" "$stack\ttestq %rcx, %rcx\n\tjz 1f\n\tpushq %rax\n1:\tret\n" "$back"
accepted_text "a frame of its own, aligned" "$stack\tpushq %rbp\n\tmovq %rsp, %rbp\n\tpushq %rbx\n\tsubq \$96, %rsp\n\tandq \$-64, %rsp\n\tmovq %rax, (%rsp)\n\tleaq -8(%rbp), %rsp\n\tpopq %rbx\n\tpopq %rbp\n\tret\n" '  f (%rax, stack)'

# The same of objects, whose tables are in other sections.
object() { # NAME TEXT: e.S and e.o
  printf '%b' "$1" >"$work/e.S"
  as -o "$work/e.o" "$work/e.S"
}
refused_object() { # NAME TEXT PATTERN
  local out status=0
  object "$2"
  printf '# fairlead: secret %%rax\nf:\tret\n' >"$work/said.S"
  out=$(fairlead asm taint --object "$work/e.o" "$work/said.S" 2>&1) || status=$?
  if [ "$status" -eq 1 ] && grep -qE "$3" <<<"$out"; then tap_result 0 "object: $1"; else tap_result 1 "object: $1"; sed 's/^/# /' <<<"status $status: $out"; fi
}
object "\t.globl f\n$safe.Lg:$leak\t.data\n\t.quad f\n"
printf '# fairlead: secret %%rax\nf:\tret\n' >"$work/said.S"
ok "object: code that only f runs on to, and a table of f" fairlead asm taint --object "$work/e.o" "$work/said.S"
padded() { # padding of each length that an assembler makes, where it is run
  local n
  for n in {1..31}; do
    object "\t.globl f\nf:\n$(printf '\\tclc\\n%.0s' $(seq "$n"))\t.p2align 5\n\tret\n"
    fairlead asm taint -q --object "$work/e.o" "$work/said.S" || { echo "$n bytes in front"; return 1; }
  done
}
ok "object: padding inside of a function" padded
refused_object "a prefix that no assembler pads with" "\t.globl f\nf:\t.byte 0x65,0x0f,0x1f,0x00\n\tret\n" \
  'may put something into the code'
refused_object "a second symbol" "\t.globl f, g\n${safe}g:$leak" "$branch"
refused_object "a symbol that no other file sees" "\t.globl f\n${safe}g:$leak" "$branch"
refused_object "a table of what has no symbol" "\t.globl f\n$safe.Lg:$leak\t.data\n\t.quad .Lg\n" 'where no label is'
refused_object "... of distances" "\t.globl f\n$safe.Lg:$leak\t.section .rodata\nt:\t.long .Lg - t\n" 'where no label is'
refused_object "... near a symbol" "\t.globl f\n$safe.Lg:$leak\t.data\n\t.quad f+5\n" 'an address near'
refused_object "... in an initialiser" "\t.globl f\n$safe.Lg:$leak\t.section .init_array, \"aw\"\n\t.quad .Lg\n" 'where no label is'
refused_object "... in what calls itself unwinding" "\t.globl f\n$safe.Lg:$leak\t.section .eh_frame, \"a\"\n\t.quad .Lg\n" 'where no label is'
refused_object "an address that an instruction takes" "\t.globl f\n${safe}\tleaq .Lg(%rip), %rcx\n.Lg:$leak" 'error: '

# Annotations belong to functions, and the verdict names each.
f='# fairlead: region p %rdi\n# fairlead: secret p\n\t.globl f\nf:\tmovq (%rdi), %rax\n\tret\n'
g='\t.globl g\ng:\tmovq (%rdi), %rax\n\tmovq (%rax), %rax\n\tret\n'
refused_text "a function of which nothing is said" "$f$g" 'depends on %rax'
refused_text "... when others have their own annotations" "$f$g# fairlead: secret %rcx\nh:\tret\n" 'of function .g. nothing is said to be secret'
accepted_text "a function without secrets" "$f# fairlead: secret none\n# fairlead: region q %rdi %rax\n$g" '  f (p)
  g (nothing is secret here)'
refused_text "... the same the other way round" "# fairlead: secret none\n$g# fairlead: region q %rdi %rax\n# fairlead: secret q\n\t.globl h\nh:\tmovq (%rdi), %rax\n\tmovq (%rax), %rax\n\tret\n" \
  'e.S:10:2: error: the address'
refused_text "nothing is secret anywhere" "# fairlead: secret none\n$g" 'nothing is said to be secret'
refused_text "a region of another function" "# fairlead: secret none\n$g# fairlead: secret q\nh:\tret\n# fairlead: region q %rdi\n# fairlead: secret q\nk:\tret\n" 'a region of another function'
refused_text "a jump into a function of which other things are said" \
  '# fairlead: secret %rax\n\t.globl f, g\nf:\tjmp .Lmiddle\n# fairlead: region keys %rdi\n# fairlead: secret keys\ng:\tjmp .Lend\n.Lmiddle:\tmovq (%rdi), %rcx\n\tmovq (%rcx), %rcx\n.Lend:\tret\n' \
  'function .f. comes here, where function .g. is'
accepted_text "secrets on the stack, pushed and popped" '# fairlead: secret %rax stack\n\t.globl f\nf:\tpushq %rbx\n\tpushq %rax\n\tmovq 8(%rsp), %rcx\n\tpopq %rdx\n\tpopq %rbx\n\tret\n' '  f (%rax, stack)'
refused_text "... popped into an address" '# fairlead: secret %rax stack\n\t.globl f\nf:\tpushq %rax\n\tpopq %rdx\n\tmovq (%rdx), %rcx\n\tret\n' 'depends on %rdx'
refused_text "... popped into the stack pointer" '# fairlead: secret %rax stack\n\t.globl f\nf:\tpushq %rax\n\tpopq %rsp\n\tpopq %rax\n\tret\n' 'depends on %rsp'
refused_text "a secret pushed to a public stack" '# fairlead: secret %rax\n\t.globl f\nf:\tpushq %rax\n\tpopq %rdx\n\tret\n' 'may store a secret in region stack'
done_testing
