#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""Pairs of files that mean different things to a processor though they may look alike to a reader: `asm check' must accept none of
them. Where it can be shown, both are assembled, linked and run: they differ. And what must still be accepted. TAP on standard output.

A case: its name; the clean text; the fast text; options; a pattern that standard error must match; and why they differ: RUNS if a
run on this processor shows it, CRASH if the fast one dies where the clean one does not, else the argument."""
import concurrent.futures, os, re, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
RUNS, CRASH = "runs", "crash"
OUTSIDE = "outside of their instructions|where the clean code has"
SYM = ["--symbolic"]

def code(body, before="", after="", name="f"):
    return f"{before}\t.text\n\t.globl {name}\n{name}:\n{body}\tret\n{after}"

def data(text, section=".data"):
    return f"\t{section}\n{text}"

two = "\tmovq (%rdi), %rax\n\taddq (%rsi), %rax\n"
load_a, load_b = "\tmovq a(%rip), %rax\n\taddq %rax, %rax\n\taddq b(%rip), %rax\n", None
ab, ba = "a:\t.quad 1\nb:\t.quad 2\n", "b:\t.quad 1\na:\t.quad 2\n"
local = load_a.replace("a(", ".La(").replace("b(", ".Lb(")
sse = "\tmovdqa k(%rip), %xmm0\n\tmovq %xmm0, %rax\n"
branch = "\tcmpq $3, %rcx\n\tjb {0}\n\tmovq $1, %rax\n\tret\n{0}:\n\tmovq $2, %rax\n"
numeric = "\tmovq $0, %rax\n\tjmp 1f\n1:\taddq $1, %rax\n\tcmpq $5, %rax\n\tjb 1{0}\n1:\taddq $10, %rax\n\tcmpq $30, %rax\n\tjae 2f\n\tnop\n2:\n"
undefined = "\timulq %rsi, %rdi\n\tjz 1f\n\tmovq $1, %rax\n1:\n"
own = '\t.section numbers, "aw"\nx:\t.quad 1\n'
begins = ["\tmovq $7, x(%rip)\n", "\tmovq __start_numbers(%rip), %rax\n"]
framed = ["\tleaq -64(%rsp), %rdi\n\tmovq $1, (%rdi)\n\tmovq stack(%rip), %rdx\n",
  "\tmovq $2, -64(%rsp)\n", "\tmovq (%rdi), %rax\n"]
here_twice = "\tleaq .(%rip), %rcx\n", "\tnop\n", "\tleaq .(%rip), %rax\n\tsubq %rcx, %rax\n\txorl %ecx, %ecx\n"
loop = "\tmovq $0, %rax\n.Ll:\taddq (%rsi), %rax\n\tleaq 8(%rsi), %rsi\n{}\tdecq %rcx\n\tjne .Ll\n"
peeled = "\tmovq $0, %rax\n\taddq (%rsi), %rax\n\tleaq 8(%rsi), %rsi\n\tdecq %rcx\n\tje .Lo\n.Ll:\taddq (%rsi), %rax\n\tleaq 8(%rsi), %rsi\n\tdecq %rcx\n\tjne .Ll\n.Lo:\n"
gfun = "\t.globl g\ng:\n\tmovq $7, %rax\n\tret\n"
hfun = "\t.globl h\nh:\n\tmovq $9, %rax\n\tret\n"

refused = [
  # Prefixes and operands of returns
  ("a repeated store read as a return", code(two), code(two).replace("ret", "repz movsb\n\tret"), [], "prefix", "memory changes"),
  ("a repeated comparison in the place of the return", code(two), code(two).replace("ret", "repz cmpsb"), [], "prefix", "no return"),
  ("a return that pops its arguments", code(two), code(two).replace("ret", "ret $16"), [], "return that takes an operand", "%rsp"),
  ("lret", code(two), code(two).replace("ret", "lret"), [], "not in the model", "another return"),
  ("rep ret on one line", code(two), code(two).replace("ret", "rep; ret"), [], "prefix", "the prefix is not in the model"),
  ("a return of two bytes, the first alone", code(two), code(two).replace("ret", ".byte 0xf3\n\tret"), [], "something into the code", "a prefix"),
  ("a locked instruction", code("\taddq %rax, (%rdi)\n"), code("\tlock addq %rax, (%rdi)\n"), [], "prefix", "a prefix"),
  ("a segment", code("\tmovq (%rdi), %rax\n"), code("\tmovq %fs:(%rdi), %rax\n"), [], "error: ", "another address"),
  ("a segment as a prefix", code("\tmovq (%rdi), %rax\n"), code("\tfs movq (%rdi), %rax\n"), [], "prefix", "another address"),
  ("addr32", code("\tmovq (%rdi), %rax\n"), code("\taddr32 movq (%rdi), %rax\n"), [], "prefix", "another address"),
  ("an encoding asked for", code(two), code(two).replace("movq", "{load} movq"), [], "expected an instruction", "not in the model"),
  ("a prefix with a slash", code(two), code(two).replace("movq (", "rep/movq ("), [], "error: ", "a prefix"),
  ("a constant that the assembler shortens", code("\tmov $0xffffffff, %ecx\n\tmovq %rcx, %rax\n"), code("\tmov $0x1ffffffff, %ecx\n\tmovq %rcx, %rax\n"), [], "does not fit in 32 bits",
   "what it is in the model is not what it is in the code"),
  # Names that are more than names
  ("the begin of a section by the linker's name for it", code("".join(begins), after=own), code("".join(begins[::-1]),
   after=own), [], "region anywhere", RUNS),
  ("the end of the data by it", code("\tmovq $7, x(%rip)\n\tmovq _edata-8(%rip), %rax\n", after=data("x:\t.quad 1\n")),
   code("\tmovq _edata-8(%rip), %rax\n\tmovq $7, x(%rip)\n", after=data("x:\t.quad 1\n")), [], "region anywhere", RUNS),
  ("a symbol called as a region", "# fairlead: region a %rdi\n" + code("".join(framed),
   after=data("stack:\t.quad 1\n")),
   code(framed[0] + framed[2] + framed[1], after=data("stack:\t.quad 1\n")), [], "cannot be told from", RUNS),
  ("the place of the instruction", code("".join(here_twice)), code(here_twice[1] + here_twice[0] + here_twice[2]), [],
   "where the instruction stands", RUNS),
  ("... in Intel syntax", code("\tnop\n"), "\t.intel_syntax noprefix\n" + code("\tlea rcx, [rip + .]\n"), [],
   "where the instruction stands", "an address"),
  # Data made from the code
  ("an address near a label of the code", code("\tnop\n" + two, after=data("t:\t.quad f+4\n")), code(two,
   after=data("t:\t.quad f+4\n")), SYM,
   "address near a label", "another instruction is there"),
  ("... by the section", code("\tnop\n" + two, after=data("t:\t.quad .text+4\n")), code(two,
   after=data("t:\t.quad .text+4\n")), SYM, "address near a label", "another"),
  ("the length of the code as the size of data", code("\tnop\n" + two + ".Le:",
   after="\t.globl t\n" + data("t:\t.quad 1\n\t.size t, .Le-f\n")),
   code(two + ".Le:", after="\t.globl t\n" + data("t:\t.quad 1\n\t.size t, .Le-f\n")), SYM, OUTSIDE,
   "a program that copies it has room for less"),
  # Names of data
  ("two labels of data exchanged", code(load_a, after=data(ab)), code(load_a, after=data(ba)), [], OUTSIDE, RUNS),
  ("two local labels of data exchanged", code(local, after=data(ab.replace("a:", ".La:").replace("b:", ".Lb:"))),
   code(local, after=data(ba.replace("a:", ".La:").replace("b:", ".Lb:"))), [], OUTSIDE, RUNS),
  ("two labels of data exchanged, symbolically", code(load_a, after=data(ab)), code(load_a, after=data(ba)), SYM, OUTSIDE, RUNS),
  ("other data", code(load_a, after=data(ab)), code(load_a, after=data(ab.replace("2", "3"))), [], OUTSIDE, RUNS),
  ("data in another section", code(load_a, after=data(ab)), code(load_a, after=data(ab, ".section .rodata")), [], OUTSIDE, "it cannot be written"),
  ("a label of data two bytes on", code(load_a, after=data(ab)), code(load_a, after=data("\t.byte 1, 2\n" + ab)), [], OUTSIDE, "other bytes before it"),
  ("global data made local", code(load_a, after="\t.globl a\n" + data(ab)), code(load_a, after=data(ab)), [], OUTSIDE, "others see it no more"),
  ("global data made weak", code(load_a, after="\t.globl a\n" + data(ab)), code(load_a, after="\t.weak a\n" + data(ab)), [], OUTSIDE, "another may win"),
  ("hidden", code(load_a, after="\t.globl a\n\t.hidden a\n" + data(ab)), code(load_a, after="\t.globl a\n\t.protected a\n" + data(ab)), [], OUTSIDE, "visibility"),
  ("a common symbol of another size", code(load_a, after="\t.comm a, 8\n\t.comm b, 8\n"), code(load_a, after="\t.comm a, 4\n\t.comm b, 8\n"), [], OUTSIDE, "memory of another size"),
  ("an alias by .set", code(load_a, after=data(ab)), code(load_a, after=data("b:\t.quad 1\n\t.quad 2\n\t.set a, b+8\n")), [], "not a number known here", RUNS),
  ("an alias by =", code(load_a, after=data(ab)), code(load_a, after=data("b:\t.quad 1\n\t.quad 2\na = b+8\n")), [], "error: ", RUNS),
  ("an alias by ==", code(load_a, after=data(ab)), code(load_a, after=data("b:\t.quad 1\n\t.quad 2\na == b+8\n")), [], "error: ", RUNS),
  ("a symbol of another file for one's own", code(load_a, after=data(ab)), code(load_a, after=data("b:\t.quad 2\n")), [], OUTSIDE, "a is another file's"),
  ("two labels at one place are one memory",
   code("\tmovq %rcx, a(%rip)\n\tmovq b(%rip), %rax\n", after=data("a:\nb:\t.quad 6\n")),
   code("\tmovq b(%rip), %rax\n\tmovq %rcx, a(%rip)\n", after=data("a:\nb:\t.quad 6\n")), [], "may be the memory", RUNS),
  ("... symbolically",
   code("\tmovq %rcx, a(%rip)\n\tmovq b(%rip), %rax\n", after=data("a:\nb:\t.quad 6\n")),
   code("\tmovq b(%rip), %rax\n\tmovq %rcx, a(%rip)\n", after=data("a:\nb:\t.quad 6\n")), SYM, "different values", RUNS),
  ("one label's memory reached from another",
   code("\tmovq %rcx, a+8(%rip)\n\tmovq b(%rip), %rax\n", after=data(ab)), code("\tmovq b(%rip), %rax\n\tmovq %rcx, a+8(%rip)\n", after=data(ab)), [], "may be the memory", RUNS),
  ("a section's name for what is in it", code("\tmovq %rcx, .data(%rip)\n\tmovq a(%rip), %rax\n", after=data("a:\t.quad 6\n")),
   code("\tmovq a(%rip), %rax\n\tmovq %rcx, .data(%rip)\n", after=data("a:\t.quad 6\n")), [], "is a section", RUNS),
  ("... a section of one's own", code("\tmovq %rcx, own(%rip)\n\tmovq a(%rip), %rax\n", after=data("a:\t.quad 6\n", '.section own,"aw"')),
   code("\tmovq a(%rip), %rax\n\tmovq %rcx, own(%rip)\n", after=data("a:\t.quad 6\n", '.section own,"aw"')), [], "is a section|not what is read", "the same memory"),
  ("gigabytes", code(two, after=data("\t.skip 5000000000\n")), code(two, after=data("\t.skip 5000000000\n")), [], "makes too much of it", "a limit, not a difference"),
  ("memory behind a section", code("\tmovq %rcx, a+8(%rip)\n\tmovq b(%rip), %rax\n", after="\t.data\na:\t.quad 1\n\t.bss\nb:\t.zero 8\n"),
   code("\tmovq b(%rip), %rax\n\tmovq %rcx, a+8(%rip)\n", after="\t.data\na:\t.quad 1\n\t.bss\nb:\t.zero 8\n"), [], "leaves section", RUNS),
  ("memory behind a common symbol", code("\tmovq %rcx, a+8(%rip)\n\tmovq b(%rip), %rax\n", after="\t.comm a, 8\n\t.comm b, 8\n"),
   code("\tmovq b(%rip), %rax\n\tmovq %rcx, a+8(%rip)\n", after="\t.comm a, 8\n\t.comm b, 8\n"), [], "leaves the 8 bytes", "they may be neighbours"),
  ("memory behind a local common symbol", code("\tmovq %rcx, a+8(%rip)\n\tmovq b(%rip), %rax\n", after="\t.local a\n\t.comm a, 8\n\t.local b\n\t.comm b, 8\n"),
   code("\tmovq b(%rip), %rax\n\tmovq %rcx, a+8(%rip)\n", after="\t.local a\n\t.comm a, 8\n\t.local b\n\t.comm b, 8\n"), [], "may be the memory", RUNS),
  ("a local common symbol among other data", code("\tmovq %rcx, a(%rip)\n\tmovq b+8(%rip), %rax\n", after="\t.bss\nb:\t.zero 8\n\t.local a\n\t.comm a, 8\n"),
   code("\tmovq b+8(%rip), %rax\n\tmovq %rcx, a(%rip)\n", after="\t.bss\nb:\t.zero 8\n\t.local a\n\t.comm a, 8\n"), [], "may be the memory", RUNS),
  ("a section that is thread-local by its name", code(load_a, after=data(ab, ".section .tdata")), code(load_a, after=data(ab, ".section .tdata")), [], "a kind that is not read", "another address in each thread"),
  ("a stack pointer that is said to be dead", code("\tmovq $1, %rax\n\tpushq %rax\n\tpopq %rcx\n"), code("\tmovq $1, %rax\n\tpushq %rax\n\tpopq %rcx\n\tleaq 8(%rsp), %rsp\n"), SYM + ["--dead", "%rsp"], "return itself uses", CRASH),
  ("the table's address and what is there", code("\tmovq a@GOTPCREL(%rip), %rax\n\tmovq (%rax), %rax\n"), code("\tmovq a@GOTPCREL(%rip), %rax\n\tmovq (%rax), %rax\n"), [],
   "relocation operators", "not in the model"),
  ("thread-local", code("\tmovq a@GOTTPOFF(%rip), %rax\n"), code("\tmovq a@GOTTPOFF(%rip), %rax\n"), [], "relocation operators", "not in the model"),
  # Names of code
  ("two functions exchanged", code("\tmovq $1, %rax\n", after="\t.globl g\ng:\n\tmovq $2, %rax\n\tret\n"),
   code("\tmovq $1, %rax\n", name="g", after="\t.globl f\nf:\n\tmovq $2, %rax\n\tret\n"), [], OUTSIDE, RUNS),
  ("... in one directive", "\t.globl f, g\nf:\tmovq $1, %rax\n\tret\ng:\tmovq $2, %rax\n\tret\n", "\t.globl f, g\ng:\tmovq $1, %rax\n\tret\nf:\tmovq $2, %rax\n\tret\n", [],
   OUTSIDE, RUNS),
  ("a function no longer global", code(two, after=gfun), code(two, after=gfun.replace("\t.globl g\n", "\t.type g, @function\n")), [], OUTSIDE, "others do not find it"),
  ("a call to another function of the file", code("\tcall g\n", after=gfun + hfun), code("\tcall h\n", after=gfun + hfun), [], OUTSIDE, RUNS),
  ("a call to another function outside", code("\tcall one\n\tnop\n"), code("\tcall two\n\tnop\n"), [], OUTSIDE, "other callees"),
  ("two calls exchanged", code("\tcall one\n\tcall two\n"), code("\tcall two\n\tcall one\n"), [], OUTSIDE, "other callees"),
  ("two local functions exchanged", code("\tcall g\n", after="g:\tmovq $1, %rax\n\tret\nh:\tmovq $2, %rax\n\tret\n"),
   code("\tcall g\n", after="h:\tmovq $1, %rax\n\tret\ng:\tmovq $2, %rax\n\tret\n"), [], OUTSIDE, RUNS),
  ("a jump to another function outside", code("\tnop\n\tjmp one\n"), code("\tnop\n\tjmp two\n"), [], OUTSIDE, "other targets"),
  ("a jump outside for one inside", code("\tjmp g\n", after=gfun), code("\tjmp g\n", after=gfun.replace("g:", "g2:").replace("globl g", "globl g2")), [], OUTSIDE, "g is another file's"),
  ("a weak target", code("\tjmp g\n", after=gfun.replace("globl", "weak")), code("\tjmp g\n", after=gfun.replace("globl", "weak")), [], "is weak", "the linker may replace it"),
  ("a jump to here", code("\tjmp .\n"), code("\tjmp .\n"), [], "not read as a label", "not in the model"),
  ("a jump to a number", code("\tjmp 8\n"), code("\tjmp 8\n"), [], "not read as a label", "not in the model"),
  ("a jump through a register", code("\tjmp rax\n"), "\t.intel_syntax noprefix\n" + code("\tjmp rax\n"), [], "is a register", "indirect"),
  ("a jump through memory", code("\tjmp g\n"), "\t.intel_syntax noprefix\n" + code("\tjmp [g]\n"), [], "expected a label", "indirect"),
  ("a jump into data", code("\tjmp d\n", after=data("d:\t.quad 1\n")), code("\tjmp d\n", after=data("d:\t.quad 1\n")), [], "no code is read", "data is run"),
  ("a jump into another section of code", code("\tjmp x\n\tmovq $1, %rax\n\tret\n\t.section .text.b\nx:\n\t.text\n\tmovq $2, %rax\n"),
   code("\tjmp x\n\tmovq $1, %rax\n\tret\n\t.section .text.b\nx:\n\t.text\n\tmovq $2, %rax\n"), [], "no code is read", "what is there is what the linker puts there"),
  ("the other numeric label, jumped over", code(numeric.format("b")), code(numeric.format("f")), [], "where the clean", "the loop is another"),
  ("numeric labels exchanged", code("\tcmpq $3, %rcx\n\tjb 1f\n\tmovq $1, %rax\n\tret\n1:\tmovq $2, %rax\n\tret\n2:\tmovq $3, %rax\n"),
   code("\tcmpq $3, %rcx\n\tjb 1f\n\tmovq $1, %rax\n\tret\n2:\tmovq $2, %rax\n\tret\n1:\tmovq $3, %rax\n"), [], "where the clean", "the branch leads elsewhere"),
  ("the first of two labels 1 for the second", code("\tcmpq $9, %rcx\n\tjb 1f\n1:\taddq $1, %rcx\n1:\taddq $2, %rcx\n\tmovq %rcx, %rax\n"),
   code("\tcmpq $9, %rcx\n\tjb 2f\n1:\taddq $1, %rcx\n2:\taddq $2, %rcx\n\tmovq %rcx, %rax\n"), [], "where the clean", RUNS),
  ("a table of addresses exchanged", code(two, after=gfun + hfun + data("t:\t.quad g, h\n")), code(two, after=gfun + hfun + data("t:\t.quad h, g\n")), [], OUTSIDE, "the table leads elsewhere"),
  ("a table of local addresses exchanged", code(branch.format(".Lb"), after=data("t:\t.quad .Lb, f\n")), code(branch.format(".Lb"), after=data("t:\t.quad f, .Lb\n")), [],
   OUTSIDE, "the table leads elsewhere"),
  ("a table of offsets", code("\tmovq %rdi, %rax\n\tnop\n.Le:\n", after=data("t:\t.quad .Le - f\n")), code("\tnop\n\tmovq %rdi, %rax\n.Le:\n", after=data("t:\t.quad .Le - f + 1\n")), [],
   "address near a label", "other data"),
  ("the length of the code as data", code("\taddq $0, %rdi\n.Le:\n", after=data("t:\t.quad .Le - f\n")), code("\tleaq (%rdi), %rdi\n\tnop\n.Le:\n", after=data("t:\t.quad .Le - f\n")), SYM,
   "outside of their instructions|different values", "the data has the length of the code"),
  ("an address in the code", code("\tleaq f(%rip), %rax\n\tleaq g(%rip), %rdx\n\tsubq %rdx, %rax\n", after=gfun), code("\tleaq g(%rip), %rdx\n\tleaq f(%rip), %rax\n\tsubq %rdx, %rax\n", after=gfun), [],
   "is in the code", "the distance depends on the code"),
  ("an indirect function", code(two, after=gfun), code(two, after=gfun.replace("g:", "\t.type g, @gnu_indirect_function\ng:")), [], "nothing else", "g chooses"),
  ("an initializer", code(two, after=gfun), code(two, after=gfun + '\t.section .init_array,"aw"\n\t.quad g\n'), [], OUTSIDE, "g runs at the start"),
  ("another initializer", code(two, after=gfun + hfun + '\t.section .init_array,"aw"\n\t.quad g\n'), code(two, after=gfun + hfun + '\t.section .init_array,"aw"\n\t.quad h\n'), [],
   OUTSIDE, "h runs at the start"),
  ("a version of a symbol", code(two), code(two, after="\t.symver f, f@V1\n"), [], "not among the directives", "another name"),
  ("a relocation by hand", code(two), code(two, after="\t.reloc f+1, R_X86_64_PC32, g\n"), [], "not among the directives", "the linker writes over the code"),
  # Alignment
  ("data no longer aligned for SSE", code(sse, after=data("\t.byte 1\n\t.p2align 4\nk:\t.quad 1, 2\n")), code(sse, after=data("\t.byte 1\nk:\t.quad 1, 2\n")), [], OUTSIDE, CRASH),
  ("data aligned less, in the same place", code(sse, after=data("\t.p2align 4\nk:\t.quad 1, 2\n")), code(sse, after=data("\t.p2align 3\nk:\t.quad 1, 2\n")), [], OUTSIDE, "the linker may put it elsewhere"),
  ("padding between data", code("\tmovq a+8(%rip), %rax\n", after=data("a:\t.byte 1\n\t.p2align 3\n\t.quad 2\n")), code("\tmovq a+8(%rip), %rax\n", after=data("a:\t.byte 1\n\t.p2align 4\n\t.quad 2\n")), [], OUTSIDE, RUNS),
  ("code filled with returns", code("\tmovq $1, %rax\n\tmovq $2, %rax\n"), code("\tmovq $1, %rax\n\t.balign 64, 0xc3\n\tmovq $2, %rax\n"), [], "filling other than nop", RUNS),
  ("code filled with traps", code(two), code(two + "\t.p2align 4, 0xcc\n"), [], "filling other than nop", CRASH),
  ("code filled with 0144, which is octal", code(two), code(two + "\t.p2align 4, 0144\n"), [], "filling other than nop", "0144 is a prefix"),
  ("a section to be merged, and written", code(load_a, after=data(ab)), code(load_a, after=data(ab, '.section .x,"awM",@progbits,8')), [], "may merge", "two labels become one"),
  ("a table that leads into a loop", code(loop.format(""), after=data("t:\t.quad .Ll+0\n")), code(peeled, after=data("t:\t.quad .Ll+0\n")), [], "error: ", "another place of the loop"),
  # Bytes in code
  ("a return as a byte", code(two), code("\tmovq (%rdi), %rax\n\t.byte 0xc3\n\taddq (%rsi), %rax\n"), [], "something into the code", RUNS),
  ("a string in the code", code(two), code("\tmovq (%rdi), %rax\n\t.ascii \"\\303\"\n\taddq (%rsi), %rax\n"), [], "something into the code", RUNS),
  ("zeros in the code", code(two), code(two + "\t.skip 4, 0xcc\n"), [], "something into the code", CRASH),
  ("a repeated byte", code(two), code("\t.fill 1, 1, 0xc3\n" + two), [], "something into the code", RUNS),
  ("back over the code", code(two), code(two, after="\t.org f\n\tret\n"), [], "not among the directives", "written over"),
  ("a file as bytes", code(two), code("\t.incbin \"/dev/null\"\n" + two), [], "not among the directives", "whatever is in the file"),
  ("a file as text", code(two), code("\t.include \"/dev/null\"\n" + two), [], "not among the directives", "whatever is in the file"),
  ("a subsection", code(two), code(two, before="\t.text 1\n"), [], "subsections", "another order of the code"),
  ("... by .subsection", code(two), code("\tmovq (%rdi), %rax\n\t.subsection 1\n\taddq (%rsi), %rax\n"), [], "not among the directives", "another order of the code"),
  ("code put into a section of data", code(two), code(two).replace(".text", ".section .rodata"), [], "not read|in two sections", "not code"),
  ("code in two sections", code(two), "\t.text\n\t.globl f\nf:\n\tmovq (%rdi), %rax\n\t.section .text.x\n\taddq (%rsi), %rax\n\tret\n", [], "in two sections", "what follows f is what the linker puts there"),
  ("code in two sections, pushed", code(two), "\t.text\n\t.globl f\nf:\n\tmovq (%rdi), %rax\n\t.pushsection .text.x\n\taddq (%rsi), %rax\n\t.popsection\n\tret\n", [], "in two sections", "the addition is elsewhere"),
  ("the section before", code(two), "\t.data\n\t.text\n\t.globl f\nf:\n\tmovq (%rdi), %rax\n\t.previous\n\taddq (%rsi), %rax\n\tret\n", [], "previous", "the addition is data"),
  ("a section that runs at the start", code(two), code(two, after='\t.section .init,"ax",@progbits\n\tret\n'), [], "code is read in .text", "run at the start"),
  ("a section that can be run, of data", code(two, after='\t.section .x,"a"\n\t.byte 0xc3\n'), code(two, after='\t.section .x,"ax"\n\t.byte 0xc3\n'), [], "code is read in .text", "it can be run"),
  ("one of several copies", code(two), code(two).replace(".text", '.section .text.f,"axG",@progbits,f,comdat'), [], "of sections|flags", "the linker may take another"),
  ("an unwinding table by hand", code(two), code(two, after='\t.section .eh_frame,"a",@progbits\n\t.long 0\n'), [], "the assembler's own", "another table"),
  ("an executable stack", code(two, after='\t.section .note.GNU-stack,"",@progbits\n'), code(two, after='\t.section .note.GNU-stack,"x",@progbits\n'), [], "code is read in .text", "the stack can be run"),
  ("no word on the stack", code(two, after='\t.section .note.GNU-stack,"",@progbits\n'), code(two), [], OUTSIDE, "the stack can be run"),
  # The assembler's language
  ("a macro for an instruction", code(two), "\t.macro addq a, b\n\tsubq \\a, \\b\n\t.endm\n" + code(two), [], "not an instruction of the clean block", RUNS),
  ("a macro for the return", code(two), "\t.macro ret\n\tud2\n\t.endm\n" + code(two), [], "not in the model", CRASH),
  ("conditional assembly", code(two), code("\tmovq (%rdi), %rax\n\t.if 0\n\taddq (%rsi), %rax\n\t.endif\n"), [], "has lost", RUNS),
  ("a repetition", code(two), code("\tmovq (%rdi), %rax\n\t.rept 2\n\taddq (%rsi), %rax\n\t.endr\n"), [], "not an instruction of the clean block", RUNS),
  ("irp", code(two), code("\tmovq (%rdi), %rax\n\t.irp x, 1, 2\n\taddq (%rsi), %rax\n\t.endr\n"), [], "not an instruction of the clean block", RUNS),
  ("the other macro language", code(two), "\t.altmacro\n" + code(two), [], "not among the directives", "not in the model"),
  ("the end before the end", code(two), code("\tmovq (%rdi), %rax\n\tret\n\t.end\n\taddq (%rsi), %rax\n"), [], "not among the directives|where the clean", RUNS),
  ("32 bits", code(two), "\t.code32\n" + code("\tnop\n"), [], "not among the directives", "other instructions"),
  ("Intel syntax with prefixes", code(two), "\t.intel_syntax\n" + code("\tmov rax, [rdi]\n\tadd rax, [rsi]\n"), [], "intel_syntax noprefix", "registers are symbols"),
  ("AT&T syntax without", code(two), "\t.att_syntax noprefix\n" + code(two), [], "att_syntax prefix", "not in the model"),
  ("symbols as constants", code("\tmovq $5, %rax\n"), "\t.equ five, 6\n" + code("\tmovq $five, %rax\n"), [], "not an instruction of the clean block", RUNS),
  ("a line that ends the comment for one reader only", code(two), "# \\\n" + code(two).replace(".globl f", ".globl f # \\"), [], "error: ", "cc -c joins the lines"),
  ("an instruction in a comment for the preprocessor", code(two), code("\tmovq (%rdi), %rax\n# \\\n\taddq (%rsi), %rax\n"), [], "not what is read here|C preprocessor", "cc -c leaves the addition out"),
  ("a comment opened in a comment", code(two), code("\tmovq (%rdi), %rax\n# /*\n\taddq (%rsi), %rax\n# */\n"), [], "not what is read here|C preprocessor", "cc -c leaves the addition out"),
  ("a name that is a macro", code("\tjmp linux\nunix:\n\tmovq $1, %rax\n\tret\nlinux:\n\tmovq $2, %rax\n"), code("\tjmp linux\nunix:\n\tmovq $1, %rax\n\tret\nlinux:\n\tmovq $2, %rax\n"), [],
   "C preprocessor", "cc -c makes 1 of linux"),
  ("a conditional of the preprocessor", code(two), code("\tmovq (%rdi), %rax\n# if 0\n\taddq (%rsi), %rax\n# endif\n"), [], "not what is read here|C preprocessor", "cc -c leaves the addition out"),
  ("a quote as a character", code(two, after=data("c:\t.byte 1\n")), code(two, after=data("c:\t.byte '\"; .byte 1 # \"\n")), [], "character constants", "other data"),
  ("a string that goes on", code(two, after=data('s:\t.ascii "x"\n')), code(two, after=data('s:\t.ascii "x\n"\n')), [], "not closed", "other data"),
  ("a slash", code(two), code("\tmovq (%rdi), %rax\n/\taddq (%rsi), %rax\n"), [], "error: ", RUNS),
  ("a tab that is none", code(two), code("\tmovq (%rdi), %rax\n\x0b\taddq (%rsi), %rax\n"), [], "cannot stand here", "not in the model"),
  ("a letter of another alphabet", code(two, after=gfun), code(two, after=gfun.replace("g:", "\u0433:")), [], "cannot stand here", "another name"),
  ("what turns the direction of a line", code(two), code("\tmovq (%rdi), %rax\n\taddq (%rsi), %rax # \u202e\u2066;\n"), [], "turns the direction", "is it one?"),
  ("upper case", code(load_a, after=data(ab)), code(load_a, after=data(ab.replace("a:", "A:"))), [], OUTSIDE, "another name"),
  # Marks and annotations
  ("a mark behind an instruction", code(two), code("\tmovq (%rdi), %rax\n\tnop //@ loop\n\taddq (%rsi), %rax\n"), [], "looks like a mark", "is it one?"),
  ("a mark with a blank", code(two), code(two + "\t// @ while ne\n"), [], "looks like a mark", "is it one?"),
  ("a mark in a block", code(two), code(two + "/* //@ loop */\n"), [], "looks like a mark", "is it one?"),
  ("a mark in a block of lines", code(two), code(two + "/*\n//@ loop\n*/\n"), [], "looks like a mark", "is it one?"),
  ("a mark behind a block", code(two), code(two + "/* */ //@ loop\n"), [], "looks like a mark", "is it one?"),
  ("a mark behind two hashes", code(two), code(two + "##@ loop\n"), [], "looks like a mark", "is it one?"),
  ("an annotation in a block", code(two) + "/*\n# fairlead: region a %rdi\n*/\n", code(two), [], "looks like a mark", "is it one?"),
  ("an annotation behind an instruction", code("\tnop # fairlead: region a %rdi\n" + two), code("\tnop\n" + two), [], "looks like a mark", "is it one?"),
  ("an annotation in capitals", "# Fairlead: region a %rdi\n" + code(two), code(two), [], "looks like a mark", "is it one?"),
  ("an annotation with a blank", "# fairlead : region a %rdi\n" + code(two), code(two), [], "looks like a mark", "is it one?"),
  ("a statement in an operand", "//@ procedure p x\n\tincq \\x\n//@ end\n" + code("\t//@ inline p %rax;ret\n"), code("\tincq %rax\n"), [], "is not an operand", "two statements"),
  ("a comment in an operand", "//@ procedure p x y\n\taddq \\x, \\y\n//@ end\n" + code("\t//@ inline p %rax#,%rbx %rcx\n"), code("\taddq %rax, %rcx\n"), [], "is not an operand", "a comment"),
  # Verdicts
  ("the end of the code for a return", "\t.globl f\nf:\n\taddq %rsi, %rdi\n", "\t.globl f\nf:\n\tleaq (%rdi,%rsi), %rdi\n", SYM, "runs on past its end", "flags"),
  ("... behind a jump", "\t.globl f\nf:\n\taddq %rsi, %rdi\n\tjb e\n\tret\ne:\n", "\t.globl f\nf:\n\taddq %rsi, %rdi\n\tjb e\n\tret\ne:\n", SYM, "runs on past its end", "no return"),
  ("a branch on an undefined flag", code(undefined), code(undefined), [], "ZF, which may be undefined", "anything may follow"),
  ("... symbolically", code(undefined), code(undefined), SYM, "ZF, which may be undefined", "anything may follow"),
  ("... and straight code", code("\timulq %rsi, %rdi\n\tcmovzq %rsi, %rax\n"), code("\timulq %rsi, %rdi\n\tcmovzq %rsi, %rax\n"), [], "ZF, which may be undefined", "anything may follow"),
  ("... in a marked loop", "f:\n\t//@ loop\n\timulq %rsi, %rdi\n\t//@ while ne\n\t//@ end\n\tret\n", "f:\n1:\timulq %rsi, %rdi\n\tjne 1b\n\tret\n", [], "ZF, which may be undefined", "anything may follow"),
]

accepted = [  # name, clean, fast, options, status
  ("data behind the code that others see, symbolically", code(two, after="\t.globl a\n" + data(ab)), code(two,
   after="\t.globl a\n" + data(ab)), SYM, 0),
  ("labels of code renamed, a data label and attributes kept", code(branch.format(".La"), after=data(ab)), code(branch.format("other"), after=data(ab)), [], 0),
  ("a table of local addresses, labels renamed", code(branch.format(".Lb"), after=data("t:\t.quad .Lb, f\n")), code(branch.format(".Lx"), after=data("t:\t.quad .Lx, f\n")), [], 0),
  ("numeric labels for named ones", code(branch.format(".Lb")), code(branch.format("1").replace("jb 1", "jb 1f")), [], 0),
  ("alignment of code", code(two), code("\t.p2align 4,,10\n" + two).replace(".text", ".text\n\t.balign 32"), [], 0),
  ("alignment of code with nops", code(two), code(two).replace(".text", ".text\n\t.balign 32, 0x90"), [], 0),
  ("unwinding information", code(two), code("\t.cfi_startproc\n\t.cfi_rel_offset %rbx, 0\n" + two, after="\t.cfi_endproc\n"), [], 0),
  ("one directive for two symbols", "\t.globl f, g\nf:\n" + two + "\tret\ng:\tret\n", "\t.globl f\n\t.globl g\nf:\n" + two + "\tret\ng:\tret\n", [], 0),
  ("... the same twice", "\t.globl f, g\nf:\n" + two + "\tret\ng:\tret\n", "\t.globl f,g\nf:\n" + two + "\tret\ng:\tret\n", [], 0),
  ("Intel syntax", code(load_a, after=data(ab)), "\t.intel_syntax noprefix\n" + code("\tmov rax, [rip + a]\n\tadd rax, rax\n\tadd rax, [rip + b]\n") + "\t.att_syntax prefix\n" + data(ab), [], 0),
  ("data of all kinds", code(load_a, after=data(ab + '\t.byte 1, -2, (3+4)*5\n\t.short 6\n\t.asciz "a;\\"#/*", "b"\n\t.zero 3\n\t.p2align 3, 7\n\t.double 1.5\n\t.quad a+8\n\t.long b-a\n')),
   code(load_a, after=data(ab + '\t.byte 1,-2, (3+4)*5\n\t.short 6\n\t.asciz "a;\\"#/*", "b"\n\t.zero 3\n\t.p2align 3, 7\n\t.double 1.5\n\t.quad a+8\n\t.long b-a\n')), [], 0),
  ("comments of every kind", code(two), "/* a */ # b\n" + code("\tmovq (%rdi), %rax # c\n\taddq (%rsi), %rax // d\n/* e\n f */\n"), [], 0),
  ("a return of two bytes", code(two).replace("ret", "repz ret"), code(two).replace("ret", ".byte 0xf3,0xc3"), [], 0),
  ("... whose bytes are data elsewhere", code(load_a, after=data(ab + "\t.byte 0xf3,0xc3\n")),
   code(load_a, after=data(ab + "\t.byte 0xF3, 0xC3\n")), [], 0),
  ("a mark of how it was made", code(two), "//@ by loop 1 unroll 2\n" + code(two), [], 1),
  ("a loop that was peeled", code(loop.format("")), code(peeled), [], 0),
  ("a constant of 64 bits without its sign", code("\tmov $-1, %rax\n\taddq $-8, %rax\n"), code("\tmov $0xffffffffffffffff, %rax\n\taddq $0xfffffffffffffff8, %rax\n"), [], 0),
  ("calls", code("\tcall g\n"), code("\tcall g\n"), [], 0),
  ("calls through the table", code("\tcall g@PLT\n"), code("\tcall g@PLT\n"), [], 0),
  ("a jump out, quietly", code("\tjmp g\n"), code("\tjmp g\n"), ["-q"], 3),
  ("a jump out: no theorem", code("\tjmp g\n"), code("\tjmp g\n"), [], 3),
  ("calls, symbolically", code("\tcall g\n"), code("\tcall g\n"), SYM, 0),
  ("a flag that is defined again", code("\timulq %rsi, %rdi\n\taddq %rdi, %rsi\n\tjz 1f\n\tmovq $1, %rax\n1:\n"), code("\timulq %rsi, %rdi\n\taddq %rdi, %rsi\n\tjz 1f\n\tmovq $1, %rax\n1:\n"), [], 0),
  ("usage", None, None, ["--frobnicate"], 2),
]

lines = []
def result(good, name, detail=""):
    number = 1 + sum(not l.startswith("#") for l in lines)
    lines.append(("ok" if good else "not ok") + f" {number} - {name}")
    if not good: lines.extend("# " + l for l in str(detail).split("\n"))
    return good

def fairlead(directory, clean, fast, options):
    names = [os.path.join(directory, n) for n in ("clean.S", "fast.S")]
    for n, text in zip(names, (clean, fast)):
        if text is not None: open(n, "w").write(text)
    r = subprocess.run(["fairlead", "asm", "check", *options, *names], capture_output=True, text=True)
    return r.returncode, r.stdout, r.stderr

unread = []
def others(directory, name):
    """What one command cannot read, none reads: `lower' and `transform' do not print it as something else."""
    path = os.path.join(directory, "fast.S")
    def run(*command): return subprocess.run(["fairlead", "asm", *command, path], capture_output=True, text=True)
    if run("print").returncode == 0: return []
    unread.append(name)
    rs = [run(*c) for c in (["lower"], ["transform", "--peephole", "copies"], ["coq"])]
    return [(all(r.returncode == 1 and not r.stdout and "error: " in r.stderr for r in rs), "... nor do others read it", rs)]

