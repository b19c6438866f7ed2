/* SPDX-License-Identifier: Apache-2.0 OR MIT */
# Runs a batch of instructions in an emulated machine, each from a given state, and leaves the states
# after them in memory, where the emulator's debugger reads them.
#
# The batch is at 0x11000000: how many records; then, 1 written at the end. A record: the offset of
# the instruction from 0x10020000; 1 written if it faulted; 648 bytes of state, replaced by the state
# after; 256 bytes of memory at 0x10010400, likewise.
	.text
	.globl _start
_start:
	cld
	# a stack of its own for exceptions, since the instruction's may be anywhere
	leaq task_state(%rip), %rax
	movw %ax, task_descriptor+2(%rip)
	shrq $16, %rax
	movb %al, task_descriptor+4(%rip)
	movb %ah, task_descriptor+7(%rip)
	lgdt descriptors(%rip)
	movl $0x20, %eax
	ltr %ax
	leaq fault(%rip), %rax
	movq $0x70000, %rdi
	movl $32, %ecx
each_exception:
	movw %ax, (%rdi)
	movw $0x18, 2(%rdi)
	movb $1, 4(%rdi)
	movb $0x8e, 5(%rdi)
	movq %rax, %rdx
	shrq $16, %rdx
	movw %dx, 6(%rdi)
	movq $0, 8(%rdi)
	addq $16, %rdi
	decl %ecx
	jnz each_exception
	lidt exceptions(%rip)
	movb $0xff, %al # no interrupts: the flags of a state switch them on
	outb %al, $0x21
	outb %al, $0xa1

	movq $0x11000000, %rbx
	movq (%rbx), %rbp
	addq $16, %rbx
each_record:
	testq %rbp, %rbp
	jz finished
	movq (%rbx), %rax
	addq $0x10020000, %rax
	leaq 16(%rbx), %rsi
	movq $0x10000000, %rdi
	movl $648, %ecx
	rep movsb
	movq $0x10010400, %rdi
	movl $256, %ecx
	rep movsb
	movq %rax, 0x10000290
	leaq fl_cosim_leave(%rip), %rax
	movq %rax, 0x10000298
	movq $0, faulted(%rip)
	call fl_cosim_enter
	movq faulted(%rip), %rax
	movq %rax, 8(%rbx)
	leaq 16(%rbx), %rdi
	movq $0x10000300, %rsi
	movl $648, %ecx
	rep movsb
	movq $0x10010400, %rsi
	movl $256, %ecx
	rep movsb
	addq $920, %rbx
	decq %rbp
	jmp each_record
finished:
	movq $1, 0x11000008
	xchgw %bx, %bx # stops the emulator
stay:
	jmp stay

# Any exception: back to where fl_cosim_enter was called.
fault:
	cld
	movq $1, faulted(%rip)
	movq 0x10000288, %rsp
	popq %r15; popq %r14; popq %r13; popq %r12; popq %rbp; popq %rbx
	ret

	.balign 16
faulted:
	.quad 0
table:
	.quad 0, 0, 0x00cf93000000ffff, 0x00af9b000000ffff
task_descriptor:
	.quad 0x0000890000000067, 0
descriptors:
	.word . - table - 1
	.quad table
exceptions:
	.word 32 * 16 - 1
	.quad 0x70000
	.balign 16
task_state:
	.fill 36, 1, 0
	.quad 0x80000 # the first interrupt stack
	.fill 104 - 44, 1, 0

	.include "cosim_state_trusted.S"
