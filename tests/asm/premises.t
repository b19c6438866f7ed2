#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
"""What theorems take for granted of clean code, as far as it can be seen in a file: that accesses stay in the regions
their operands name, that code neither reads itself nor enters itself at other places than labels, that numbers are what
they are to the assembler. Pairs of files that break it and compute different things (most are run: they do) have
another status than 0. TAP on standard output.

A case: its name; the clean and the fast text; options; the status; a pattern that the output must match; whether a run
shows it."""
import concurrent.futures, os, re, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
SYM, RUNS = ["--symbolic"], True

def code(body, after="", before="", name="f"):
    return f"{before}\t.text\n\t.globl {name}\n{name}:\n{body}\tret\n{after}"

def data(text, section='.section .data.rel.ro,"aw"'):
    return f"\t{section}\n{text}"

def swapped(first, second, body="{}{}", **more):
    """Clean and fast: two pieces in one order and in the other."""
    return code(body.format(first, second), **more), code(body.format(second, first), **more)

one, other = "\tleaq 1(%rcx), %rax\n", "\tleaq 2(%rcx), %r8\n"
# f goes where the table says: to g, to the last of the instructions before it (4 bytes and a return), ...
enter = "\tmovq t(%rip), %rdx\n{}\tpushq %rdx\n\tmovq $0, %rax\n\tret\nh:\n{}{}\tret\ng:\n"
def entered(table, adjust="", after=""):
    return [code(enter.format(adjust, *pair), after=data(f"t:\t.quad {table}\n") + after) for pair in ((one, other),
      (other, one))]

near = [("behind it", "g+1"), ("before it", "g - 5"), ("... in hexadecimal", "g-0x5"), ("... in octal", "g-05"),
  ("... the number first", "-5+g"),
        ("... twice", "g-2-3"), ("... in parentheses", "(g)-5"), ("... by a product", "g-5*1"),
         ("... minus minus", "g- -1"), ("... by a complement", "g-~4"),
        ("... from nothing", "0+g-5"), ("... by the section", ".text+4"), ("the section itself", ".text")]
reads = "\tmovq {}(%rip), %rdx\n{}\tmovq (%rdx), %rax\n", "\tleaq 1(%rcx), %rcx\n"
def read(symbol, after, step=""):
    return swapped(reads[0].format(symbol, step), reads[1], after=after)

seen = "\tpushq %rax\n\tret\n.Lx:\tje 1f\n\tmovq $1, %rax\n\tret\n1:\tmovq $2, %rax\n"
flags = [f"\tmovq t(%rip), %rax\n\tcmpq {r}, %rdi\n" + seen for r in ("%rsi", "%rdi")]
far = "\tmovq $1, x(%rip)\n", "\tmovq x{}(%rip), %rax\n"
x = data("x:\t.quad 3, 4, 5, 6\n", ".data")
pivot = "\tmovq %rsp, %r8\n\t{}, %rsp\n{{}}{{}}\tmovq %r8, %rsp\n"
stack = "\tmovq $1, 8(%rsp)\n", "\tmovq x+8(%rip), %rax\n"
rdi_rsi = "# fairlead: region a %rdi\n# fairlead: region b %rsi\n# fairlead: disjoint a b\n"
store_load = "\tmovq $1, (%rdi)\n", "\tmovq (%rsi), %rax\n"
shared = "\tmovq %rdi, %rsi\n\tjmp .Ls\n\t.globl h\nh:\n{}\tnop\n.Ls:{{}}{{}}".format(rdi_rsi)
# the same of two functions
alike = rdi_rsi + "\tjmp .Ls\n\t.globl h\nh:\n" + rdi_rsi + "\tnop\n.Ls:{}{}"
frame = "\tpushq %rbp\n\tmovq %rsp, %rbp\n\tandq $-32, %rsp\n\tsubq $64, %rsp\n{}{}\tmovq %rbp, %rsp\n\tpopq %rbp\n"
weak = "\t.weak a\n\t.weak b\n"
ab = "\tmovq $1, a(%rip)\n", "\tmovq b(%rip), %rax\n"
# behind h, of which something is said, what a table leads to
annex = "\tmovq %rdi, %rsi\n\tmovq t(%rip), %rdx\n\tpushq %rdx\n\tret\n\t.globl h\nh:\n{}\tnop\n{}\tret\n.Lg:{{}}{{}}"
table = "\t.globl t\n" + data("t:\t.quad .Lg\n")
lone = "\tret\n\t.globl h\nh:\n{}\tje .Lg\n\tret\n.Lg:{{}}{{}}".format(rdi_rsi)
NEAR, ITSELF, LINKER = "near a label of the code", "addresses of its own code", "to which the linker gives a place"
CONTRADICTED = "is said to be in region .*leads to region"

