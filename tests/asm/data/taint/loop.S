# Counts blocks, xors a secret stream over them, spills a secret.
# fairlead: region in %rdi
# fairlead: region out %rsi
# fairlead: region keys %rcx
# fairlead: disjoint in out keys stack
# fairlead: secret keys out stack %xmm7
	.text
	.globl kernel
kernel:
	testq %rdx, %rdx
	jz done
again:
	movdqu (%rdi), %xmm0
	movdqu (%rcx), %xmm1
	pxor %xmm1, %xmm0
	pxor %xmm7, %xmm0
	movdqu %xmm0, (%rsi)
	movq %xmm0, %rax
	movq %rax, -8(%rsp)
	leaq 16(%rdi), %rdi
	leaq 16(%rsi), %rsi
	decq %rdx
	jnz again
	xorl %eax, %eax
	cmpq $1, %rax
	jz done
done:
	ret
# trace: call kernel psns
# trace: secret stack xmm7
