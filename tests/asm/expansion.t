#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# .macro, .rept, .irp, .if and .set are read as the assembler expands them: a file that has them checks against what
# a person would write out, and not against what differs in one place; a constant that is used as a symbol is refused.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
file() { # NAME < BODY
  { printf '\t.text\n\t.globl f\nf:\n'; cat; printf '\tret\n'; } >"$work/$1.s"
}
same() { # WRITTEN-OUT NAME
  fairlead asm check "$work/$1.s" "$work/$2.s" && fairlead asm check "$work/$2.s" "$work/$1.s" &&
    fairlead asm print --intel "$work/$2.s" >"$work/again.s" && fairlead asm check "$work/$1.s" "$work/again.s"
}
other() { # WRITTEN-OUT NAME
  local status=0
  fairlead asm check "$work/$1.s" "$work/$2.s" >"$work/out" 2>&1 || status=$?
  [ $status -eq 1 ] || { cat "$work/out"; echo "status $status"; return 1; }
}
refused() { # NAME WORDS
  local status=0
  fairlead asm check "$work/$1.s" "$work/$1.s" >"$work/out" 2>&1 || status=$?
  [ $status -eq 1 ] && grep -qF -- "$2" "$work/out" || { cat "$work/out"; echo "status $status"; return 1; }
}

file plain <<'X'
	addq 8(%rsi), %rax
	addq 16(%rsi), %rax
	addq 24(%rsi), %rax
X
file rept <<'X'
	.set off, 8
	.rept 3
	addq off(%rsi), %rax
	.set off, (off+8)
	.endr
X
file macro <<'X'
	.macro load k, to=%rax	# a comment
	.if \k > 3
	one \k
	.else
	addq (8*\k)(%rsi), \to; /* another */
	.endif
	.endm
	.macro one k
	.exitm
	ud2
	.endm
	load 1; load 9; load k=2
	load 3, %rax
X
file irp <<'X'
	.irp k, 8, 16, 24
	addq \k(%rsi), %rax
	.endr
X
file equals <<'X'
	step = 4 << 1
	.equ two, step*2
	addq step(%rsi), %rax; addq two(%rsi), %rax
	.if two == 16
	addq two+step(%rsi), %rax
	.endif
X
for name in rept macro irp equals; do ok "$name, written out" same plain $name; done
for change in 's/off+8/off+16/' 's/rept 3/rept 2/' 's/\.set off, 8/.set off, 0/'; do
  sed "$change" "$work/rept.s" >"$work/rept2.s"
  ok "rept: not after $change" other plain rept2
done
for change in 's/k > 3/k > 2/' 's/exitm/text/' 's/to=%rax/to=%rax, more=2/; s/\\to;/%rcx;/'; do
  sed "$change" "$work/macro.s" >"$work/macro2.s"
  ok "macro: not after $change" other plain macro2
done

# A macro that hides an instruction is what it says.
file hidden <<'X'
	.macro addq a, b
	subq \a, \b
	.endm
	addq 8(%rsi), %rax
	addq 16(%rsi), %rax
	addq 24(%rsi), %rax
X
ok "a macro named as an instruction" other plain hidden
# A constant is no place in memory, whatever its value.
file late <<'X'
	movq where(%rip), %rax
	.set where, 8
X
ok "a constant that is used before it is set" refused late "\`where' is a constant"
file jumped <<'X'
	.set there, 8
	jmp there
X
ok "a jump to a constant" refused jumped "label"
file exported <<'X'
	.globl where
	.set where, 8
X
ok "a constant that others see" refused exported "\`where' is a constant"
file alias <<'X'
	.set g, f
	.globl g
X
ok "another name for a label" refused alias "not a number known here"
printf 'A: .quad 1\n' >"$work/other.s"
# Numbers are the assembler's: 64 bits, shifted to the right without a sign, and any of them is read again.
file bits <<'X'
	movabsq $-0x8000000000000000, %rax
	movq $8, %rbx
	movq $-1, %rcx
	movq $15, %rdx
X
file shifted <<'X'
	.set top, 0x8000000000000000
	.set all, 18446744073709551615
	movabsq $top, %rax
	.set eight, top >> 60
	movq $eight, %rbx
	movq $all, %rcx
	.set four, all >> 60
	movq $four, %rdx
X
ok "numbers of 64 bits" same bits shifted
file include <<X
	.include "$work/other.s"
	.rept 2
	nop
	.endr
X
ok "another file" refused include "other files are not read"
file many <<'X'
	.rept 300000
	nop
	.endr
X
ok "too much" refused many "more than 200000 lines"
file endless <<'X'
	.rept 3000000000
	.rept 3000000000
	nop
	.endr
	.endr
X
ok "too much by far, in seconds" refused endless "the assembler refuses this"
file forever <<'X'
	.macro again
	again
	.endm
	again
X
ok "a macro without end" refused forever "the assembler refuses this"
file marked <<'X'
	.rept 2
	//@ loop
	nop
	//@ while ne
	//@ end
	.endr
X
ok "a mark in a repetition" refused marked "cannot stand inside of a macro or a repetition"
file open <<'X'
	.rept 2
	nop
X
ok "a repetition without end" refused open "error"
file wrong <<'X'
	.macro bad r
	xgetbv
	.endm
	nop
	bad %rax
X
ok "an error shows the line of the call and what came of it" refused wrong ":8:"
ok "... with what it became" grep -qx ' *xgetbv' "$work/out"

# Loops in marks, with macros between them.
file clean <<'X'
	//@ loop
	addq (%rsi), %rax
	addq $8, %rsi
	subq $1, %rcx
	//@ while ne
	//@ end
X
file loop <<'X'
	.macro step
	addq (%rsi), %rax
	addq $8, %rsi
	.endm
	//@ loop
	step
	subq $1, %rcx
	//@ while ne
	//@ end
X
ok "marks beside macros" bash -c "fairlead asm check '$work/clean.s' '$work/loop.s' | grep -q 'its marks are comments'"
idle() { # BYTES
  sed "s/^f:/f:\t.byte $1\n/" "$work/plain.s" >"$work/idle.s" && fairlead asm check "$work/idle.s" "$work/idle.s"
}
ok "a no-op as bytes" idle 0x0f,0x1f,0x40,0x00
not_idle() { ! idle "$1"; }
ok "... and nothing else" not_idle 0x0f,0x1f,0x48,0x00
done_testing
