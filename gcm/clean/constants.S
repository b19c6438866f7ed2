/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Constants of all procedures: the byte reversal, the numbers 0 to 6, the two polynomials. */
        .section .rodata
        .globl fl_gcm_constants
        .hidden fl_gcm_constants
        .type fl_gcm_constants, @object
        .p2align 6
fl_gcm_constants:
        .byte 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
        .long 0, 0, 0, 0
        .long 1, 0, 0, 0
        .long 2, 0, 0, 0
        .long 3, 0, 0, 0
        .long 4, 0, 0, 0
        .long 5, 0, 0, 0
        .long 6, 0, 0, 0
        .quad 0xc200000000000000, 0                     /* for each phase of a reduction */
        .quad 0x0000000000000001, 0xc200000000000000    /* for twisting the hash key */
        .size fl_gcm_constants, . - fl_gcm_constants
        .section .note.GNU-stack,"",@progbits
