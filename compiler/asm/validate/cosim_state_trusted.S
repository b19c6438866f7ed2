/* SPDX-License-Identifier: Apache-2.0 OR MIT */
# Loads a processor state, jumps to an instruction under test, and saves the state after it.
# Included by cosim_harness_trusted.c (this processor) and cosim_guest_trusted.S (an emulated one).
#
# In: registers at 0x10000000, vectors at +0x80, flags at +0x280, where to go at +0x290.
# Out: the same from +0x300 on. The code under test ends with `jmp *0x10000298', the address of
# fl_cosim_leave. The stack pointer of the caller waits at +0x288.
	.text
	.globl fl_cosim_enter
	.hidden fl_cosim_enter
fl_cosim_enter:
	pushq %rbx; pushq %rbp; pushq %r12; pushq %r13; pushq %r14; pushq %r15
	movq %rsp, 0x10000288
	.irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	vmovdqu 0x10000080+32*\n, %ymm\n
	.endr
	pushq 0x10000280
	popfq
	movq 0x10000000, %rax; movq 0x10000008, %rcx; movq 0x10000010, %rdx; movq 0x10000018, %rbx
	movq 0x10000028, %rbp; movq 0x10000030, %rsi; movq 0x10000038, %rdi
	movq 0x10000040, %r8; movq 0x10000048, %r9; movq 0x10000050, %r10; movq 0x10000058, %r11
	movq 0x10000060, %r12; movq 0x10000068, %r13; movq 0x10000070, %r14; movq 0x10000078, %r15
	movq 0x10000020, %rsp
	jmp *0x10000290
	.globl fl_cosim_leave
	.hidden fl_cosim_leave
fl_cosim_leave:
	movq %rax, 0x10000300; movq %rcx, 0x10000308; movq %rdx, 0x10000310; movq %rbx, 0x10000318
	movq %rsp, 0x10000320; movq %rbp, 0x10000328; movq %rsi, 0x10000330; movq %rdi, 0x10000338
	movq %r8, 0x10000340; movq %r9, 0x10000348; movq %r10, 0x10000350; movq %r11, 0x10000358
	movq %r12, 0x10000360; movq %r13, 0x10000368; movq %r14, 0x10000370; movq %r15, 0x10000378
	movq 0x10000288, %rsp
	pushfq
	popq 0x10000580
	.irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	vmovdqu %ymm\n, 0x10000380+32*\n
	.endr
	vzeroupper
	cld
	popq %r15; popq %r14; popq %r13; popq %r12; popq %rbp; popq %rbx
	ret
