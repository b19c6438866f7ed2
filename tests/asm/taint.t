#!/usr/bin/env bash
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
refused "a public region that may overlap with a secret one" '/disjoint/d' 'may overlap'
refused "no secret named" '/secret/d' 'nothing is said to be secret'
refused "a call" 's/xorl %eax, %eax/call foo/' 'calls are not analysed'
done_testing
