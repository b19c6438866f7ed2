#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Groups of instructions that move as one: found, checked, refused where somebody sees what they leave; run on this
# processor.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
data=tests/asm/data/groups
clean=$data/pair.clean.S fast=$data/pair.fast.S
temporary_folder

refused() { # PATTERN COMMAND...
  local pattern=$1 out status=0
  shift
  out=$("$@" 2>&1) || status=$?
  [ "$status" -eq 1 ] && grep -qE "error: .*$pattern" <<<"$out" || { echo "status $status: $out"; return 1; }
}
both() { # SED-SCRIPT: the pair of files, changed alike
  sed "$1" $clean >"$work/clean.S" && sed "$1" $fast >"$work/fast.S" && ! cmp -s $clean "$work/clean.S"
}
says() { fairlead asm check "$1" "$2" | grep -qF "$3"; }

ok "two sums with carry change places" says $clean $fast "(one group of instructions moved as one)"
ok "... and back" fairlead asm check -q $fast $clean
ok "... explain" fairlead asm explain $clean $fast
both 's/^\tret/\tadcq $0, %r8\n\tret/'
ok "not where the carry is added once more" refused 'both write the carry flag' \
  fairlead asm check "$work/clean.S" "$work/fast.S"
both 's/^\tret/\tjc f\n\tret/'
ok "not where a branch reads it" refused 'both write the carry flag' fairlead asm check "$work/clean.S" "$work/fast.S"
both 's/^\tret/\tjmp 1f\n1:\tadcq $0, %r8\n\tret/'
ok "not where the next block reads it" refused 'both write the carry flag' \
  fairlead asm check "$work/clean.S" "$work/fast.S"
both 's/^\tret/\tmovq $0, %r8\n\taddq $1, %r8\n\tjc f\n\tret/'
ok "but where flags are set before a branch reads them" fairlead asm check -q "$work/clean.S" "$work/fast.S"
both 's/^\tret//'
ok "not where the code runs on, into what is linked next" refused 'both write the carry flag' \
  fairlead asm check "$work/clean.S" "$work/fast.S"
both 's/adcq $1, %rdx/adcq %rbx, %rdx/'
ok "not where one reads what the other writes" refused 'cannot move before' \
  fairlead asm check "$work/clean.S" "$work/fast.S"
printf '\t.globl f\nf:\n\taddq $1, %%rcx\n\taddq $1, %%rax\n\tadcq $1, %%rdx\n\tadcq $1, %%rbx\n\tret\n' >"$work/torn.S"
ok "not where they run into each other" refused 'both write the carry flag' fairlead asm check $clean "$work/torn.S"

# Memory: bytes 0 and 8 from the same register, unless a group changes that register.
store='s/adcq $1, %rbx/&\n\tmovq %rbx, (%rdi)/; s/adcq $1, %rdx/&\n\tmovq %rdx, 8(%rdi)/'
both "$store"
ok "stores to separate bytes" fairlead asm check -q "$work/clean.S" "$work/fast.S"
both "${store/8(%rdi)/4(%rdi)}"
ok "not to bytes that overlap" refused 'overlap|carry' fairlead asm check "$work/clean.S" "$work/fast.S"
both 's/adcq $1, %rbx/&\n\tleaq 64(%rsi), %rdi\n\tmovq %rbx, (%rdi)/
      s/adcq $1, %rdx/&\n\tleaq 56(%rsi), %rdi\n\tmovq %rdx, 8(%rdi)/; s/^\tret/\tmovq $0, %rdi\n\tret/'
ok "nor separate displacements from a register that the groups set" refused '.' \
  fairlead asm check "$work/clean.S" "$work/fast.S"

# In a loop, flags are not dead at the end of its body. A count by subq sets them all, one by decq not the carry.
both 's/^f:/&\n1:/; s/^\tret/\tsubq $1, %r8\n\tjne 1b\n\tret/'
ok "in a loop" fairlead asm check -q "$work/clean.S" "$work/fast.S"
both 's/^f:/&\n\t#@ loop/; s/^\tret/\tsubq $1, %r8\n\t#@ while ne\n\t#@ end\n\tret/'
fairlead asm lower "$work/fast.S" -o "$work/lowered.S"
ok "in a loop as it is marked" fairlead asm check -q "$work/clean.S" "$work/lowered.S"
both 's/^f:/&\n1:/; s/^\tret/\tdecq %r8\n\tjne 1b\n\tret/'
ok "not where the carry is left to the next iteration" refused 'both write the carry flag' \
  fairlead asm check "$work/clean.S" "$work/fast.S"
both 's/^f:/&\n1:/; s/^\tret/\tjne 1b\n\tret/'
ok "not if the loop goes by their flags" refused '.' fairlead asm check "$work/clean.S" "$work/fast.S"

# Orders.
printf 'fairlead order 1\norder: 2 3 0 1\n' >"$work/order"
ok "transform --order" fairlead asm transform -q --order "$work/order" $clean -o "$work/by_order.S"
ok "... is the fast file" fairlead asm check -q "$work/by_order.S" $fast
printf 'fairlead order 1\norder: 2 0 3 1\n' >"$work/order"
ok "... refuses another" refused 'both write the carry flag' \
  fairlead asm transform --order "$work/order" $clean -o "$work/by_order.S"
cat >"$work/harness" <<'END'
#!/bin/sh
# What adds to %rcx early is quick.
for f in "$2" "$3"; do
  objdump -d --no-show-raw-insn "$f" | awk '/^ / { n++; if (/%rcx/) c += n } END { print 1000 + 50 * c }'
done | tr "\n" " "
echo
END
chmod +x "$work/harness"
ok "optimize moves them" \
  fairlead asm optimize -q $clean "$work/best" --harness "$work/harness" --candidates 1 --seconds 30 --prefetches 0
is "... and finds the other order" "order: 2 3 0 1" "$(grep '^order' "$work/best")"

# At random: groups over flags and over one register that all of them use, with other instructions in between.
n=$(sized 4 60)
random() { # KIND
  local k
  for k in $(seq 1 "$n"); do
    $data/generate clean "$k" $((3 + k % 4)) >"$work/clean.S" || return 1
    $data/generate "$1" "$k" $((3 + k % 4)) >"$work/fast.S" || return 1
    case $1 in
    fast) fairlead asm check -q "$work/clean.S" "$work/fast.S" ;;
    *) refused '.' fairlead asm check "$work/clean.S" "$work/fast.S" ;;
    esac || { cat "$work/clean.S" "$work/fast.S"; return 1; }
  done
}
ok "$n random orders of groups are accepted" random fast
ok "... and refused where two of them run into each other" random torn
$data/generate clean 5 6 >"$work/clean.S"
ok "random changes, what is accepted run on this processor" \
  fairlead asm mutate --mutations "$(sized 300 5000)" --inputs 50 --seed "${FUZZ_SEED:-1}" "$work/clean.S"
done_testing
