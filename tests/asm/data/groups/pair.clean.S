# SPDX-License-Identifier: Apache-2.0 OR MIT
# Two sums of two limbs. Each addition with carry reads the flag that the one in front of it sets.
	.globl f
f:
	addq $1, %rax
	adcq $1, %rbx
	addq $1, %rcx
	adcq $1, %rdx
	ret
