/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the 256-bit procedures add to pairs of counters. */
        .section .rodata
        .globl fl_gcm_wide_constants
        .hidden fl_gcm_wide_constants
        .type fl_gcm_wide_constants, @object
        .p2align 6
fl_gcm_wide_constants:
        .long 0, 0, 0, 0, 1, 0, 0, 0
        .long 2, 0, 0, 0, 2, 0, 0, 0
        .long 4, 0, 0, 0, 4, 0, 0, 0
        .long 6, 0, 0, 0, 6, 0, 0, 0
        .long 8, 0, 0, 0, 8, 0, 0, 0
        .size fl_gcm_wide_constants, . - fl_gcm_wide_constants
        .section .note.GNU-stack,"",@progbits
