/* ChaCha's double round on four rows, repeated, then added to the state: as libraries write it, constants in .rodata.
   void rounds(void *out %rdi, const void *state %rsi, size_t rounds %rdx) */
# driver: call rounds bbn
# driver: data rounds_masks 32 64
# driver: data rounds_sigma 16 16
# fairlead: region out %rdi
# fairlead: region state %rsi
# fairlead: disjoint out state
	.text
	.p2align 4,,10
	.p2align 3
	.globl rounds
	.type rounds, @function
rounds:
	.cfi_startproc
	movdqu (%rsi), %xmm0
	movdqu 16(%rsi), %xmm1
	movdqu 32(%rsi), %xmm2
	movdqu 48(%rsi), %xmm3
	movdqa rounds_masks(%rip), %xmm4
	movdqa rounds_masks+16(%rip), %xmm5
	paddd rounds_sigma(%rip), %xmm0
	.p2align 4
.Lround:
	paddd %xmm1, %xmm0
	pxor %xmm0, %xmm3
	pshufb %xmm4, %xmm3
	paddd %xmm3, %xmm2
	pxor %xmm2, %xmm1
	movdqa %xmm1, %xmm6
	pslld $12, %xmm1
	psrld $20, %xmm6
	por %xmm6, %xmm1
	paddd %xmm1, %xmm0
	pxor %xmm0, %xmm3
	pshufb %xmm5, %xmm3
	pshufd $0x39, %xmm1, %xmm1
	pshufd $0x4e, %xmm2, %xmm2
	pshufd $0x93, %xmm3, %xmm3
	decq %rdx
	jne .Lround
	movdqu (%rsi), %xmm7
	paddd %xmm7, %xmm0
	movdqu %xmm0, (%rdi)
	movdqu %xmm1, 16(%rdi)
	movdqu %xmm2, 32(%rdi)
	movdqu %xmm3, 48(%rdi)
	ret
	.cfi_endproc
	.size rounds, .-rounds
	.section .rodata.cst16,"aM",@progbits,16
	.globl rounds_sigma
	.type rounds_sigma, @object
	.p2align 4
rounds_sigma:
	.long 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574
	.size rounds_sigma, 16
	.section .rodata
	.globl rounds_masks
	.type rounds_masks, @object
	.p2align 6
rounds_masks:
	.byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
	.byte 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14
	.size rounds_masks, 32
	.section .note.GNU-stack,"",@progbits
