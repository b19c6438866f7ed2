/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-128-GCM, six blocks at a time, in the layout of memory and registers of EverCrypt's gcm128_encrypt_opt:
   what one iteration of its loop does, one thing after the other. bench/asm/existing links EverCrypt's loop to this
   one. Run the C preprocessor first. What is proved: claims gcm_six_code, gcm_six_loop and gcm_six_checked
   (docs/claims/gcm.md).

   One iteration hashes six blocks of ciphertext, reverses the bytes of the six after them, and encrypts six more:

     %rcx  the round keys, + 128       %rdi  the next six blocks of text
     %r9   powers of the twisted       %rsi  where their ciphertext goes
           hash key, + 32              %r14  ciphertext written in the iteration before: %rsi - 96
     %rbp  scratch, 144 bytes          %rdx  blocks that are left
                                       %rbx  lowest byte of the counter, to see when it overflows

   %r14 leads into the output, as %rsi does: before the loop, 12 blocks are written, and %r14 is 6 blocks behind. What
   is hashed is what was reversed in the iteration before, so the hash is 12 blocks behind.

   In the scratch: at 16 a third of the hash; at 32, 48, ..., 112 the sixth, fifth, ..., first block to hash, reversed;
   at 128 the next counter block. The hash so far is the sum of three: %xmm8, %xmm4 and that at 16.

   Text and ciphertext may be the same place. Only the scratch is apart from all the rest. */

# fairlead: region key %rcx
# fairlead: region powers %r9
# fairlead: region scratch %rbp
# fairlead: region input %rdi
# fairlead: region output %rsi %r14
# fairlead: disjoint scratch key
# fairlead: disjoint scratch powers
# fairlead: disjoint scratch input
# fairlead: disjoint scratch output

/* Six blocks of cipher, the counter block they began with, and the key that is in use. */
#define B1 %xmm9
#define B2 %xmm10
#define B3 %xmm11
#define B4 %xmm12
#define B5 %xmm13
#define B6 %xmm14
#define COUNTER %xmm1
#define KEY %xmm15

/* The sum of products in three parts; two more parts of the hash, kept apart until it is needed. */
#define LOW %xmm4
#define MIDDLE %xmm6
#define HIGH %xmm7
#define HASH %xmm8

#define SCRATCH_HASH 16(%rbp)
#define SCRATCH_COUNTER 128(%rbp)
#define REVERSED(n) (128-16*n)(%rbp)

/* One half of a register, through %r11. */
#define HALF(number, half, to) \
        movq $number, %r11; \
        pinsrq $half, %r11, to

/* A number in the lowest lane, the rest zero. */
#define LANE(number, to) \
        pxor to, to; \
        HALF(number, 0, to)

/* Counters. While the lowest byte of the counter, which is its last in memory, does not overflow in these six blocks,
   one is added where it stands. %xmm2 is that one; the blocks are made at the end of the iteration before. */
#define NEXT_COUNTER vpaddd B6, %xmm2, COUNTER

/* Otherwise the bytes are reversed, 32 bits are added, and the bytes reversed back. */
#define REVERSAL HALF(579005069656919567, 0, %xmm0); HALF(283686952306183, 1, %xmm0)

#define COUNT_REVERSED \
        vpshufb %xmm0, COUNTER, %xmm6; \
        LANE(1, %xmm5); \
        vpaddd %xmm5, %xmm6, B2; \
        LANE(2, %xmm5); \
        vpaddd %xmm5, %xmm6, B3; \
        vpaddd %xmm5, B2, B4; \
        vpaddd %xmm5, B3, B5; \
        vpaddd %xmm5, B4, B6; \
        vpaddd %xmm5, B5, COUNTER

#define REVERSE_COUNTERS \
        vpshufb %xmm0, B2, B2; \
        vpshufb %xmm0, B3, B3; \
        vpshufb %xmm0, B4, B4; \
        vpshufb %xmm0, B5, B5; \
        vpshufb %xmm0, B6, B6; \
        vpshufb %xmm0, COUNTER, COUNTER