cases = [(f"an address near a label, {name}", *entered(field), [], 1, NEAR,
  field in ("g - 5", "g-0x5", "g-05", "-5+g")) for name, field in near]
cases += [(f"... in another size: {d}", *(t.replace(".quad", d) for t in entered("g-5-t")), [], 1, NEAR, False)
          for d in (".long", ".short", ".byte", ".uleb128")]
cases += [
  # The code has its own address
  ("code that reads itself", *read("t", data("t:\t.quad f\n")), [], 3, ITSELF, RUNS),
  ("... symbolically", *read("t", data("t:\t.quad f\n")), SYM, 3, ITSELF, RUNS),
  ("... through a second table", *read("u", data("t:\t.quad f\n") + data("u:\t.quad t\n", ".data"),
   "\tmovq (%rdx), %rdx\n"), [], 3, ITSELF, RUNS),
  ("... a table before the code", *(data("t:\t.quad f\n") + p for p in read("t", "")), [], 3, ITSELF, RUNS),
  ("... a table behind another", *read("t", data("u:\t.quad 0\nt:\t.quad f\n")), [], 3, ITSELF, RUNS),
  ("... a pushed section", *read("t", '\t.pushsection .data.rel.ro,"aw"\nt:\t.quad f\n\t.popsection\n'), [], 3, ITSELF,
   RUNS),
  ("... by a distance", *swapped("\tleaq t(%rip), %rdx\n\taddq t(%rip), %rdx\n\tmovq (%rdx), %rax\n", reads[1],
   after=data("t:\t.quad f - t\n")), [], 3, ITSELF, RUNS),
  ("... as what the linker calls so", *swapped("\tmovq etext-16(%rip), %rax\n", reads[1]), [], 3, LINKER, False),
  ("... as that, from a table", *read("t", data("t:\t.quad etext\n")), [], 3, ITSELF, False),
  ("code that enters itself near a label", *entered("g", "\tleaq -5(%rdx), %rdx\n"), [], 3, ITSELF, RUNS),
  ("... symbolically", *entered("g", "\tleaq -5(%rdx), %rdx\n"), SYM, 3, ITSELF, RUNS),
  ("flags behind what is no return", *(code(f, after=data("t:\t.quad .Lx\n")) for f in flags), SYM, 3, ITSELF, RUNS),
  ("a table that others read", *swapped(one, other, after="\t.globl t\n" + data("t:\t.quad f\n")), [], 0, "", False),
  ("the length of code in data", *swapped(one, "\tmovq t(%rip), %r9\n", after=".Le:\n" + data("t:\t.quad .Le - f\n")),
   [], 0, "", False),
  # Numbers
  *[(f"a displacement of more than 64 bits: {d}", *swapped(far[0], far[1].format(d), after=x), SYM, 1,
    "does not fit in 64 bits", d == "+0x10000000000000008")
    for d in ("+0x10000000000000008", "-0x10000000000000008", "+0x1fffffffffffffff8", "+8+0x10000000000000000")],
  ("... in Intel syntax", *("\t.intel_syntax noprefix\n" + code("\tmov rax, [rip + x + 0x10000000000000008]\n",
   after=x),) * 2, [], 1, "does not fit in 64 bits", False),
  ("... as a product", *swapped(far[0], far[1].format("+0x100000000*0x100000001"), after=x), SYM, 1,
   "does not fit in 64 bits", False),
  ("a number that grows", *(code("\tmovq $" + "0x7fffffffffff*" * 20000 + "0, %rax\n"),) * 2, [], 1, "out of range",
   False),
  ("what the assembler warns of", *(code(one, after=data("b:\t.byte 0x1ff\n")),) * 2, [], 1, "truncated", False),
  # Regions
  ("the stack set to data", *swapped(*stack, body=pivot.format("leaq x(%rip)"), after=x), [], 1, CONTRADICTED, RUNS),
  ("... by steps", *swapped(*stack, body=pivot.format("leaq x(%rip), %rdx\n\tsubq %rsp, %rdx\n\taddq %rdx"), after=x),
   [], 1, CONTRADICTED, RUNS),
  ("... to what is loaded", *swapped(*stack, body=pivot.format("movq p(%rip)"), after=x + data("p:\t.quad x\n")), [], 3,
   "where %rsp is here is not known", RUNS),
  *[(f"... {name}", *swapped(*stack, body=pivot.format(f"movq p(%rip), %rdx\n\t{how}"),
     after=x + data("p:\t.quad x\n")), [], 3, "where %rsp is here is not known", runs)
    for name, how, runs in
   [("by an exchange", "xchgq %rdx", RUNS), ("by a move on a condition", "cmpq %rdx, %rdx\n\tcmoveq %rdx", RUNS),
    ("through a vector", "movq %rdx, %xmm0\n\tmovq %xmm0", RUNS),
    ("computed from itself, too", "subq %rsp, %rdx\n\tmovq %rsp, %rcx\n\torq %rdx", False)]],
  ("... to an argument", *swapped("\tmovq $1, 8(%rsp)\n", "\tmovq x(%rip), %rax\n", body=pivot.format("leaq (%rdi)"),
   after=x), [], 3, "where %rsp is here is not known", False),
  ("a register with another region's pointer", *swapped(*store_load, body="\tmovq %rdi, %rsi\n{}{}", before=rdi_rsi),
   [], 1, CONTRADICTED, RUNS),
  ("... on one way", *swapped(*store_load, body="\ttestq %rcx, %rcx\n\tcmovneq %rdi, %rsi\n{}{}", before=rdi_rsi), [],
   1, CONTRADICTED, RUNS),
  ("... over the stack", *swapped(*store_load, body="\tpushq %rdi\n\tpopq %rsi\n{}{}", before=rdi_rsi), [], 1,
   CONTRADICTED, RUNS),
  ("... as an index", *swapped("\tmovq $1, (%rdi)\n", "\tmovq (%rsi,%rdx), %rax\n",
   body="\tmovq %rdi, %rdx\n\tsubq %rsi, %rdx\n{}{}", before=rdi_rsi), [], 1, CONTRADICTED, RUNS),
  ("... a symbol's", *swapped("\tmovq $1, (%rdi)\n", "\tmovq x(%rip), %rax\n", body="\tleaq x(%rip), %rdi\n{}{}",
   before="# fairlead: region a %rdi\n", after=x), [], 1, CONTRADICTED, RUNS),
  ("code of a function of which other things are said", *swapped(*store_load, body=shared), [], 1,
   "comes here, where function `h' is", RUNS),
  ("... symbolically", *swapped(*store_load, body=shared), SYM, 1, "comes here, where function `h' is", RUNS),
  ("... of which the same is said", *swapped(*store_load, body=alike), [], 0, "", False),
  ("code behind a function, entered through a table",
   *swapped(*store_load, body=annex.format(rdi_rsi, ""), after=table), [], 1, "entered from elsewhere", RUNS),
  ("... that is a function", *swapped(*store_load, body=annex.format(rdi_rsi, ""),
   after=table + "\t.type .Lg, @function\n"),
   [], 1, "may be the memory", RUNS),
  ("... to which the function comes", *swapped(*store_load, body=lone, after=table), [], 0, "", False),
  ("weak symbols that nobody defines", *swapped(*ab, before=weak), [], 1, "may be the memory", False),
  ("... of which it is said", *swapped(*ab, before=weak + "# fairlead: disjoint a b\n"), [], 0, "", False),
  ("one that is defined, and may be elsewhere", *swapped(*ab, before="\t.weak a\n",
   after=data("a:\t.quad 0\n", ".data") + data("b:\t.quad 0\n", ".bss").replace(".quad 0", ".zero 8")), [], 1,
   "may be the memory", False),
  ("a frame of its own, aligned", *swapped("\tmovq %rcx, 8(%rsp)\n", "\tmovq x(%rip), %rax\n", body=frame, after=x), [],
   0, "", False),
  ("a pointer that moves in its region", *swapped(*store_load,
   body="\taddq $8, %rdi\n\tleaq 8(%rsi,%rcx,8), %rsi\n{}{}", before=rdi_rsi), [], 0, "", False),
  # Other files that the C preprocessor may read, later
  *[(f"a file for it: {l.strip()!r}", *(code(one + l + "\n"),) * 2, [], 1, "preprocessor", False) for l in (
    '# include "/dev/null"', "# include <stdc-predef.h>", '/* */ # include "/dev/null"', '/*\n*/# include "/dev/null"',
    '#/**/include "/dev/null"', '# /* */ import "/dev/null"',
      '# if __has_include("/nowhere")\n# define rcx rdx\n# endif',
    "# define rcx rdx", "# pragma once", "# nothing \\", "// nothing \\ ")],
  *[(f"... no directive: {l.strip()!r}", *(code(one + l + "\n"),) * 2, [], 0, "", False) for l in (
    "# the loop", "// # include", "\tnop # include", "## include")],
  # What users have
  *[(f"{e} at the begin", *swapped(one, other, body=f"\t{e}\n{{}}{{}}"), [], 0, "", False) for e in ("endbr64",
    ".byte 0xf3,0x0f,0x1e,0xfa", ".byte 0xF3, 0x0f, 0x1E, 0xfa")],
  ("... for each other", code("\tendbr64\n" + one + other), code("\t.byte 0xf3,0x0f,0x1e,0xfa\n" + other + one), [], 0,
   "", False),
  ("... that is gone", code("\tendbr64\n" + one), code(one), [], 1, "where the clean code has", False),
  ("... that moved", code("\tendbr64\n" + one), code(one + "\tendbr64\n"), [], 1, "error: ", False),
  ("... of other bytes", *(code("\t.byte 0363,0x0f,0x1e,0xfa\n" + one),) * 2, [], 1, "does not see", False),
  ("... as data", *(code(one, after=data("x:\t.byte 0xf3,0x0f,0x1e,0xfa\n")),) * 2, [], 0, "", False),
  ("... that is code in data", *(code(one, after=data("x:\tendbr64\n")),) * 2, [], 1, "outside of .text", False),
  ("no end of the last line", *((code(one) + "\tret"),) * 2, [], 0, "", False),
  *[(f"Intel syntax: {a}", *("\t.intel_syntax noprefix\n" + code(f"\tmov rax, {o}\n",
    after="\t.att_syntax prefix\n" + x) for o in (a, b)), [], 0, "", False) for a, b in (
    ("[rsp+(3*32)]", "[rsp+96]"), ("[rsp+10*32 -8]", "[rsp+312]"), ("[2*4*rdi+rsp]", "[rsp+rdi*8]"),
     ("[rsp+rdi*(4)+~3]", "[rsp+rdi*4-4]"), ("x[rip]", "[rip+x]"),
    ("qword ptr x[rip+8]", "[rip+x+8]"), ("-8[rdi]", "[rdi-8]"), ("qword ptr 2*4[rdi+8]", "[rdi+16]"))],
  *[(f"Intel syntax, no address: {a}", *("\t.intel_syntax noprefix\n" + code(f"\tmov rax, {a}\n",
    after="\t.att_syntax prefix\n" + x),) * 2, [], 1, "error: ", False)
    for a in ("[rdi*2+rsi*4]", "[rdi-rsi]", "[rip+x*2]", "x[rip+x]", "x[8]", "x", "offset x", "[rdi*3]", "[rdi*2*8]")],
]

