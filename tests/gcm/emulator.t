#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: Bochs
# The 256-bit loops, which need VAES and VPCLMULQDQ, in the emulator Bochs: Wycheproof, OpenSSL on texts long enough for groups
# of eight blocks, streams, forged tags; the same texts with the 128-bit loops on the same emulated processor.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
command -v bochs >/dev/null || skip_all "the emulator Bochs is not installed (apt-get install bochs bochs-term)"
work=$PWD/out/test/gcm/emulator
rm -rf "$work"
mkdir -p "$work"
flags="-std=gnu11 -O2 -Wall -Wextra -Werror -ffreestanding -fno-stack-protector -fno-pie"
ok "a ROM" bash -c "as -o '$work/boot.o' compiler/asm/validate/emulator_boot_trusted.S && ld -e 0 -Ttext=0 -o '$work/boot.elf' '$work/boot.o' &&
  objcopy -O binary -j .text '$work/boot.elf' '$work/boot.bin'"
ok "OpenSSL's part builds" gcc -std=gnu11 -Wall -Wextra -Werror tests/gcm/long_texts.c -lcrypto -o "$work/long_texts"
python3 tests/gcm/vectors.py tests/data/wycheproof_aes_gcm_test.json >"$work/wycheproof"
ok "OpenSSL's part runs" bash -c "'$work/long_texts' <'$work/wycheproof' >'$work/long'"
cat "$work/wycheproof" "$work/long" >"$work/vectors"
tail -16 "$work/long" >"$work/few"
# shellcheck disable=SC2086
ok "the guest builds" gcc $flags -Igcm/include -c tests/gcm/emulator_guest.c -o "$work/guest.o"

library() { # FORM
  make -s -C gcm FORM="$1" OUT="$work/$1" CFLAGS="-O2 -ffreestanding -fno-stack-protector"
}
run() { # NAME VECTORS OBJECT...: what was seen
  local name=$1 vectors=$2
  shift 2
  ld -static -Ttext=0x110000 -e start -o "$work/$name.elf" "$work/guest.o" "$@" &&
    python3 tests/gcm/emulator.py "$work/boot.bin" "$work/$name.elf" "$vectors" "$work/run_$name"
}
for form in fast clean; do
  ok "$form: the library builds without an operating system" library $form
  is "$form: every text, wide and narrow" \
    "finished=1 vectors=469 valid=308 invalid=54 refused=107 failed=0 first_failed=0 narrow=0 wide_texts=163" \
    "$(run $form "$work/vectors" "$work/$form/libfairlead-gcm.a" 2>&1)"
done

# Each wide loop is what those texts went through: damaged, texts fail.
for n in wide_encrypt_128 wide_encrypt_256 wide_decrypt_128 wide_decrypt_256; do
  sed '0,/vpclmulqdq \$0x11/s//vpclmulqdq $0x10/' "$work/fast/hand_$n.S" >"$work/damaged_$n.S"
  gcc -c -o "$work/damaged_$n.o" "$work/damaged_$n.S"
  ok "$n: damage is found" grep -q 'finished=1 .* failed=[1-9]' \
    <(run "damaged_$n" "$work/few" "$work/damaged_$n.o" --allow-multiple-definition "$work/fast/libfairlead-gcm.a")
done
done_testing
