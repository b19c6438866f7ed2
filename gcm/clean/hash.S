/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hash one to six blocks: additional data, tails, lengths.

   void fl_gcm_hash(const key *%rdi, hash *%rsi, const bytes *%rdx, size_t blocks %rcx)

   %rdi walks down the powers of the hash key, from H^blocks to H; one reduction at the end. */
/* Regions have the same numbers in all files, used here or not. */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: region input %rdx
# fairlead: region output %r8
# fairlead: secret key state input
#include "ghash.inc"
#include "text.inc"
#include "loops.inc"

PROCEDURE(fl_gcm_hash)
        vmovdqu 0(%rsi), %xmm14
        vmovdqu fl_gcm_constants(%rip), %xmm13
        vpxor %xmm6, %xmm6, %xmm6
        vpxor %xmm7, %xmm7, %xmm7
        vpxor %xmm8, %xmm8, %xmm8
        movq %rcx, %rax
        shlq $4, %rax
        leaq 240(%rdi,%rax), %rdi
.Lnext:
        TAKE(0, %rdx, %xmm9)
        vpxor %xmm14, %xmm9, %xmm9
        ADD_PRODUCT(0, %xmm9, %xmm10, %xmm11)
        vpxor %xmm14, %xmm14, %xmm14
        leaq 16(%rdx), %rdx
        leaq -16(%rdi), %rdi
        decq %rcx
        jnz .Lnext
        REDUCE
        vmovdqu %xmm14, 0(%rsi)
        WIPE
        ret
END(fl_gcm_hash)
