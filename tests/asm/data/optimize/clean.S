# Four blocks, one after the other, as one would write it; a processor would like the loads first.
# fairlead: region in %rdi
# fairlead: region out %rsi
# fairlead: disjoint in out
	.text
	.globl four
four:
	movdqu (%rdi), %xmm0
	aesenc %xmm8, %xmm0
	aesenclast %xmm9, %xmm0
	movdqu %xmm0, (%rsi)
	movdqu 16(%rdi), %xmm1
	aesenc %xmm8, %xmm1
	aesenclast %xmm9, %xmm1
	movdqu %xmm1, 16(%rsi)
	movdqu 32(%rdi), %xmm2
	aesenc %xmm8, %xmm2
	aesenclast %xmm9, %xmm2
	movdqu %xmm2, 32(%rsi)
	movdqu 48(%rdi), %xmm3
	aesenc %xmm8, %xmm3
	aesenclast %xmm9, %xmm3
	movdqu %xmm3, 48(%rsi)
	ret
