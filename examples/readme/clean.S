# SPDX-License-Identifier: Apache-2.0 OR MIT
next:   add $8, %rdi
        mov (%rdi), %rax
        add $8, %rdi
        xor (%rdi), %rax
        ret
