	.globl f
f:
	movbe (%rdi), %rax
	movbe 8(%rdi), %ecx
	movbe %rax, 8(%rsi)
	movbe %rsi, 8(%rsi)
	movq %rax, %rbx
	movq %rbx, %rcx
	movq %rcx, %rcx
	movdqa %xmm0, %xmm1
	movdqu %xmm1, %xmm2
	movl $0, %edx
	addq %rdx, %rcx
	movq $0, %r8
	prefetcht0 512(%rdi)
	//@ loop
	movq $0, %rax
	movbe (%rdi), %rbx
	decq %rcx
	//@ while ne
	prefetcht1 (%rsi)
	//@ end
	movdqa %xmm3, %xmm1
	ret