/* GHASH. The four products of the sixth block (%xmm7, for its place in the scratch is used again) and the hash key
   (%xmm3) start the sum, LOW, MIDDLE and HIGH... */
#define LOAD_HASH_KEY movdqu -32(%r9), %xmm3

#define START_SUM \
        vpclmulqdq $0x00, %xmm3, %xmm7, LOW; \
        vpclmulqdq $0x10, %xmm3, %xmm7, MIDDLE; \
        vpclmulqdq $0x01, %xmm3, %xmm7, %xmm5; \
        vpxor %xmm5, MIDDLE, MIDDLE; \
        vpclmulqdq $0x11, %xmm3, %xmm7, HIGH

/* ... to which those of the other blocks and powers are added. */
#define ADD_PRODUCT(power, block) \
        movdqu power(%r9), %xmm3; \
        vpclmulqdq $0x00, %xmm3, block, %xmm5; \
        vpxor %xmm5, LOW, LOW; \
        vpclmulqdq $0x10, %xmm3, block, %xmm5; \
        vpxor %xmm5, MIDDLE, MIDDLE; \
        vpclmulqdq $0x01, %xmm3, block, %xmm5; \
        vpxor %xmm5, MIDDLE, MIDDLE; \
        vpclmulqdq $0x11, %xmm3, block, %xmm5; \
        vpxor %xmm5, HIGH, HIGH

#define ADD_STORED(power, n) \
        movdqu REVERSED(n), %xmm0; \
        ADD_PRODUCT(power, %xmm0)

/* The three parts of the hash, and the first block. */
#define JOIN_HASH \
        vpxor LOW, HASH, HASH; \
        vpxor SCRATCH_HASH, HASH, HASH; \
        vpxor REVERSED(1), HASH, HASH

/* The first block has the hash in it. */
#define SUM_OF_PRODUCTS \
        START_SUM; \
        ADD_STORED(-16, 5); \
        ADD_STORED(16, 4); \
        ADD_STORED(32, 3); \
        ADD_STORED(64, 2); \
        ADD_PRODUCT(80, HASH)

/* Each half of the middle part goes to the part beside it. */
#define SPREAD_MIDDLE \
        vpslldq $8, MIDDLE, %xmm5; \
        vpsrldq $8, MIDDLE, MIDDLE; \
        vpxor %xmm5, LOW, LOW; \
        vpxor MIDDLE, HIGH, HIGH

/* Two phases of the reduction. What is left of it is three sums, which the next iteration does. */
#define POLYNOMIAL pxor %xmm3, %xmm3; HALF(13979173243358019584, 1, %xmm3)

#define REDUCE_IN_PART \
        POLYNOMIAL; \
        vpalignr $8, LOW, LOW, %xmm0; \
        vpclmulqdq $0x10, %xmm3, LOW, LOW; \
        vpxor %xmm0, LOW, LOW; \
        vpalignr $8, LOW, LOW, HASH; \
        vpclmulqdq $0x10, %xmm3, LOW, LOW; \
        movdqu HIGH, SCRATCH_HASH

#define HASH_SIX JOIN_HASH; SUM_OF_PRODUCTS; SPREAD_MIDDLE; REDUCE_IN_PART

/* The bytes of six blocks of ciphertext are reversed, for the next iteration to hash. */
#define REVERSE_BLOCK(n) \
        movq (16*n-8)(%r14), %r13; \
        bswapq %r13; \
        movq (16*n-16)(%r14), %r12; \
        bswapq %r12; \
        movq %r13, (128-16*n)(%rbp); \
        movq %r12, (136-16*n)(%rbp)

#define REVERSE_SIX \
        REVERSE_BLOCK(6); REVERSE_BLOCK(5); REVERSE_BLOCK(4); \
        REVERSE_BLOCK(3); REVERSE_BLOCK(2); REVERSE_BLOCK(1)

