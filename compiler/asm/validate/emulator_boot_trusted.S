/* SPDX-License-Identifier: Apache-2.0 OR MIT */
# The whole firmware of an emulated machine: loads what the first disk says, then goes to 64-bit code
# at 0x100000, with the first gigabyte mapped onto itself, AVX switched on, and a stack below 0x90000.
# A ROM of 64 KiB, of which the processor sees a copy at 0xf0000 and starts at its last 16 bytes.
#
# On the disk: a sector that begins with an address and a number of sectors (64 bits each, below
# 2^32), that many sectors to be loaded there, and so on; no sectors at the end.
	.text
	.code16
start:
	cli
	lgdtl %cs:descriptors - start
	movl %cr0, %eax
	orb $1, %al
	movl %eax, %cr0
	ljmpl $0x08, $0xf0000 + protected - start
	.code32
protected:
	movw $0x10, %ax
	movw %ax, %ds
	movw %ax, %es
	movw %ax, %ss
	movl $0x90000, %esp
	cld

	movw $0x3f6, %dx
	movb $2, %al # no interrupts from the disk
	outb %al, %dx
	xorl %ebx, %ebx
next_segment:
	movl $0x7000, %edi
	call read_sector
	movl 0x7000, %edi
	movl 0x7008, %esi
	testl %esi, %esi
	jz loaded
next_sector:
	call read_sector
	decl %esi
	jnz next_sector
	jmp next_segment

# Sector %ebx to %edi; both move on.
read_sector:
	movw $0x1f2, %dx
	movb $1, %al
	outb %al, %dx
	movl %ebx, %eax
	movl $3, %ecx
address_byte:
	incw %dx
	outb %al, %dx
	shrl $8, %eax
	loop address_byte
	incw %dx
	orb $0xe0, %al # a linear address on the first disk
	outb %al, %dx
	incw %dx
	movb $0x20, %al # read
	outb %al, %dx
busy:
	inb %dx, %al
	andb $0x88, %al
	cmpb $0x08, %al
	jne busy
	movw $0x1f0, %dx
	movl $256, %ecx
	rep insw
	incl %ebx
	ret

loaded:
	# page tables at 0x1000 (one entry), 0x2000 (one entry), 0x3000 (512 pages of 2 MiB)
	xorl %eax, %eax
	movl $0x1000, %edi
	movl $0xc00, %ecx
	rep stosl
	movl $0x2003, 0x1000
	movl $0x3003, 0x2000
	movl $0x83, %eax
	movl $0x3000, %edi
map:
	movl %eax, (%edi)
	addl $8, %edi
	addl $0x200000, %eax
	cmpl $0x4000, %edi
	jne map

	movl $0x1000, %eax
	movl %eax, %cr3
	movl $0x40620, %eax # physical address extension, SSE, its exceptions, XSETBV
	movl %eax, %cr4
	movl $0xc0000080, %ecx # extended features: long mode
	rdmsr
	orl $0x100, %eax
	wrmsr
	xorl %ecx, %ecx
	xorl %edx, %edx
	movl $7, %eax # the state of x87, SSE and AVX may be used
	xsetbv
	movl $0x80000033, %eax # paging, protection
	movl %eax, %cr0
	ljmp $0x18, $0x100000

	.balign 8
table:
	.quad 0, 0x00cf9b000000ffff, 0x00cf93000000ffff, 0x00af9b000000ffff
descriptors:
	.word 31
	.long 0xf0000 + table - start

	.org 0xfff0, 0xff
	.code16
	ljmp $0xf000, $0
	.org 0x10000, 0xff
