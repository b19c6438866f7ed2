# A frame that is aligned, restored from another register; the key schedule in data is secret.
# trace: call absorb psn
# trace: secret stack schedule:64 xmm5
	.text
# fairlead: region in %rdi
# fairlead: region state %rsi
# fairlead: disjoint in state stack
# fairlead: secret state stack schedule %xmm5
	.globl absorb
	.type absorb, @function
absorb:
	movq %rsp, %rax
	pushq %rbp
	movq %rsp, %rbp
	subq $96, %rsp
	andq $-32, %rsp
	movdqa %xmm5, (%rsp)
	movdqu (%rsi), %xmm0
	testq %rdx, %rdx
	jz .Lstore
.Lblock:
	movdqu (%rdi), %xmm1
	pxor %xmm1, %xmm0
	movdqa schedule(%rip), %xmm2
	aesenc %xmm2, %xmm0
	aesenc schedule+16(%rip), %xmm0
	paddd (%rsp), %xmm0
	movdqa %xmm0, 32(%rsp)
	movq 40(%rsp), %rcx
	imulq schedule+32(%rip), %rcx
	movq %rcx, 40(%rsp)
	movdqa 32(%rsp), %xmm0
	movl 4(%rdi), %ecx
	andl $3, %ecx
	movq (%rdi,%rcx,8), %r8
	xorq %r8, schedule+48(%rip)
	addq $16, %rdi
	cmpq $0, %rdx
	jz .Lstore
	decq %rdx
	jnz .Lblock
.Lstore:
	movdqu %xmm0, (%rsi)
	pxor %xmm0, %xmm0
	movdqa %xmm0, (%rsp)
	movdqa %xmm0, 32(%rsp)
	movq %rbp, %rsp
	popq %rbp
	ret
	.size absorb, .-absorb
	.data
	.globl schedule
	.balign 32
schedule:
	.quad 1, 2, 3, 4, 5, 6, 7, 8
