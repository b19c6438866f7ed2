	.globl f
f:
	movdqu (%rsi), %xmm0
	movdqu 16(%rsi), %xmm2
	addq $32, %rsi
	pxor %xmm1, %xmm0
	pxor %xmm1, %xmm2
	movdqu %xmm0, (%rdi)
	movdqu %xmm2, 16(%rdi)
	movdqa %xmm2, %xmm0
	addq $32, %rdi
	ret
