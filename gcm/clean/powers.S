/* The powers H to H^6 of the hash key, twisted, once per key.

   void fl_gcm_powers(key *%rdi, const hash_key *%rsi)

   The hash key arrives as AES made it. Twisting (Multiply.v, twist) is multiplication by x. */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: secret key state
#include "ghash.inc"
#include "text.inc"
#include "loops.inc"

/* The top bit, spread over the register, selects the polynomial. */
#define TWIST(x, to) \
        vpshufd $0xff, x, %xmm0; \
        vpsrad $31, %xmm0, %xmm0; \
        vpand fl_gcm_constants+144(%rip), %xmm0, %xmm0; \
        vpsrlq $63, x, %xmm1; \
        vpslldq $8, %xmm1, %xmm1; \
        vpsllq $1, x, %xmm2; \
        vpor %xmm1, %xmm2, %xmm2; \
        vpxor %xmm0, %xmm2, %xmm2; \
        vmovdqu %xmm2, to(%rdi)

#define NEXT_POWER(to) \
        vmovdqa %xmm14, %xmm9; \
        PRODUCT(256, %xmm9, %xmm10); \
        REDUCE; \
        TWIST(%xmm14, to)

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
