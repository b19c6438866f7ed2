	.text 
	.globl fl_gcm_decrypt_128
	.hidden fl_gcm_decrypt_128
	.type fl_gcm_decrypt_128, @function
	.p2align 5
fl_gcm_decrypt_128:
	vmovdqu (%rsi), %xmm15
	vmovdqu 0x10(%rsi), %xmm14
	vmovdqu fl_gcm_constants(%rip), %xmm13
.Lloop:
	vpaddd fl_gcm_constants+0x20(%rip), %xmm15, %xmm1
	vpaddd fl_gcm_constants+0x30(%rip), %xmm15, %xmm2
	vpshufb %xmm13, %xmm1, %xmm1
	vpshufb %xmm13, %xmm15, %xmm0
	vpaddd fl_gcm_constants+0x40(%rip), %xmm15, %xmm3
	vpshufb %xmm13, %xmm3, %xmm3
	vmovdqu (%rdx), %xmm9
	vpshufb %xmm13, %xmm2, %xmm2
	vpaddd fl_gcm_constants+0x50(%rip), %xmm15, %xmm4
	vmovdqu (%rdi), %xmm12
	vpaddd fl_gcm_constants+0x60(%rip), %xmm15, %xmm5
	vpxor %xmm12, %xmm0, %xmm0
	vpshufb %xmm13, %xmm4, %xmm4
	vpxor %xmm12, %xmm3, %xmm3
	vpxor %xmm12, %xmm1, %xmm1
	vpshufb %xmm13, %xmm5, %xmm5
	vpxor %xmm12, %xmm4, %xmm4
	vpxor %xmm12, %xmm5, %xmm5
	vpxor %xmm12, %xmm2, %xmm2
	vmovdqu 0x10(%rdi), %xmm12
	vaesenc %xmm12, %xmm0, %xmm0
	vaesenc %xmm12, %xmm3, %xmm3
	vaesenc %xmm12, %xmm1, %xmm1
	vaesenc %xmm12, %xmm4, %xmm4
	vaesenc %xmm12, %xmm5, %xmm5
	vpshufb %xmm13, %xmm9, %xmm9
	vpxor %xmm14, %xmm9, %xmm9
	vmovdqu 0x150(%rdi), %xmm14
	vpclmulqdq $0x11, %xmm14, %xmm9, %xmm8
	vaesenc %xmm12, %xmm2, %xmm2
	vpclmulqdq $0, %xmm14, %xmm9, %xmm6
	vpclmulqdq $0x10, %xmm14, %xmm9, %xmm10
	vpclmulqdq $1, %xmm14, %xmm9, %xmm7
	vmovdqu 0x20(%rdi), %xmm12
	vaesenc %xmm12, %xmm5, %xmm5
	vmovdqu 0x10(%rdx), %xmm9
	vaesenc %xmm12, %xmm1, %xmm1
	vaesenc %xmm12, %xmm2, %xmm2
	vpxor %xmm10, %xmm7, %xmm7
	vmovdqu 0x140(%rdi), %xmm14
	vaesenc %xmm12, %xmm0, %xmm0
	vaesenc %xmm12, %xmm4, %xmm4
	vpshufb %xmm13, %xmm9, %xmm9
	vaesenc %xmm12, %xmm3, %xmm3
	vpclmulqdq $0, %xmm14, %xmm9, %xmm10
	vpclmulqdq $0x11, %xmm14, %xmm9, %xmm11
	vpxor %xmm11, %xmm8, %xmm8
	vpxor %xmm10, %xmm6, %xmm6
	vpclmulqdq $1, %xmm14, %xmm9, %xmm10
	vpclmulqdq $0x10, %xmm14, %xmm9, %xmm11
	vmovdqu 0x30(%rdi), %xmm12
	vmovdqu 0x20(%rdx), %xmm9
	vaesenc %xmm12, %xmm5, %xmm5
	vaesenc %xmm12, %xmm1, %xmm1
	vpxor %xmm10, %xmm7, %xmm7
	vpshufb %xmm13, %xmm9, %xmm9
	vmovdqu 0x130(%rdi), %xmm14
	vpxor %xmm11, %xmm7, %xmm7
	vpclmulqdq $0, %xmm14, %xmm9, %xmm10
	vaesenc %xmm12, %xmm0, %xmm0
	vaesenc %xmm12, %xmm3, %xmm3
	vaesenc %xmm12, %xmm4, %xmm4
	vpxor %xmm10, %xmm6, %xmm6
	vpclmulqdq $0x11, %xmm14, %xmm9, %xmm11
	vpclmulqdq $1, %xmm14, %xmm9, %xmm10
	vaesenc %xmm12, %xmm2, %xmm2
	vpxor %xmm11, %xmm8, %xmm8
	vpclmulqdq $0x10, %xmm14, %xmm9, %xmm11
	vmovdqu 0x120(%rdi), %xmm14
	vmovdqu 0x30(%rdx), %xmm9
	vmovdqu 0x40(%rdi), %xmm12
	vaesenc %xmm12, %xmm0, %xmm0
	vaesenc %xmm12, %xmm1, %xmm1
	vpshufb %xmm13, %xmm9, %xmm9
	vpxor %xmm10, %xmm7, %xmm7
	vpclmulqdq $0, %xmm14, %xmm9, %xmm10
	vpxor %xmm11, %xmm7, %xmm7
	vpclmulqdq $0x11, %xmm14, %xmm9, %xmm11
	prefetcht0 0x7a0(%rdx)
	vaesenc %xmm12, %xmm2, %xmm2
	vaesenc %xmm12, %xmm4, %xmm4
	vaesenc %xmm12, %xmm3, %xmm3
	vaesenc %xmm12, %xmm5, %xmm5
	vpxor %xmm10, %xmm6, %xmm6
	vpxor %xmm11, %xmm8, %xmm8
	vpclmulqdq $1, %xmm14, %xmm9, %xmm10
	vpclmulqdq $0x10, %xmm14, %xmm9, %xmm11
	vmovdqu 0x50(%rdi), %xmm12
	vmovdqu 0x40(%rdx), %xmm9
	vmovdqu 0x110(%rdi), %xmm14
	vaesenc %xmm12, %xmm4, %xmm4
	vpxor %xmm10, %xmm7, %xmm7
	vpxor %xmm11, %xmm7, %xmm7
	vpshufb %xmm13, %xmm9, %xmm9
	vaesenc %xmm12, %xmm5, %xmm5
	vaesenc %xmm12, %xmm1, %xmm1
	vpclmulqdq $0, %xmm14, %xmm9, %xmm10
	vpclmulqdq $0x11, %xmm14, %xmm9, %xmm11
	vpxor %xmm10, %xmm6, %xmm6
	vaesenc %xmm12, %xmm3, %xmm3
	vpxor %xmm11, %xmm8, %xmm8
	vaesenc %xmm12, %xmm2, %xmm2
	vpclmulqdq $0x10, %xmm14, %xmm9, %xmm11
	vpclmulqdq $1, %xmm14, %xmm9, %xmm10
	vaesenc %xmm12, %xmm0, %xmm0
	vmovdqu 0x60(%rdi), %xmm12
	vaesenc %xmm12, %xmm4, %xmm4
	vaesenc %xmm12, %xmm1, %xmm1
	vaesenc %xmm12, %xmm2, %xmm2
	vmovdqu 0x50(%rdx), %xmm9
	vaesenc %xmm12, %xmm0, %xmm0
	vpshufb %xmm13, %xmm9, %xmm9
	vpxor %xmm10, %xmm7, %xmm7
	vmovdqu 0x100(%rdi), %xmm14
	vaesenc %xmm12, %xmm5, %xmm5
	vaesenc %xmm12, %xmm3, %xmm3
	vmovdqu 0x70(%rdi), %xmm12
	vaesenc %xmm12, %xmm4, %xmm4
	vpxor %xmm11, %xmm7, %xmm7
	vpclmulqdq $0, %xmm14, %xmm9, %xmm10
	vpxor %xmm10, %xmm6, %xmm6
	vpclmulqdq $0x11, %xmm14, %xmm9, %xmm11
	vaesenc %xmm12, %xmm1, %xmm1
	vpxor %xmm11, %xmm8, %xmm8
	vpclmulqdq $1, %xmm14, %xmm9, %xmm10
	vpclmulqdq $0x10, %xmm14, %xmm9, %xmm11
	vaesenc %xmm12, %xmm0, %xmm0
	vaesenc %xmm12, %xmm5, %xmm5
	vpxor %xmm10, %xmm7, %xmm7
	vpxor %xmm11, %xmm7, %xmm7
	vaesenc %xmm12, %xmm3, %xmm3
	vpslldq $8, %xmm7, %xmm10
	vpxor %xmm10, %xmm6, %xmm6
	vaesenc %xmm12, %xmm2, %xmm2
	vpaddd fl_gcm_constants+0x70(%rip), %xmm15, %xmm15
	vmovdqu 0x80(%rdi), %xmm12
	vpclmulqdq $0, fl_gcm_constants+0x80(%rip), %xmm6, %xmm10
	vpsrldq $8, %xmm7, %xmm7
	vaesenc %xmm12, %xmm0, %xmm0
	vaesenc %xmm12, %xmm4, %xmm4
	vaesenc %xmm12, %xmm5, %xmm5
	vpalignr $8, %xmm6, %xmm6, %xmm6
	vpxor %xmm10, %xmm6, %xmm6
	vaesenc %xmm12, %xmm1, %xmm1
	vaesenc %xmm12, %xmm2, %xmm2
	vpxor %xmm7, %xmm8, %xmm8
	vaesenc %xmm12, %xmm3, %xmm3
	vmovdqu 0x90(%rdi), %xmm12
	vpclmulqdq $0, fl_gcm_constants+0x80(%rip), %xmm6, %xmm10
	vaesenc %xmm12, %xmm1, %xmm1
	vaesenc %xmm12, %xmm0, %xmm0
	vaesenc %xmm12, %xmm2, %xmm2
	vaesenc %xmm12, %xmm4, %xmm4
	vpalignr $8, %xmm6, %xmm6, %xmm6
	vaesenc %xmm12, %xmm3, %xmm3
	vaesenc %xmm12, %xmm5, %xmm5
	vmovdqu 0xa0(%rdi), %xmm12
	vaesenclast %xmm12, %xmm0, %xmm0
	vaesenclast %xmm12, %xmm1, %xmm1
	vaesenclast %xmm12, %xmm3, %xmm3
	vpxor (%rdx), %xmm0, %xmm0
	vaesenclast %xmm12, %xmm5, %xmm5
	vaesenclast %xmm12, %xmm2, %xmm2
	vpxor 0x10(%rdx), %xmm1, %xmm1
	vaesenclast %xmm12, %xmm4, %xmm4
	vpxor 0x30(%rdx), %xmm3, %xmm3
	vpxor %xmm10, %xmm6, %xmm6
	vpxor 0x20(%rdx), %xmm2, %xmm2
	vpxor %xmm8, %xmm6, %xmm14
	vpxor 0x40(%rdx), %xmm4, %xmm4
	vpxor 0x50(%rdx), %xmm5, %xmm5
	leaq 0x60(%rdx), %rdx
	vmovdqu %xmm5, 0x50(%rcx)
	vmovdqu %xmm1, 0x10(%rcx)
	vmovdqu %xmm2, 0x20(%rcx)
	vmovdqu %xmm0, (%rcx)
	vmovdqu %xmm3, 0x30(%rcx)
	vmovdqu %xmm4, 0x40(%rcx)
	leaq 0x60(%rcx), %rcx
	decq %r8
	jne .Lloop
	vmovdqu %xmm15, (%rsi)
	vmovdqu %xmm14, 0x10(%rsi)
	vpxor %xmm0, %xmm0, %xmm0
	vpxor %xmm1, %xmm1, %xmm1
	vpxor %xmm2, %xmm2, %xmm2
	vpxor %xmm3, %xmm3, %xmm3
	vpxor %xmm4, %xmm4, %xmm4
	vpxor %xmm5, %xmm5, %xmm5
	vpxor %xmm6, %xmm6, %xmm6
	vpxor %xmm7, %xmm7, %xmm7
	vpxor %xmm8, %xmm8, %xmm8
	vpxor %xmm9, %xmm9, %xmm9
	vpxor %xmm10, %xmm10, %xmm10
	vpxor %xmm11, %xmm11, %xmm11
	vpxor %xmm12, %xmm12, %xmm12
	vpxor %xmm14, %xmm14, %xmm14
	vpxor %xmm15, %xmm15, %xmm15
	ret
	.size fl_gcm_decrypt_128, . - fl_gcm_decrypt_128
	.section .note.GNU-stack,"",@progbits
