# SPDX-License-Identifier: Apache-2.0 OR MIT
	.globl f
f:
	addq $1, %rcx
	adcq $1, %rdx
	addq $1, %rax
	adcq $1, %rbx
	ret
