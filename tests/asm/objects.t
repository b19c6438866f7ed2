#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# `fairlead asm check A.o B.o`: what holds of two files holds of their objects, whoever assembled them; whatever else
# differs between two objects is refused, and so is every damaged byte that a linker would see. FLIPS: so many.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
cat >"$work/a.S" <<'X'
	.text
	.globl	f
	.type	f, @function
f:	movdqu	(%rsi), %xmm0
	movdqa	k(%rip), %xmm1
	pxor	%xmm1, %xmm0
	movdqu	16(%rsi), %xmm2
	pxor	16+g(%rip), %xmm2
	movdqu	%xmm0, (%rdi)
	movdqu	%xmm2, 16(%rdi)
	call	helper
	ret
	.size	f, .-f
	.p2align 4
	.globl	h
	.hidden	h
	.type	h, @function
h:	xorl	%eax, %eax
1:	addq	.Lstep(%rip), %rax
	decq	%rsi
	jne	1b
	ret
	.size	h, .-h
	.type	helper, @function
helper:	movq	%rdi, %rax
	ret
	.section .rodata
	.balign	16
k:	.quad	1, 2
	.globl	g
g:	.quad	3, 4, 5, 6
.Lstep:	.quad	7
	.data
	.globl	table
	.type	table, @object
	.size	table, 16
table:	.quad	h
	.quad	k+8
	.comm	room, 64, 32
	.section .note.GNU-stack,"",@progbits
X
b=$work/b.S
# The second load first.
sed '/movdqu	16(%rsi)/d; s/^f:.*/&\n	movdqu	16(%rsi), %xmm2/' "$work/a.S" >"$b"
compiled() { # NAME: by gas, with what debuggers read, and by LLVM's assembler where it is
  gcc -c -x assembler "$work/$1.S" -o "$work/$1.o" && gcc -g -c -x assembler "$work/$1.S" -o "$work/$1.g.o"
  if command -v clang >/dev/null; then clang -c -x assembler "$work/$1.S" -o "$work/$1.c.o"; fi
}
compiled a
compiled b
check() { fairlead asm check "$@"; }
for one in "$work"/a*.o; do
  for other in "$work"/b*.o; do
    ok "${one##*/} and ${other##*/}" check -q "$one" "$other"
  done
done
ok "--object: both are" check -q --object "$work/a.o" "$work/b.o"
refused() { # NAME PATTERN FILES...
  local out status=0
  out=$(fairlead asm check "${@:3}" 2>&1) || status=$?
  ok "$1" test "$status" = 1 -a -n "$(grep -E -- "$2" <<<"$out" || { echo "# $out" >&2; true; })"
}
refused "--object: one is not" 'no object file' --object "$work/a.S" "$work/b.o"
refused "an archive is no object" 'error' "$work/a.o" <(ar rc "$work/x.a" "$work/a.o"; cat "$work/x.a")
head -c 700 "$work/b.o" >"$work/cut.o"
refused "one that was cut off" 'damaged|not' "$work/a.o" "$work/cut.o"
changed() { # NAME SED
  sed "$2" "$b" >"$work/c.S"
  cmp -s "$b" "$work/c.S" && { ok "$1: sed changes something" false; return; }
  gcc -c -x assembler "$work/c.S" -o "$work/c.o"
  refused "$1" error "$work/a.o" "$work/c.o"
}
changed "another instruction" 's/movq	%rdi, %rax/movq	%rsi, %rax/'
changed "another number in memory" 's/k:	.quad	1, 2/k:	.quad	1, 3/'
changed "another place in memory" 's/16+g/8+g/'
changed "another symbol of the same bytes" 's/k(%rip)/g(%rip)/'
changed "an address of something else" 's/table:	.quad	h/table:	.quad	f/'
changed "an address a byte further" 's/k+8/k+9/'
changed "another name that others see" 's/\bh\b/hh/g'
changed "seen by others" 's/.hidden	h/.globl	h/'
changed "weak" 's/.globl	f/.weak	f/'
changed "another call" 's/call	helper/call	other/'
changed "memory that can be written" 's/.section .rodata/.section .rodata,"aw"/'
changed "a stack that can be run" 's/GNU-stack,""/GNU-stack,"x"/'
changed "more memory" 's/room, 64/room, 72/'
changed "an alignment" 's/.balign	16/.balign	8/'
changed "another section of code" 's/.comm.*/.section .text.more,"ax"\nmore:	ret/'
changed "what is thread-local" 's/.comm.*/.section .tdata,"awT",@progbits\n	.quad 1/'
changed "a part for another file to leave out" 's/.comm.*/.section .some,"aG",@progbits,group,comdat\n	.quad 1/'
changed "a place in the code without a name" 's/table:	.quad	h/table:	.quad	.Lin/; s/decq	%rsi/.Lin:	&/'
changed "a distance into the code" 's/k+8/1b - table/; s/^1:/.L1:1:/; s/1b - table/.L1 - table/'
# What assemblers do not write, but linkers read.
cat >"$work/edit.py" <<'X'
import struct, sys
path, out, what = sys.argv[1:4]
data = open(path, "rb").read()
head, at = bytearray(data[:64]), struct.unpack_from("<Q", data, 40)[0]
count, names = struct.unpack_from("<HH", data, 60)
keys = "name kind flags address offset size link info align entry".split()
sections = [dict(zip(keys, struct.unpack_from("<IIQQQQIIQQ", data, at + 64 * k))) for k in range(count)]
for x in sections:
    x["data"] = bytearray(data[x["offset"]:x["offset"] + x["size"]]) if x["kind"] not in (0, 8) else None
