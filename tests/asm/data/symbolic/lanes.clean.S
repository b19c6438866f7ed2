# Two 128-bit halves against one 256-bit register; a three-operand form against a copy; a zeroing idiom;
# sums in another order.
# fairlead: region src %rsi
	.text
f:
	vmovdqu (%rsi), %ymm0
	vpxor %ymm1, %ymm0, %ymm2
	vpxor %ymm3, %ymm2, %ymm2
	vpaddd %ymm2, %ymm1, %ymm4
	movdqa %xmm2, %xmm5
	pshufb %xmm4, %xmm5
	vpxor %xmm6, %xmm6, %xmm6
	leaq 1(%rax), %rax
	movq 32(%rsi), %rbx
	ret
