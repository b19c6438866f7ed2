# Adds up numbers of 64 bits: %rdi where they are, %rsi how many, at least one.
# fairlead: region numbers %rdi
# fairlead: requires 0 < %rsi /\ readable g region(numbers) %rdi (8 * %rsi)
# fairlead: ensures %rax = total old(mem) old(%rdi) (N.to_nat old(%rsi))
# fairlead: modifies %rax %rdx %rdi %rsi
# fairlead: uses Kernel.total
	.globl sum
sum:
	movq $0, %rax
	//@ loop
	movq (%rdi), %rdx
	leaq 8(%rdi), %rdi
	leaq (%rax,%rdx), %rax
	decq %rsi
	//@ while ne
	//@ end
	ret
