/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The AES-128 key schedule.

   void fl_gcm_expand_128(key *%rdi, const bytes *%rsi) */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: secret key state
#include "expand.inc"
#include "text.inc"
#include "loops.inc"

PROCEDURE(fl_gcm_expand_128)
        vmovdqu 0(%rsi), %xmm0
        vmovdqu %xmm0, 0(%rdi)
        ROTATED(%xmm0, %xmm0, 0x01, 16)
        ROTATED(%xmm0, %xmm0, 0x02, 32)
        ROTATED(%xmm0, %xmm0, 0x04, 48)
        ROTATED(%xmm0, %xmm0, 0x08, 64)
        ROTATED(%xmm0, %xmm0, 0x10, 80)
        ROTATED(%xmm0, %xmm0, 0x20, 96)
        ROTATED(%xmm0, %xmm0, 0x40, 112)
        ROTATED(%xmm0, %xmm0, 0x80, 128)
        ROTATED(%xmm0, %xmm0, 0x1b, 144)
        ROTATED(%xmm0, %xmm0, 0x36, 160)
        WIPE
        ret
END(fl_gcm_expand_128)
