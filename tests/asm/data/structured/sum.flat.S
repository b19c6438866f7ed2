# What sum.clean.S is, with labels and jumps written by hand.
	.globl f
f:
	movdqu (%rcx), %xmm1
loop:
	movdqu (%rsi), %xmm0
	lea 16(%rsi), %rsi
	pxor %xmm1, %xmm0
	pshufd $0x1b, %xmm0, %xmm0
	movdqu %xmm0, (%rdi)
	lea 16(%rdi), %rdi
	decq %rdx
	jne loop
	testq %rsi, %rsi
	je zero
	movl $1, %eax
	jmp out
zero:
	xorl %eax, %eax
out:
	ret
