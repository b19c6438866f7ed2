# A value kept in the stack against the same value kept in a register.
# fairlead: region dst %rdi
# fairlead: disjoint dst stack
	.text
f:
	movq %rax, -8(%rsp)
	addq %rbx, %rcx
	movq %rcx, (%rdi)
	movq -8(%rsp), %rdx
	xorq %rdx, %rcx
	movq %rcx, 8(%rdi)
	jz done
	movq $1, %r8
done:
	ret
