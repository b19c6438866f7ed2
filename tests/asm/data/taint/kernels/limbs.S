# Sums of four limbs, reduced by a public modulus that stands in the file; each function keeps other things secret.
# trace: call add_mod sss
# trace: call scale psn
# trace: secret stack
	.text
# fairlead: region r %rdi
# fairlead: region a %rsi
# fairlead: region b %rdx
# fairlead: disjoint r a b stack
# fairlead: secret r a b stack
	.globl add_mod
	.type add_mod, @function
add_mod:
	pushq %rbx
	pushq %r12
	subq $40, %rsp
	movq (%rsi), %rax
	addq (%rdx), %rax
	movq 8(%rsi), %rcx
	adcq 8(%rdx), %rcx
	movq 16(%rsi), %r8
	adcq 16(%rdx), %r8
	movq 24(%rsi), %r9
	adcq 24(%rdx), %r9
	sbbq %r12, %r12
	movq %rax, (%rsp)
	movq %rcx, 8(%rsp)
	subq modulus(%rip), %rax
	sbbq modulus+8(%rip), %rcx
	movq %r8, %rbx
	sbbq modulus+16(%rip), %rbx
	movq %r9, %r11
	sbbq modulus+24(%rip), %r11
	sbbq $0, %r12
	cmovcq (%rsp), %rax
	cmovcq 8(%rsp), %rcx
	cmovcq %r8, %rbx
	cmovcq %r9, %r11
	movq %rax, (%rdi)
	movq %rcx, 8(%rdi)
	movq %rbx, 16(%rdi)
	movq %r11, 24(%rdi)
	addq $40, %rsp
	popq %r12
	popq %rbx
	ret
	.size add_mod, .-add_mod

	.p2align 4
# the public words of x by a secret factor; how many there are is public
# fairlead: region x %rdi
# fairlead: region r %rsi
# fairlead: disjoint x r stack
# fairlead: secret r stack
	.globl scale
	.type scale, @function
scale:
	movq %rdx, %rcx
	movq (%rsi), %r10
	xorl %r9d, %r9d
	testq %rcx, %rcx
	jz .Lnone
	leaq weights(%rip), %r11
.Lscale:
	movq (%rdi), %rax
	movq %rax, %r8
	andl $7, %r8d
	movq %r8, -8(%rsp)
	mulq %r10
	addq %r9, %rax
	adcq $0, %rdx
	movq %rdx, %r9
	movq %rax, 8(%rsi)
	bswapq %rax
	rolq $13, %rax
	shrq $3, %rax
	movq %rax, %xmm0
	pshufd $0x1b, %xmm0, %xmm0
	movdqu %xmm0, 16(%rsi)
	movq (%r11), %rax
	xorq %rax, 32(%rsi)
	movq (%rdi,%r8,8), %rax
	addq %rax, 40(%rsi)
	leaq 8(%rdi), %rdi
	leaq 8(%rsi), %rsi
	decq %rcx
	jnz .Lscale
.Lnone:
	movq %r9, 8(%rsi)
	ret
	.size scale, .-scale
	.section .rodata
	.balign 32
modulus:
	.quad 0xffffffffffffffff, 0x00000000ffffffff, 0, 0xffffffff00000001
weights:
	.quad 3, 5
