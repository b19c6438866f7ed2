	.text
f:
	movq 32(%rsi), %rbx
	vpxor %ymm3, %ymm1, %ymm7
	incq %rax
	vmovdqu (%rsi), %ymm0
	vpxor %ymm7, %ymm0, %ymm2
	vpaddd %ymm1, %ymm2, %ymm4
	vpshufb %xmm4, %xmm2, %xmm8
	movdqa %xmm8, %xmm5
	vpsubd %xmm6, %xmm6, %xmm6
	vpxor %xmm6, %xmm6, %xmm6
	ret
