# fairlead: region src %rsi
# fairlead: region dst %rdi
# fairlead: disjoint src dst
	.globl f
f:
	movdqu (%rsi), %xmm0
	pxor %xmm1, %xmm0
	movdqu %xmm0, (%rdi)
	addq $16, %rsi
	addq $16, %rdi
	movdqu (%rsi), %xmm0
	pxor %xmm1, %xmm0
	movdqu %xmm0, (%rdi)
	addq $16, %rsi
	addq $16, %rdi
	ret
