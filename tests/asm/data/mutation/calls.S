/* Calls inside and outside of the file, saved registers, a counter in .data, a jump over several cases.
   uint64_t steps(uint64_t *out %rdi, const uint64_t *in %rsi, size_t n %rdx) */
# driver: call steps bbn
# driver: call step v
# driver: data steps_made 8 8
	.text
	.globl steps
	.type steps, @function
steps:
	pushq %rbx
	pushq %r12
	pushq %r13
	movq %rdi, %rbx
	movq %rsi, %r12
	movq %rdx, %r13
1:
	movq (%r12), %rdi
	call step
	movq %rax, (%rbx)
	leaq 8(%rbx), %rbx
	leaq 8(%r12), %r12
	decq %r13
	jne 1b
	movq %rbx, %rdi
	xorl %edi, %edi
	call outside@PLT
	popq %r13
	popq %r12
	popq %rbx
	ret
	.size steps, .-steps
	.globl step
	.type step, @function
step:
	incq steps_made(%rip)
	movq %rdi, %rax
	testq %rdi, %rdi
	js 2f
	cmpq $1024, %rdi
	jb 3f
	shlq $3, %rax
	addq $5, %rax
	jmp 4f
2:
	negq %rax
	jmp 4f
3:
	notq %rax
	bswapq %rax
4:
	movl $0, %ecx
	movq %rax, %rdx
	ret
	.size step, .-step
	.data
	.globl steps_made
	.type steps_made, @object
	.size steps_made, 8
	.balign 8
steps_made:
	.quad 0
	.section .note.GNU-stack,"",@progbits