strings = sections[names]["data"]
def name(x): return bytes(strings[x["name"]:strings.index(0, x["name"])]).decode()
def number(n): return [name(x) for x in sections].index(n)
def named(n): return sections[number(n)]
symbols = named(".symtab")
def section(n, kind, flags, content=b"", **more):
    x = dict.fromkeys(keys, 0) | dict(name=len(strings), kind=kind, flags=flags, align=1, data=bytearray(content))
    x |= more
    strings.extend(n.encode() + b"\0")
    sections.append(x)
def symbol(n, info, home, value):
    table = sections[symbols["link"]]["data"]
    symbols["data"] += struct.pack("<IBBHQQ", len(table), info, 0, home, value, 0)
    table.extend(n.encode() + b"\0")
leave = bytes.fromhex("bf2a000000b83c0000000f05")
exec(what)
body = bytearray(64)
for x in sections:
    if x["data"] is not None:
        body += bytes(-len(body) % 16)
        x["offset"], x["size"] = len(body), len(x["data"])
        body += x["data"]
body += bytes(-len(body) % 16)
struct.pack_into("<Q", head, 40, len(body))
struct.pack_into("<H", head, 60, len(sections))
body[:64] = head
body += b"".join(struct.pack("<IIQQQQIIQQ", *[x[k] for k in keys]) for x in sections)
open(out, "wb").write(body)
X
edited() { # NAME PYTHON
  python3 "$work/edit.py" "$work/b.o" "$work/c.o" "$2"
  refused "$1" error "$work/a.o" "$work/c.o"
}
python3 "$work/edit.py" "$work/b.o" "$work/c.o" pass
ok "edited, but not changed" check -q "$work/a.o" "$work/c.o"
edited "code that is said to be names" 'section(".init", 3, 6, leave)'
edited "code that is said to be relocations of nothing" 'section(".init", 4, 6, leave, entry=24)'
edited "... of relocations" \
  'section(".init", 4, 6, leave, entry=24, link=number(".symtab"), info=number(".rela.text"))'
edited "relocations that are said to be compressed" 'named(".rela.text")["flags"] |= 0x800'
edited "a symbol without a name further on" 'd = symbols["data"]
for k in range(0, len(d), 24):
    if d[k + 4] & 15 == 3: struct.pack_into("<Q", d, k + 8, 16)'
