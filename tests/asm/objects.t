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
