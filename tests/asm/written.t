#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What lower and transform write: the same object, symbols and directives included, where no instruction was to change; status 1 and no file where they refuse.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
status() { local s=0; "${@:2}" >/dev/null 2>&1 || s=$?; [ "$s" -eq "$1" ] || { echo "status $s"; return 1; }; }
object() { as -o "$work/o" "$1" && objdump -drsthx "$work/o" | tail -n +3; }
same_object() { object "$1" >"$work/a" && object "$2" >"$work/b" && [ -s "$work/a" ] && cmp "$work/a" "$work/b"; }
cp tests/asm/data/mutation/*.S tests/asm/data/taint/loop.S "$work"
printf '\t.globl f, g\n\t.weak h\n\t.hidden g\n\t.p2align 4,,10\nf:\n1:\tincq %%rax\n\t.balign 32, 0x90\n\tjne 1b\n\tjmp g\n\t.p2align 5\ng:\n2:\tcall h@PLT\n\tjs 2b\nh:\tret\n\t.section .rodata.str1.1,"aMS",@progbits,1\n.Ls:\t.asciz "a;b # c"\n\t.data\n\t.globl t\n\t.type t, @object\n\t.size t, 24\nt:\t.quad f, g\n\t.quad .Ls + 2\n\t.long 1b - t, 4\n\t.bss\n\t.zero 8\n\t.comm room, 64, 32\n\t.section .note.GNU-stack,"",@progbits\n' >"$work/names.S"
for f in rounds limbs calls loop names; do
  case $f in calls | names) want=3 ;; *) want=0 ;; esac # no theorem covers calls
  for syntax in '' --intel; do
    ok "lower $syntax: $f" status $want fairlead asm lower $syntax "$work/$f.S" -o "$work/out.S"
    ok "... is what it was" same_object "$work/$f.S" "$work/out.S"
    ok "transform $syntax: $f" status $want fairlead asm transform --peephole no-prefetch $syntax "$work/$f.S" -o "$work/out.S"
    ok "... is what it was" same_object "$work/$f.S" "$work/out.S"
  done
done
refuses() { # TEXT
  local command status
  printf '%b' "$1" >"$work/r.S"
  for command in lower 'transform --peephole copies'; do
    rm -f "$work/out.S"
    status=0
    fairlead asm $command "$work/r.S" -o "$work/out.S" >"$work/log" 2>&1 || status=$?
    [ "$status" -eq 1 ] && grep -q 'error: ' "$work/log" && [ ! -e "$work/out.S" ] && [ ! -e "$work/out.S.part" ] || { echo "$command: status $status"; cat "$work/log"; return 1; }
  done
}
for text in 'repz; ret' 'ret $16' 'repz movsb' 'repne ret' 'bnd ret' 'retw' 'lret' '.byte 0xc3' '.set g, f' '.balign 64, 0xc3' 'jmp *%rax' '.macro x' '//@ loop' 'incq %rax /*'; do
  ok "refused: $text" refuses "f:\n\tnop\n\t$text\n\tret\n"
done
nested() { # DEPTH
  printf 'f:\n'
  yes '//@ if e' | head -n "$1"
  yes '//@ end' | head -n "$1"
  printf '\tret\n'
}
nested 200 >"$work/deep.S"
ok "as deep as is read" fairlead asm lower "$work/deep.S" -o "$work/out.S"
nested 201 >"$work/deep.S"
ok "deeper: refused" bash -c "fairlead asm lower $work/deep.S -o $work/no.S 2>&1 | grep -q 'more than 200 levels'"
ok "... and not written" [ ! -e "$work/no.S" ]
ok "no such folder: status 1" status 1 fairlead asm lower "$work/calls.S" -o "$work/no/out.S"
to_a_pipe() { # both ends are asked how it went
  fairlead asm lower "$work/limbs.S" -o "$work/stdout" | cat >"$work/piped"
  [ "${PIPESTATUS[*]}" = "0 0" ] && grep limbs_modulus "$work/piped"
}
# What /dev/stdout is, of our own: a program that put a file in the place of the link would spoil the machine.
ln -s /proc/self/fd/1 "$work/stdout"
is_still_a_link() { [ "$(readlink "$work/stdout")" = /proc/self/fd/1 ] && [ ! -e "$work/stdout.part" ]; }
ok "to standard output, a pipe" to_a_pipe
to_a_file() { fairlead asm lower "$work/limbs.S" -o "$work/stdout" >"$work/shown" && cmp "$work/shown" "$work/piped"; }
ok "... a file" to_a_file
to_a_file_without_a_name() { # the link leads to it, and to no path
  exec 4>"$work/gone" 5<"$work/gone" && rm "$work/gone"
  fairlead asm lower "$work/limbs.S" -o "$work/stdout" >&4 && cmp - "$work/piped" <&5
}
ok "... a file that was removed" to_a_file_without_a_name
ok "... the link is what it was" is_still_a_link
ln -s linked.S "$work/link.S" && : >"$work/linked.S"
through_a_link() {
  fairlead asm lower "$work/limbs.S" -o "$work/link.S" && [ -L "$work/link.S" ] && cmp "$work/linked.S" "$work/piped"
}
ok "through a link: to what it leads to" through_a_link
full() { "$@" >/dev/full; }
ok "no room: status 1" status 1 full fairlead asm lower "$work/limbs.S"
ok "... by name" status 1 fairlead asm lower "$work/limbs.S" -o /dev/full
ok "onto its own input" bash -c "cp $work/limbs.S $work/own.S && fairlead asm lower $work/own.S -o $work/own.S && fairlead asm check $work/limbs.S $work/own.S"
done_testing
