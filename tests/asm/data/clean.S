# The clean code of the corpus in illegal.t: a little of everything a kernel does.
# fairlead: region in %rdi
# fairlead: region out %rsi
# fairlead: region keys %rcx
# fairlead: disjoint in out keys stack
	.text
	.globl kernel
kernel:
	movdqu (%rdi), %xmm0
	movdqu 16(%rdi), %xmm1
	movdqu (%rcx), %xmm2
	pxor %xmm2, %xmm0
	pxor %xmm2, %xmm1
	movdqu 16(%rcx), %xmm3
	aesenc %xmm3, %xmm0
	aesenc %xmm3, %xmm1
	movdqu 32(%rcx), %xmm4
	aesenclast %xmm4, %xmm0
	aesenclast %xmm4, %xmm1
	movdqu %xmm0, (%rsi)
	movdqu %xmm1, 16(%rsi)
	movq 32(%rdi), %rax
	bswapq %rax
	movq %rax, 32(%rsi)
	movq 40(%rdi), %r8
	addq %rax, %r8
	adcq $0, %r9
	movq %r8, -8(%rsp)
	xorl %edx, %edx
	movq (%rdx), %r10
	movq %r9, (%r11)
	pclmulqdq $0x11, %xmm1, %xmm0
	pshufd $0x4e, %xmm0, %xmm5
	vpxor %xmm5, %xmm6, %xmm7
	vpslldq $8, %xmm7, %xmm8
	vmovdqu %ymm9, 64(%rsi)
	vmovdqu 64(%rdi), %ymm9
	leaq 96(%rdi), %rdi
	cmpq %r8, %r9
	cmovbq %r8, %r12
	ret