/* AES. The first round key is in KEY; B1 has it already. */
#define WHITEN(block) vpxor KEY, block, block

#define ROUND(key) \
        movdqu key(%rcx), KEY; \
        vaesenc KEY, B1, B1; \
        vaesenc KEY, B2, B2; \
        vaesenc KEY, B3, B3; \
        vaesenc KEY, B4, B4; \
        vaesenc KEY, B5, B5; \
        vaesenc KEY, B6, B6

#define ROUNDS \
        ROUND(-112); ROUND(-96); ROUND(-80); ROUND(-64); ROUND(-48); \
        ROUND(-32); ROUND(-16); ROUND(0); ROUND(16)

/* The last round adds its key; the text is added with it. */
#define LAST(at, block) \
        vpxor at(%rdi), KEY, %xmm2; \
        vaesenclast %xmm2, block, block

#define LAST_ROUND \
        movdqu 32(%rcx), KEY; \
        LAST(0, B1); LAST(16, B2); LAST(32, B3); \
        LAST(48, B4); LAST(64, B5); LAST(80, B6)

/* The counters of the next six blocks, should there be any: the first in COUNTER. */
#define COUNT \
        vmovdqu SCRATCH_COUNTER, COUNTER; \
        pxor %xmm2, %xmm2; \
        HALF(72057594037927936, 1, %xmm2); \
        vpaddd %xmm2, COUNTER, %xmm0; \
        vpaddd %xmm2, %xmm0, %xmm5; \
        vpaddd %xmm2, %xmm5, %xmm6; \
        vpaddd %xmm2, %xmm6, %xmm7; \
        vpaddd %xmm2, %xmm7, %xmm3; \
        movdqu -128(%rcx), KEY

#define ADVANCE \
        leaq 96(%rdi), %rdi; \
        leaq 96(%rsi), %rsi; \
        addq $96, %r14; \
        subq $6, %rdx

#define SAVE \
        movdqu B1, -96(%rsi); \
        movdqu B2, -80(%rsi); \
        movdqu B3, -64(%rsi); \
        movdqu B4, -48(%rsi); \
        movdqu B5, -32(%rsi); \
        movdqu B6, -16(%rsi)

#define TAKE_COUNTERS \
        vpxor KEY, COUNTER, B1; \
        movdqu %xmm0, B2; \
        movdqu %xmm5, B3; \
        movdqu %xmm6, B4; \
        movdqu %xmm7, B5; \
        movdqu %xmm3, B6

        .text
        .globl six_blocks
        .type six_blocks, @function
six_blocks:
        jmp .Ltest
.Literation:
        addq $6, %rbx
        cmpq $256, %rbx
        jb .Lno_overflow
        REVERSAL
        COUNT_REVERSED
        REVERSE_COUNTERS
        WHITEN(B2)
        WHITEN(B3)
        LOAD_HASH_KEY
        subq $256, %rbx
        jmp .Lblocks
.Lno_overflow:
        NEXT_COUNTER
        WHITEN(B2)
        WHITEN(B3)
        LOAD_HASH_KEY
.Lblocks:
        movdqu COUNTER, SCRATCH_COUNTER
        WHITEN(B4)
        WHITEN(B5)
        WHITEN(B6)
        HASH_SIX
        REVERSE_SIX
        ROUNDS
        LAST_ROUND
        COUNT
        ADVANCE
        cmpq $0, %rdx
        jbe .Llast
        SAVE
        TAKE_COUNTERS
        movdqu REVERSED(6), %xmm7
        jmp .Lnext
.Llast:
        vpxor SCRATCH_HASH, HASH, HASH
        vpxor LOW, HASH, HASH
.Lnext:
.Ltest:
        cmpq $0, %rdx
        ja .Literation
        ret
        .size six_blocks, .-six_blocks
