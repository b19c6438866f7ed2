/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the 256-bit loops multiply by, once per key, after fl_gcm_powers: wide_ghash.inc says what is where.

   void fl_gcm_wide_powers(key *%rdi, const hash_key *%rsi) */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: secret key state
#include "ghash.inc"
#include "text.inc"
#include "loops.inc"
#include "powers.inc"

/* The sums of the halves of two powers, side by side. */
#define MIDDLES(first, second, to) \
        vmovdqu first(%rdi), %xmm0; \
        vmovdqu second(%rdi), %xmm1; \
        vpunpcklqdq %xmm1, %xmm0, %xmm2; \
        vpunpckhqdq %xmm1, %xmm0, %xmm3; \
        vpxor %xmm2, %xmm3, %xmm2; \
        vmovdqu %xmm2, to(%rdi)

PROCEDURE(fl_gcm_wide_powers)
        vmovdqu fl_gcm_constants(%rip), %xmm13
        TAKE(0, %rsi, %xmm14)
        TWIST(%xmm14, 464)
        NEXT_POWER(448)
        NEXT_POWER(432)
        NEXT_POWER(416)
        NEXT_POWER(400)
        NEXT_POWER(384)
        NEXT_POWER(368)
        NEXT_POWER(352)
        MIDDLES(352, 384, 480)
        MIDDLES(368, 400, 496)
        MIDDLES(416, 448, 512)
        MIDDLES(432, 464, 528)
        WIPE
        ret
END(fl_gcm_wide_powers)
