#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: MemorySanitizer over each of several builds
# No secret in a branch or an address: the taint checker on the objects that ship, disassembled, and on damaged ones, which it must
# refuse; the C around them under MemorySanitizer with secrets poisoned.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
fairlead=$PWD/bin/fairlead
work=$PWD/out/test/gcm/constant_time
rm -rf "$work"
mkdir -p "$work/members"
ok "the library" make -s -C gcm OUT="$work/library"
ok "its objects" bash -c "cd '$work/members' && ar x ../library/libfairlead-gcm.a"
# all but the constants, which are no code, and the C
mapfile -t procedures < <(cd "$work/members" && ls -- *.o | sed 's/\.o$//' | grep -vxE '(wide_)?constants|gcm')
ok "the loops are among them" bash -c "[[ ' ${procedures[*]} ' == *' encrypt_128 '*' wide_encrypt_128 '* ]]"
for n in "${procedures[@]}"; do
  ok "$n: its annotations" make -s -C gcm OUT="$work/library" "$work/library/clean_$n.S"
  ok "$n: no secret in addresses or branches of the object" "$fairlead" asm taint --object "$work/members/$n.o" "$work/library/clean_$n.S"
done
no_code() {
  ! "$fairlead" asm disassemble "$work/members/constants.o" >"$work/said" 2>&1 &&
    grep -q 'error: there is no code in it' "$work/said"
}
ok "constants: no code" no_code

annotations=$work/library/clean_encrypt_128.S
object() { gcc -c -o "$work/$1.o" "$work/$1.S"; }
refused() { # NAME PATTERN: the object of NAME.S
  local message status=0
  object "$1" || return 1
  message=$("$fairlead" asm taint --object "$work/$1.o" "$annotations" 2>&1) || status=$?
  [ $status -eq 1 ] && grep -qE "error: .*$2" <<<"$message" || { echo "status $status: $message"; return 1; }
}
shipped() { sed "0,/decq %r8/s//$2/" gcm/gen/encrypt_128.S >"$work/$1.S"; }
shipped address 'vmovq %xmm0, %r9\n\tmovq (%rdx,%r9), %r9\n\tdecq %r8'
ok "a secret as an address is found" refused address 'depends on %r9, which may hold a secret'
shipped branch 'vmovq %xmm14, %r9\n\ttestq %r9, %r9\n\tjz .Lloop\n\tdecq %r8'
ok "a branch on the hash is found" refused branch 'this branch depends on the zero flag'
shipped loaded 'movq 16(%rdi), %r9\n\tcmpq %r9, %r8\n\tjb .Lloop\n\tdecq %r8'
ok "a branch on the key is found" refused loaded 'this branch depends on the carry flag'
shipped prefetch 'vmovq %xmm0, %r9\n\tprefetcht0 (%r9)\n\tdecq %r8'
ok "a secret as a prefetched address is found" refused prefetch 'depends on %r9, which may hold a secret'
# All flags are secret behind a call, and the loop's counter is no register that a function keeps.
shipped called 'call fl_gcm_hash\n\tdecq %r8'
ok "a call in the loop is refused" refused called 'this branch depends on the zero flag'
shipped bytes '.byte 0x48, 0x8b, 0xc3\n\tdecq %r8'
ok "code that would be assembled otherwise is refused" refused bytes 'assembled again it is another object'
shipped middle '.byte 0xeb, 0x01, 0xb0, 0x90\n\tdecq %r8'
ok "a jump into the middle of an instruction is refused" refused middle 'into the middle of another instruction'
shipped unknown 'cpuid\n\tdecq %r8'
ok "an instruction outside of the model is refused" refused unknown 'is not in the model'
{ cat gcm/gen/encrypt_128.S; printf '\t.section .text.more,"ax"\n\tjmp fl_gcm_encrypt_128\n'; } >"$work/more.S"
ok "code in another section is refused" refused more 'what is in section .text.more can be run when it is linked'
{ cat gcm/gen/encrypt_128.S; printf '\t.text\nrest:\tdecq %%r8\n'; } >"$work/end.S"
ok "code without an end is refused" refused end 'runs on past its end'
{ grep '^# fairlead:' "$annotations"; sed '0,/decq %r8/s//.byte 0x0f,0x0b\n\tdecq %r8/' gcm/gen/encrypt_128.S; } >"$work/source.S"
ok "in a source, bytes among the code are refused" \
  bash -c "'$fairlead' asm taint '$work/source.S' 2>&1 | grep -q 'error: .*may put something into the code'"
