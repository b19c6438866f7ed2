# Xors a key into blocks of 16 bytes: %rdi to, %rsi from, %rdx how many (at least one), %rcx the key.
# fairlead: region src %rsi
# fairlead: region dst %rdi
# fairlead: region key %rcx
# fairlead: disjoint src dst key

//@ procedure mix data key
	pxor \key, \data
	pshufd $0x1b, \data, \data
//@ end

	.globl f
f:
	movdqu (%rcx), %xmm1
	//@ loop
	movdqu (%rsi), %xmm0
	lea 16(%rsi), %rsi
	//@ inline mix %xmm0 %xmm1
	movdqu %xmm0, (%rdi)
	lea 16(%rdi), %rdi
	decq %rdx
	//@ while ne
	//@ end
	testq %rsi, %rsi
	//@ if e
	xorl %eax, %eax
	//@ else
	movl $1, %eax
	//@ end
	ret
