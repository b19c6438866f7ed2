	.text
f:
	movdqu (%rsi), %xmm0
	movdqu 16(%rsi), %xmm3
	pxor %xmm1, %xmm3
	movbeq 32(%rsi), %rax
	addq $32, %rsi
	movq %rax, 32(%rdi)
	pxor %xmm1, %xmm0
	movdqu %xmm0, (%rdi)
	movdqa %xmm3, %xmm0
	movdqu %xmm0, 16(%rdi)
	leaq 32(%rdi), %rdi
	ret
