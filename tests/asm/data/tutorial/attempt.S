	.globl f
f:
	movdqu (%rsi), %xmm0
	addq $16, %rsi
	movdqu (%rsi), %xmm0
	pxor %xmm1, %xmm0
	pxor %xmm1, %xmm0
	movdqu %xmm0, (%rdi)
	addq $16, %rdi
	movdqu %xmm0, (%rdi)
	addq $16, %rsi
	addq $16, %rdi
	ret
