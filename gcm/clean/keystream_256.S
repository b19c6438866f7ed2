/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Six blocks of AES-256 key stream, for tails, the hash key and the tag's mask.

   void fl_gcm_keystream_256(const key *%rdi, const counter *%rsi, bytes *%rdx) */
/* Regions have the same numbers in all files, used here or not. */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: region input %r8
# fairlead: region output %rcx
# fairlead: secret key state output
#include "aes.inc"
#include "counters.inc"
#include "text.inc"
#include "loops.inc"

PROCEDURE(fl_gcm_keystream_256)
        movq %rdx, %rcx
        vmovdqu 0(%rsi), %xmm15
        vmovdqu fl_gcm_constants(%rip), %xmm13
        COUNTERS
        AES_WHITEN
        AES_ROUNDS_256
        SAVE
        WIPE
        ret
END(fl_gcm_keystream_256)
