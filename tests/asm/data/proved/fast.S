	.globl sum
sum:
	movq (%rdi), %rdx
	movq $0, %rax
	leaq 8(%rdi), %rdi
	decq %rsi
	je .Llast
.Lnext:
	leaq (%rax,%rdx), %rax
	movq (%rdi), %rdx
	leaq 8(%rdi), %rdi
	decq %rsi
	jne .Lnext
.Llast:
	leaq (%rax,%rdx), %rax
	ret
