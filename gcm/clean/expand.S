/* The AES key schedules (FIPS 197, section 5.2).

   void fl_gcm_expand_128(key *%rdi, const bytes *%rsi)
   void fl_gcm_expand_256(key *%rdi, const bytes *%rsi) */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: secret key state
#include "text.inc"
#include "loops.inc"

/* Four words of key, each the sum of those before it, plus what %xmm1 says in all lanes. */
#define SUM_WORDS(x) \
        vpslldq $4, x, %xmm2; \
        vpxor %xmm2, x, x; \
        vpslldq $8, x, %xmm2; \
        vpxor %xmm2, x, x; \
        vpxor %xmm1, x, x

/* The next four words x, from the words last made: the last of those rotated, substituted and
   with the round constant, or (for longer keys, every other time) only substituted. */
#define ROTATED(last, x, constant, to) \
        vaeskeygenassist $constant, last, %xmm1; \
        vpshufd $0xff, %xmm1, %xmm1; \
        SUM_WORDS(x); \
        vmovdqu x, to(%rdi)

#define SUBSTITUTED(last, x, to) \
        vaeskeygenassist $0, last, %xmm1; \
        vpshufd $0xaa, %xmm1, %xmm1; \
        SUM_WORDS(x); \
        vmovdqu x, to(%rdi)

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
        .size fl_gcm_expand_128, . - fl_gcm_expand_128

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
