/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AES-256 key schedule.

   void fl_gcm_expand_256(key *%rdi, const bytes *%rsi) */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: secret key state
#include "expand.inc"
#include "text.inc"
#include "loops.inc"

PROCEDURE(fl_gcm_expand_256)
        vmovdqu 0(%rsi), %xmm0
        vmovdqu 16(%rsi), %xmm3
        vmovdqu %xmm0, 0(%rdi)
        vmovdqu %xmm3, 16(%rdi)
        ROTATED(%xmm3, %xmm0, 0x01, 32)
        SUBSTITUTED(%xmm0, %xmm3, 48)
        ROTATED(%xmm3, %xmm0, 0x02, 64)
        SUBSTITUTED(%xmm0, %xmm3, 80)
        ROTATED(%xmm3, %xmm0, 0x04, 96)
        SUBSTITUTED(%xmm0, %xmm3, 112)
        ROTATED(%xmm3, %xmm0, 0x08, 128)
        SUBSTITUTED(%xmm0, %xmm3, 144)
        ROTATED(%xmm3, %xmm0, 0x10, 160)
        SUBSTITUTED(%xmm0, %xmm3, 176)
        ROTATED(%xmm3, %xmm0, 0x20, 192)
        SUBSTITUTED(%xmm0, %xmm3, 208)
        ROTATED(%xmm3, %xmm0, 0x40, 224)
        WIPE
        ret
END(fl_gcm_expand_256)
