# Table lookup, choice and exchange without branches on what is secret, as gcc makes them; a secret key on the stack.
# trace: call lookup ssx
# trace: call swap ssx
# trace: call equal ssn
# trace: secret stack
# fairlead: region out %rdi
# fairlead: region table %rsi
# fairlead: disjoint out table stack
# fairlead: secret out table stack %rdx
	.text
	.globl lookup
	.type lookup, @function
# out[0] = table[index & 15]
lookup:
	pushq %rbx
	andl $15, %edx
	xorl %eax, %eax
	xorl %ecx, %ecx
.Lnext:
	movq %rcx, %rbx
	xorq %rdx, %rbx
	subq $1, %rbx
	sbbq %rbx, %rbx
	andq (%rsi,%rcx,8), %rbx
	orq %rbx, %rax
	incq %rcx
	cmpq $16, %rcx
	jne .Lnext
	movq %rax, (%rdi)
	popq %rbx
	ret
	.size lookup, .-lookup

	.p2align 4
	.globl swap
	.type swap, @function
# exchanges four words if bit 0 of %rdx is set
swap:
	andl $1, %edx
	negq %rdx
	movq %rdx, %xmm2
	punpcklqdq %xmm2, %xmm2
	movl $4, %ecx
.Lswap:
	movdqu (%rdi), %xmm0
	movdqu (%rsi), %xmm1
	movdqa %xmm0, %xmm3
	pxor %xmm1, %xmm3
	pand %xmm2, %xmm3
	pxor %xmm3, %xmm0
	pxor %xmm3, %xmm1
	movdqu %xmm0, (%rdi)
	movdqu %xmm1, (%rsi)
	addq $16, %rdi
	addq $16, %rsi
	decl %ecx
	jnz .Lswap
	ret
	.size swap, .-swap

	.p2align 4
	.globl equal
	.type equal, @function
# whether %rdx & 3, made public, words are the same; what is compared stays secret
equal:
	movl $4, %ecx
	xorl %eax, %eax
	movq %rdx, -16(%rsp)
.Lword:
	movq -8(%rdi,%rcx,8), %r8
	xorq -8(%rsi,%rcx,8), %r8
	orq %r8, %rax
	decq %rcx
	jnz .Lword
	movq %rax, -8(%rsp)
	negq %rax
	sbbq %rax, %rax
	notq %rax
	andq -8(%rsp), %rax
	xorl %edx, %edx
	testq %rax, %rax
	cmovneq -16(%rsp), %rdx
	movq %rdx, %rax
	ret
	.size equal, .-equal