edited "a symbol that is said to be a file, and is seen" 'symbol("evil", 0x14, number(".text"), 4)'
edited "symbols that are said to be local by their places" 'symbols["info"] = len(symbols["data"]) // 24'
edited "a local symbol among those that are seen" 'symbol("x", 0, 0xfff1, 0)'
edited "a section for another file's to be left out" 'section(".gnu.linkonce.t.other", 1, 6)'
edited "... for a compiler to compile it again" 'section(".gnu.lto_.symtab.0", 1, 0x80000000)'
edited "an empty note" 'section(".note.GNU-split-stack", 1, 0)'
edited "a list of constructors that is called .debug" 'section(".debug_x", 14, 3, bytes(8))'
edited "a name without an end" 'del sections[symbols["link"]]["data"][-1]'
edited "sections whose names are elsewhere" 'struct.pack_into("<H", head, 62, number(".data"))'
edited "another system" 'head[7] = 9'
cat >"$work/lists.S" <<'X'
	.globl f
f:	ret
	.section .init_array,"aw",@init_array
	.balign 8
	.quad f
	.section .ctors,"aw",@progbits
	.balign 8
	.quad f
X
gcc -c -x assembler "$work/lists.S" -o "$work/lists.o"
refused "two lists of constructors" 'order' "$work/lists.o" "$work/lists.o"
cat >"$work/run.S" <<'X'
# fairlead: secret key
	.globl f
	.type f, @function
f:	.cfi_startproc
	movl key(%rip), %eax
	xorl %eax, %eax
	ret
	.cfi_endproc
.Lrun:	movzbl key(%rip), %eax
	leaq table(%rip), %rcx
	movzbl (%rcx,%rax), %eax
	ret
	.comm key, 4, 4
	.comm table, 256, 16
X
gcc -c -x assembler "$work/run.S" -o "$work/run.o"
ok "taint: code that nobody enters" fairlead asm taint -q --object "$work/run.o" "$work/run.S"
leaks() { # NAME: c.o
  local status=0
  fairlead asm taint -q --object "$work/c.o" "$work/run.S" 2>/dev/null || status=$?
  ok "$1" test "$status" = 1
}
sed 's/\.cfi_startproc/&\n	.cfi_personality 0x1b, .Lrun/' "$work/run.S" >"$work/c.S"
gcc -c -x assembler "$work/c.S" -o "$work/c.o"
leaks "taint: ... but unwinding"
python3 "$work/edit.py" "$work/run.o" "$work/c.o" 'symbol("evil", 0x14, number(".text"), 9)'
leaks "taint: ... but who knows it as a file"
# What a linker makes of an object: whole programs are compared.
cat >"$work/flip.py" <<'X'
import random, subprocess, sys
work, n = sys.argv[1], int(sys.argv[2])
def run(*words):
    return subprocess.run(words, capture_output=True, errors="replace", text=True)
def seen(path):
    """The library of it, or nothing if none comes of it."""
    made = run("ld", "-s", "-e", "f", "--build-id=none", "-o", f"{work}/linked", path)
    return None if made.returncode else open(f"{work}/linked", "rb").read()
good = open(f"{work}/b.o", "rb").read()
whole = seen(f"{work}/b.o")
assert whole
r = random.Random(20261130)
accepted = wrong = refused = 0
for k in range(n):
    data = bytearray(good)
    at = r.randrange(len(data))
    data[at] ^= 1 << r.randrange(8)
    open(f"{work}/flip.o", "wb").write(data)
    c = run("fairlead", "asm", "check", "-q", f"{work}/a.o", f"{work}/flip.o")
    if c.returncode == 0:
        accepted += 1
        if seen(f"{work}/flip.o") not in (None, whole):
            wrong += 1
            print(f"# a bit of byte {at:#x} changed, accepted", file=sys.stderr)
            if c.stderr: print("# " + c.stderr, file=sys.stderr)
    elif c.returncode in (1, 3) and "defect" not in c.stderr and "xception" not in c.stderr:
        refused += 1
    else:
        wrong += 1
        print(f"# a bit of byte {at:#x} changed: status {c.returncode}: {c.stderr}", file=sys.stderr)
print(f"# {n} damaged: {refused} refused, {accepted} accepted, {wrong} wrong", file=sys.stderr)
sys.exit(wrong > 0 or refused < n // 4)
X
flips=${FLIPS:-$(sized 40 800)}
ok "$flips objects with a bit changed: what is accepted is the same to a linker" \
  python3 "$work/flip.py" "$work" "$flips"
done_testing