ok "what is no object is refused" bash -c "'$fairlead' asm taint --object Makefile '$annotations' 2>&1 | grep -q 'error: '"

damaged_objects() { # never more than a diagnostic
  python3 - "$fairlead" "$work/members/encrypt_128.o" "$annotations" "$work/damaged.o" "${FUZZ_N:-60}" "${FUZZ_SEED:-1}" <<'END'
import random, subprocess, sys
fairlead, path, annotations, damaged, n, seed = sys.argv[1:]
rnd = random.Random(int(seed))
whole = open(path, "rb").read()
for k in range(int(n)):
    data = bytearray(whole)
    for _ in range(rnd.randrange(1, 4)):
        data[rnd.randrange(len(data))] = rnd.randrange(256)
    if rnd.randrange(5) == 0:
        del data[rnd.randrange(len(data)):]
    open(damaged, "wb").write(data)
    r = subprocess.run([fairlead, "asm", "taint", "--object", damaged, annotations], capture_output=True)
    if r.returncode not in (0, 1) or (r.returncode == 1 and b"error: " not in r.stderr):
        sys.exit(f"seed {seed}, number {k}: status {r.returncode}\n{r.stderr[-500:].decode()}")
END
}
ok "damaged objects" damaged_objects

# The C, as clang compiles it.
sanitized() { # NAME: the file NAME.c as the library's C
  clang -std=gnu11 -g -O1 -Wall -Wextra -Werror -fsanitize=memory -Igcm/include -Igcm/clean "-DGCM=\"$work/$1.c\"" tests/gcm/secrets.c \
    $(printf "$work/members/%s.o " "${procedures[@]}" constants wide_constants) -o "$work/$1" &&
    "$work/$1" | tee "$work/$1.loops"
}
leaks() {
  ! cmp -s "$work/$1.c" gcm/clean/gcm_trusted.c && ! sanitized "$1" >"$work/$1.log" 2>&1 &&
    grep -q 'use-of-uninitialized-value' "$work/$1.log" || { cat "$work/$1.log"; return 1; }
}
cp gcm/clean/gcm_trusted.c "$work/as_it_is.c"
ok "the C: no branch, no address depends on a secret" sanitized as_it_is
wide=$(fairlead asm processor | grep -q '^features: .*\<vaes vpclmulqdq\>' && echo ' 256-bit')
is "... with the loops that this processor has" "loops: 128-bit$wide" "$(cat "$work/as_it_is.loops")"
fairlead asm processor | sed 's/^/# /'
sed 's/difference |= a ^ b;/if (a != b) return FL_GCM_FORGED;/' gcm/clean/gcm_trusted.c >"$work/early.c"
ok "a comparison of tags that stops early is found" leaks early
sed 's/out\[i\] = in\[i\] ^ key\[i\];/{ static const uint8_t table[256] = {1}; out[i] = table[in[i]] ^ key[i]; }/' gcm/clean/gcm_trusted.c >"$work/table.c"
ok "a table indexed by the text is found" leaks table
ok "the C, as it ships, does not divide: the time of that may depend on the numbers" \
  bash -c "! objdump -d --no-show-raw-insn '$work/members/gcm.o' | grep -wE 'i?div[lqwb]?'"
done_testing
