/* Constants of the 256-bit procedures: the byte reversal twice, then what is added to a pair of counters. */
        .section .rodata
        .globl fl_gcm_wide_constants
        .hidden fl_gcm_wide_constants
        .type fl_gcm_wide_constants, @object
        .p2align 6
fl_gcm_wide_constants:
        .byte 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
        .byte 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
        .long 0, 0, 0, 0, 1, 0, 0, 0
        .long 2, 0, 0, 0, 2, 0, 0, 0
        .long 4, 0, 0, 0, 4, 0, 0, 0
        .long 6, 0, 0, 0, 6, 0, 0, 0
        .long 8, 0, 0, 0, 8, 0, 0, 0
        .size fl_gcm_wide_constants, . - fl_gcm_wide_constants
        .section .note.GNU-stack,"",@progbits
