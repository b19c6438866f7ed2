	.text
f:
	movq %rax, %rdx
	addq %rbx, %rcx
	movq %rdx, -8(%rsp)
	movq %rcx, (%rdi)
	xorq %rdx, %rcx
	movq %rcx, 8(%rdi)
	jz finished
	movl $1, %r8d
finished:
	ret
