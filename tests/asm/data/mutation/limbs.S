/* Numbers of four limbs: sum, difference, conditional subtraction; reached by name and through a table, as by a dispatcher.
   uint64_t f(uint64_t r[4] %rdi, const uint64_t a[4] %rsi, const uint64_t b[4] %rdx) */
# driver: call limbs_add bbb
# driver: call limbs_sub bbb
# driver: call limbs_reduce bb
# driver: table limbs_operations 3 bbb
# driver: data limbs_operations 24 8
# driver: data limbs_modulus 32 32
# driver: data limbs_names 12 1
	.text
# fairlead: region r %rdi
# fairlead: region a %rsi
# fairlead: region b %rdx
	.globl limbs_add
	.type limbs_add, @function
limbs_add:
	movq (%rsi), %rax
	addq (%rdx), %rax
	movq 8(%rsi), %rcx
	adcq 8(%rdx), %rcx
	movq 16(%rsi), %r8
	adcq 16(%rdx), %r8
	movq 24(%rsi), %r9
	adcq 24(%rdx), %r9
	movq %rax, (%rdi)
	movq %rcx, 8(%rdi)
	movq %r8, 16(%rdi)
	movq %r9, 24(%rdi)
	movl $0, %eax
	adcq $0, %rax
	ret
	.size limbs_add, .-limbs_add
# fairlead: region r %rdi
# fairlead: region a %rsi
# fairlead: region b %rdx
	.globl limbs_sub
	.type limbs_sub, @function
limbs_sub:
	pushq %rbx
	movq (%rsi), %rax
	subq (%rdx), %rax
	movq 8(%rsi), %rcx
	sbbq 8(%rdx), %rcx
	movq 16(%rsi), %r8
	sbbq 16(%rdx), %r8
	movq 24(%rsi), %rbx
	sbbq 24(%rdx), %rbx
	movq %rax, (%rdi)
	movq %rcx, 8(%rdi)
	movq %r8, 16(%rdi)
	movq %rbx, 24(%rdi)
	sbbq %rax, %rax
	popq %rbx
	ret
	.size limbs_sub, .-limbs_sub
# fairlead: region r %rdi
# fairlead: region a %rsi
# fairlead: disjoint r a
	.globl limbs_reduce
	.type limbs_reduce, @function
limbs_reduce:
	movq (%rsi), %rax
	movq 8(%rsi), %rcx
	movq 16(%rsi), %r8
	movq 24(%rsi), %r9
	movq %rax, %r10
	movq %rcx, %r11
	subq limbs_modulus(%rip), %r10
	sbbq limbs_modulus+8(%rip), %r11
	movq %r8, %rdx
	sbbq limbs_modulus+16(%rip), %rdx
	cmovaeq %r10, %rax
	cmovaeq %r11, %rcx
	cmovaeq %rdx, %r8
	movq %rax, (%rdi)
	movq %rcx, 8(%rdi)
	movq %r8, 16(%rdi)
	movq %r9, 24(%rdi)
	xorl %eax, %eax
	ret
	.size limbs_reduce, .-limbs_reduce
	.data
	.globl limbs_operations
	.balign 8
limbs_operations:
	.quad limbs_add, limbs_sub
	.quad limbs_reduce
	.section .rodata
	.globl limbs_modulus, limbs_names
	.balign 32
limbs_modulus:
	.quad 0xffffffff00000001, 0x00000000ffffffff
	.quad 0, 0xffffffff00000000
limbs_names:
	.asciz "add", "sub"
	.ascii "red\0"
	.section .note.GNU-stack,"",@progbits