def differ(directory, driver, why):
    """Both assembled and run."""
    for n in ("clean", "fast"):
        p = os.path.join(directory, n)
        # `as', not `cc': the file as it is
        for command in (["as", "-o", p + ".o", p + ".S"], ["ld", "-shared", "-Bsymbolic", "-z", "noexecstack", "-o", p + ".so", p + ".o"]):
            r = subprocess.run(command, capture_output=True, text=True)
            if r.returncode: return False, r.stderr
    r = subprocess.run([driver, os.path.join(directory, "clean.so"), os.path.join(directory, "fast.so")], capture_output=True, text=True)
    same = subprocess.run([driver, os.path.join(directory, "clean.so"), os.path.join(directory, "clean.so")], capture_output=True, text=True)
    good = same.returncode == 0 and (r.returncode == 3 if why == RUNS else r.returncode < 0)
    return good, f"the clean code against itself: {same.returncode}; against the fast code: {r.returncode} {r.stderr}"

with tempfile.TemporaryDirectory() as top:
    driver = os.path.join(top, "differ")
    subprocess.run(["cc", "-O1", "-std=c11", "-o", driver, os.path.join(here, "data", "edges", "differ.c"), "-ldl"], check=True)

    def one(k):
        d = os.path.join(top, str(k))
        os.mkdir(d)
        if k < len(refused):
            name, clean, fast, options, pattern, why = refused[k]
            status, out, err = fairlead(d, clean, fast, options)
            good = status == 1 and re.search(pattern, err) is not None and re.match(r"\S+: error: ", err) is not None
            placed = re.match(r"\S+:\d+:\d+: error: |--dead: error: ", err) is not None
            answers = [(good and placed, "refused: " + name, f"status {status}\n{out}{err}")]
            answers += others(d, name)
            if why in (RUNS, CRASH): answers.append((*differ(d, driver, why)[:1], "... and they do differ", differ(d, driver, why)[1]))
            return answers
        name, clean, fast, options, want = accepted[k - len(refused)]
        status, out, err = fairlead(d, clean, fast, options)
        return [(status == want and not (options == ["-q"] and out), f"status {want}: {name}", f"status {status}\n{out}{err}")]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for answers in pool.map(one, range(len(refused) + len(accepted))):
            for a in answers: result(*a)

    result(len(unread) > 50, f"{len(unread)} of the fast files are not read at all")
    d = os.path.join(top, "explained")
    os.mkdir(d)
    for name in ("clean.S", "fast.S"): open(os.path.join(d, name), "w").write(code("\tjmp g\n"))
    r = subprocess.run(["fairlead", "asm", "explain", os.path.join(d, "clean.S"), os.path.join(d, "fast.S")], capture_output=True, text=True)
    result(r.returncode == 3 and "no theorem covers the file: it jumps to `g'" in r.stdout, "explain has status 3 where check has", r)

    # Without the assembler nothing is said.
    bare = os.path.join(top, "bare")
    os.mkdir(bare)
    p = os.path.join(top, "plain.S")
    open(p, "w").write(code(two))
    where = subprocess.run(["which", "fairlead"], capture_output=True, text=True).stdout.strip()
    for command in (["check", p, p], ["taint", p], ["lower", p], ["transform", "--peephole", "copies", p], ["coq", p], ["explain", p, p]):
        r = subprocess.run([where, "asm", *command], capture_output=True, text=True, env={"PATH": bare})
        result(r.returncode == 1 and "cannot run `as'" in r.stderr and not r.stdout, f"{command[0]} without an assembler says nothing", r)

    # Object files: data may lead into the code only where a symbol is.
    secret = "# fairlead: secret %rax\n"
    for name, label, where, pattern in [("a table", ".Lh", "\t.data\n\t.quad .Lh\n", "section .data has an address"),
                                        ("a table of distances", ".Lh", "\t.section .rodata\nt:\t.long .Lh - t\n", "section .rodata has an address"),
                                        ("an initializer", ".Lh", '\t.section .init_array,"aw"\n\t.quad .Lh\n', "section .init_array has an address"),
                                        ("a symbol", "h", "\t.data\n\t.quad h\n", "depends on %rax")]:
        p = os.path.join(top, "object")
        open(p + ".S", "w").write(code("\tmovq $1, %rcx\n", after=f"{label}:\tmovq (%rax), %rcx\n\tret\n" + where))
        open(p + "_said.S", "w").write(secret + code("\tmovq $1, %rcx\n"))
        subprocess.run(["as", "-o", p + ".o", p + ".S"], check=True)
        r = subprocess.run(["fairlead", "asm", "taint", "--object", p + ".o", p + "_said.S"], capture_output=True, text=True)
        result(r.returncode == 1 and pattern in r.stderr, f"an object file whose code is entered through {name}", r)

print("\n".join(lines))
print(f"1..{sum(not l.startswith('#') for l in lines)}")
sys.exit(any(l.startswith("not ok") for l in lines))
