/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The powers H to H^6 of the hash key, twisted, once per key.

   void fl_gcm_powers(key *%rdi, const hash_key *%rsi)

   The hash key arrives as AES made it. */
/* Regions have the same numbers in all files, used here or not. */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: region input %rdx
# fairlead: region output %rcx
# fairlead: secret key state
#include "ghash.inc"
#include "text.inc"
#include "loops.inc"
#include "powers.inc"

PROCEDURE(fl_gcm_powers)
        vmovdqu fl_gcm_constants(%rip), %xmm13
        TAKE(0, %rsi, %xmm14)
        TWIST(%xmm14, 256)
        NEXT_POWER(272)
        NEXT_POWER(288)
        NEXT_POWER(304)
        NEXT_POWER(320)
        NEXT_POWER(336)
        WIPE
        ret
END(fl_gcm_powers)
