	.globl f
f:
	movdqu (%rsi), %xmm0
	movdqu (%rcx), %xmm1
	decq %rdx
	lea 16(%rsi), %rsi
	je .Llast
.Lagain:
	pxor %xmm1, %xmm0
	pshufd $0x1b, %xmm0, %xmm0
	decq %rdx
	movdqu %xmm0, (%rdi)
	movdqu (%rsi), %xmm0
	lea 16(%rdi), %rdi
	lea 16(%rsi), %rsi
	jne .Lagain
.Llast:
	pxor %xmm1, %xmm0
	pshufd $0x1b, %xmm0, %xmm0
	movdqu %xmm0, (%rdi)
	testq %rsi, %rsi
	lea 16(%rdi), %rdi
	je .Lzero
	movl $1, %eax
	jmp .Lout
.Lzero:
	xorl %eax, %eax
.Lout:
	ret
