#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# bench/asm/existing on a file made here: examples/asm/six_blocks.S interleaved, with movbe, in a function among others.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
export FAIRLEAD=$PWD/bin/fairlead
clean=examples/asm/six_blocks.S
order=tests/asm/data/existing/interleaved.order

status() { # WANT PATTERN COMMAND...: its status, and that it says this
  local want=$1 pattern=$2 out got=0
  shift 2
  out=$("$@" 2>&1) || got=$?
  echo "status $got: $out"
  [ "$got" -eq "$want" ] && grep -qE "$pattern" <<<"$out"
}
place='loop.s:[0-9]+:[0-9]+: error: '
existing() { timeout 120 bench/asm/existing "$@"; }
edited() { # SED: the file, changed indeed
  sed -E "$1" "$work/file.S" >"$work/edited.S" && ! cmp -s "$work/file.S" "$work/edited.S"
}
refused() { # NAME SED PATTERN
  ok "changed: $1" edited "$2"
  ok "... refused" status 1 "$3" existing "$work/edited.S"
}

# What is given: movbe, an order that a machine made, other labels, a function before and two loops of another kind.
cpp -P $clean "$work/clean.s"
ok "movbe" fairlead asm transform -q --peephole movbe "$work/clean.s" -o "$work/movbe.s"
ok "interleaved" fairlead asm transform -q --order $order "$work/movbe.s" -o "$work/fast.s"
ok "... is another order" bash -c "! cmp -s $work/movbe.s $work/fast.s"
{
  printf '.text\n.global first\nfirst:\n ret\n.global gcm128_encrypt_opt\ngcm128_encrypt_opt:\n push %%rbx\n'
  printf 'L10:\n vaesenc %%xmm1, %%xmm0, %%xmm0\n sub $1, %%rax\n jne L10\n jmp L77\n.balign 16\n'
  sed -n '/^\.Literation:/,/\tja /p' "$work/fast.s" |
    sed 's/\.Literation/L76/; s/\.Lno_overflow/L78/; s/\.Lblocks/L79/; s/\.Llast/L80/; s/\.Lnext/L81/; s/\.Ltest/L77/'
  printf 'L11:\n vpclmulqdq $0, %%xmm1, %%xmm0, %%xmm0\n sub $1, %%rax\n jne L11\n pop %%rbx\n ret\n'
  printf '.global last\nlast:\n ret\n'
} >"$work/file.S"
ok "the loop is found, and is what the clean code says" \
  status 0 'loop.s: computes what clean.s does: .* instructions in 7 blocks' existing "$work/file.S"
ok "... how much was cut out" status 0 'a loop of gcm128_encrypt_opt, 2[0-9]+ instructions as they stand' \
  existing "$work/file.S"

refused "a round key twice" 's/movdqu -0x60\(%rcx\)/movdqu -0x50(%rcx)/' "$place"
refused "another half of a product" 's/vpclmulqdq \$0x11, %xmm3, %xmm8/vpclmulqdq $0x10, %xmm3, %xmm8/' "$place"
refused "a power of the hash key for another" 's/movdqu 0x40\(%r9\)/movdqu 0x50(%r9)/' "$place"
refused "bytes of another block" 's/movbeq 0x18\(%r14\)/movbeq 0x10(%r14)/' "$place"
refused "words stored the other way round" \
  's/movq %r13, 0x40\(%rbp\)/movq %r12, 0x40(%rbp)/' "$place"
refused "an overflow seen one block late" 's/cmpq \$0x100, %rbx/cmpq $0x101, %rbx/' "$place"
refused "a counter that counts by two" 's/0x100000000000000\b|72057594037927936/144115188075855872/' "$place"
refused "ciphertext in the wrong place" 's/-0x60\(%rsi\)/-0x70(%rsi)/' "$place"
refused "a block not saved" '/%xmm14, -0x10\(%rsi\)/d' "$place"
refused "a test that leaves the loop one group early" 's/jbe L80/jb L80/' "$place"

# Coq itself runs the checker on the loop, and says that it computes GCM; not of one with another power of the hash key.
theorem() { timeout 500 coqc -q -w none -R "$(tools/theories)" Fairlead "$work/$1.v"; }
another_power() {
  sed '/^Definition fast/,/^\]/ s/(BaseReg R9) None 64%Z/(BaseReg R9) None 80%Z/' "$work/loop.v" >"$work/other.v" &&
    ! cmp -s "$work/loop.v" "$work/other.v"
}
ok "a theorem about the loop" status 0 'loop.s: computes what clean.s does' \
  existing --coq "$work/loop.v" "$work/file.S"
ok "... the loop with another power" another_power
ok_long "... that Coq proves" status 0 'functional_extensionality' theorem loop
ok_long "... and does not prove of the other" status 1 'Unable to unify "true" with "false"' theorem other

# Each line of what is said of memory is needed for EverCrypt's order. This order needs the one about the output.
sed '/disjoint scratch output/d' $clean >"$work/less.S"
ok "where the scratch may be the output: refused" \
  status 1 "$place" existing --clean "$work/less.S" "$work/file.S"

# What is no such file.
ok "no such function" status 1 "the label .encrypt. is there 0 times" existing --function encrypt "$work/file.S"
ok "a function without such a loop" status 1 'first has 0 loops' existing --function first "$work/file.S"
sed 's/^L11:/&\n vaesenc %xmm1, %xmm0, %xmm0/' "$work/file.S" >"$work/two.S"
ok "two such loops" status 1 'has 2 loops' existing "$work/two.S"
sed 's/jb L78/jb L11/' "$work/file.S" >"$work/out.S"
ok "a loop that is left in its middle" status 1 'leaves the loop' existing "$work/out.S"
ok "no file: status 2" status 2 'is no file' existing "$work/none.S"
ok "no argument: status 2" status 2 'usage' existing
ok "help" status 0 'EverCrypt' existing --help
done_testing
