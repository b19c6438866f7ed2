# SPDX-License-Identifier: Apache-2.0 OR MIT
next:   mov 8(%rdi), %rax
        add $16, %rdi
        xor (%rdi), %rax
        ret
