# Pointers that are bumped between accesses, against displacements; bswap against movbe.
# fairlead: region src %rsi
# fairlead: region dst %rdi
# fairlead: disjoint src dst
	.text
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
	movq (%rsi), %rax
	bswapq %rax
	movq %rax, (%rdi)
	ret
