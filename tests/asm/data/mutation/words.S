/* A butterfly of ML-KEM's number theoretic transform on two rows of sixteen coefficients, for each of many rows, and
   packing of what comes of it: macros, constants and words, as lattice code is written.
   void words(void *out %rdi, const void *in %rsi, size_t rows %rdx) */
# driver: call words bbn
# driver: data words_q 32 32
# driver: data words_zeta 64 32
# fairlead: region out %rdi
# fairlead: region in %rsi
# fairlead: disjoint out in
	.set row, 32
	.macro reduce value, factor, low, high
	vpmullw \factor, \value, \low
	vpmulhw words_zeta+row(%rip), \value, \high
	vpmulhw %ymm15, \low, \low
	vpsubw \low, \high, \high
	.endm
	.text
	.globl words
	.type words, @function
words:
	.cfi_startproc
	vmovdqa words_q(%rip), %ymm15
	vmovdqa words_zeta(%rip), %ymm14
	vpbroadcastd words_q(%rip), %ymm13
	andl $7, %edx
	incl %edx
	.p2align 4
.Lrow:
	.irp other, 0, 1
	vmovdqu row*\other(%rsi), %ymm\other
	.endr
	vmovdqa words_zeta+row(%rip), %ymm2
	reduce %ymm1, %ymm14, %ymm3, %ymm4
	vpaddw %ymm4, %ymm0, %ymm5
	vpsubw %ymm4, %ymm0, %ymm6
	vpmulhrsw %ymm13, %ymm2, %ymm7
	vpmaddwd %ymm7, %ymm5, %ymm5
	vpsrlvd %ymm7, %ymm6, %ymm8
	vpackuswb %ymm8, %ymm5, %ymm8
	vpblendw $0x55, %ymm6, %ymm8, %ymm8
	vpermd %ymm6, %ymm2, %ymm6
	.if row == 32
	vmovdqu %ymm8, (%rdi)
	vmovdqu %ymm6, row(%rdi)
	.else
	ud2
	.endif
	decl %edx
	jne .Lrow
	vpmovmskb %ymm8, %eax
	vzeroupper
	ret
	.cfi_endproc
	.size words, .-words
	.section .rodata
	.p2align 5
	.globl words_q, words_zeta
words_q:
	.rept 16
	.short 3329
	.endr
	.size words_q, .-words_q
words_zeta:
	.short 31498, 14745, 787, 13525, 61, 5005, 4, 128, 9, 17, 3000, 1, 2, 77, 12, 65
	.short -758, -359, -1517, 1493, 1422, 287, 202, -171, 622, 1577, 182, 962, -1202, -1474, 1468, 573
	.size words_zeta, .-words_zeta
	.section .note.GNU-stack,"",@progbits
