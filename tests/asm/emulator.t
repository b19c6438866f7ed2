#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: Bochs
# The forms that few processors have (VAES, VPCLMULQDQ) against the emulator Bochs, beside forms that cosim.t validates on
# this processor: those show that the way through the emulator sees what is there.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
command -v bochs >/dev/null || skip_all "the emulator Bochs is not installed (apt-get install bochs bochs-term)"
only() { # MNEMONIC...
  local m
  for m in "$@"; do options+=(--only "$m"); done
}
options=()
only aesenc aesenclast aesdec aesdeclast pclmulqdq vaesenc vaesenclast vaesdec vaesdeclast vpclmulqdq \
  vpxor vpshufb vbroadcasti128 vextracti128 vzeroupper movdqa 'addq r,m' 'adcl m,r' 'movbeq r,m' 'cmovbe r64,m' pushq
seen=$(fairlead asm cosim --emulator bochs --states 200 --seed "${FUZZ_SEED:-1}" "${options[@]}" 2>&1)
is "the model and Bochs agree" "50 forms, 10000 states: the model and Bochs agree" "$(tail -1 <<<"$seen")"
ok "it says which emulator that was" grep -qE '^emulator: Bochs [0-9.]+, playing corei7_icelake_u$' <<<"$seen"

here=$(fairlead asm cosim --states 5 --only vaesenc --only vpclmulqdq 2>&1)
if grep -q 'vaes.*vpclmulqdq' /proc/cpuinfo; then
  is "on this processor the wide forms are run" "8 forms, 40 states: the model and the processor agree" "$(tail -1 <<<"$here")"
else
  is "on this processor no wide form is counted as validated" \
    "4 forms, 20 states: the model and the processor agree; 4 forms were not run" "$(tail -1 <<<"$here")"
  is "... each is named" 4 "$(grep -c ' y,[vm]: not run, this processor lacks VP*[AC]' <<<"$here")"
  ok "alone, they are no success" bash -c "! fairlead asm cosim --states 5 --only 'vaesenc y,v'"
fi

# Bochs 2.7 gets adox wrong, which processors get right: differences do come through.
if bochs --help 2>&1 | grep -q 'Emulator 2\.7$'; then
  ok "an error of Bochs is seen" bash -c \
    "fairlead asm cosim --emulator bochs --states 200 --only adoxq | grep 'the overflow flag OF is . in the model and . on the processor'"
fi
done_testing