lines = []
def result(good, name, detail=""):
    number = 1 + sum(not l.startswith("#") for l in lines)
    lines.append(("ok" if good else "not ok") + f" {number} - {name}")
    if not good: lines.extend("# " + l for l in str(detail)[:2000].split("\n"))

def fairlead(*words): return subprocess.run(["fairlead", "asm", *words], capture_output=True, text=True)

def differ(directory, driver):
    """Both assembled and run: status 3 of the driver."""
    for p in (os.path.join(directory, n) for n in ("clean", "fast")):
        for command in (["as", "-o", p + ".o", p + ".S"], ["ld", "-shared", "-Bsymbolic", "-z", "noexecstack", "-o",
          p + ".so", p + ".o"]):
            r = subprocess.run(command, capture_output=True, text=True)
            if r.returncode: return False, r.stderr
    same, r = (subprocess.run([driver, *(os.path.join(directory,
      n + ".so") for n in pair)]).returncode for pair in (("clean", "clean"), ("clean", "fast")))
    return (same, r) == (0, 3), f"the clean code against itself: {same}; against the fast code: {r}"

with tempfile.TemporaryDirectory() as top:
    driver = os.path.join(top, "differ")
    subprocess.run(["cc", "-O1", "-std=c11", "-o", driver, os.path.join(here, "data", "edges", "differ.c"), "-ldl"],
      check=True)

    def run(k):
        name, clean, fast, options, want, pattern, runs = cases[k]
        d = os.path.join(top, str(k))
        os.mkdir(d)
        for n, text in (("clean.S", clean), ("fast.S", fast)): open(os.path.join(d, n), "w").write(text)
        r = fairlead("check", *options, os.path.join(d, "clean.S"), os.path.join(d, "fast.S"))
        answers = [(r.returncode == want and re.search(pattern, r.stdout + r.stderr) is not None,
          f"status {want}: {name}", r)]
        if runs:
            good, detail = differ(d, driver)
            answers.append((good, "... and they do differ", detail))
        return answers

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for answers in pool.map(run, range(len(cases))):
            for a in answers: result(*a)

    # What is made from files that no theorem covers is written, and its status says so.
    def file(name, text):
        p = os.path.join(top, name)
        open(p, "w").write(text)
        return p
    marks = "\ttestq %rcx, %rcx\n\t//@ if e\n\tnop\n\t//@ end\n"
    for name, text, want, why in [("plain", code(one + other), 0, ""),
      ("calls", code("\tcall g\n" + one), 3, "it has calls"), ("jumps out", code("\tjmp g\n"), 3, "it jumps to `g'"),
                                  ("reads itself", read("t", data("t:\t.quad f\n"))[0], 3, ITSELF),
                                   ("marks", code(marks), 0, ""),
                                   ("marks and calls", code(marks + "\tcall g\n"), 3, "it has calls"),
                                  ("pieces", code(marks + ".La:\n" + marks), 3, "runs on into the next")]:
        p = file("written.S", text)
        out = os.path.join(top, "out.S")
        for command in (["lower", p, "-o", out], ["transform", "--peephole", "copies", p, "-o", out]):
            r = fairlead(*command)
            result(r.returncode == want and why in r.stderr and fairlead("print", out).returncode == 0,
              f"{command[0]}, {name}: status {want}", r)
        printed = fairlead("lower", p)
        fairlead("lower", p, "-o", out)
        result(printed.returncode == want and printed.stdout == open(out).read(),
          f"{name}, to standard output: the same", printed)
    p, order = file("written.S", code("\tcall g\n" + one + other)), file("an.order", "fairlead order 1\norder: 1 0\n")
    r = fairlead("optimize", "--apply", p, order)
    result(r.returncode == 3 and "it has calls" in r.stderr and "leaq 2" in r.stdout,
      "optimize --apply, calls: status 3", r)

    # Data that the assembler computes from the length of the code.
    p = file("length.S", code("\tmovq t(%rip), %rax\n\tmovq %rdx, %rdx\n",
      after=".Le:\n" + data("t:\t.quad .Le - f\n")))
    for command, want in [(["transform", "--peephole", "copies"], 1), (["transform", "--peephole", "zero"], 0),
                          (["lower"], 0)]:
        r = fairlead(*command, p)
        result(r.returncode == want and (want == 0) == bool(r.stdout) and ("data change" in r.stderr) == (want == 1),
          f"{' '.join(command)}, data that have the length of the code: status {want}", r)

    # Names that are operators in Intel syntax: another program, or none.
    for name in ("byte", "offset", "near", "mod", "ah", "zmm0", "flat"):
        p = file("name.S", code(f"\tmovq {name}(%rip), %rax\n"))
        r = fairlead("print", "--intel", p)
        result(fairlead("print", p).returncode == 0 and r.returncode == 1 and r.stdout == "",
          f"print --intel: a symbol called {name}", r)

print("\n".join(lines))
print(f"1..{sum(not l.startswith('#') for l in lines)}")
sys.exit(any(l.startswith("not ok") for l in lines))
