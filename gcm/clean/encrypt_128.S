/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-128-GCM: encrypt and hash whole groups of six blocks. */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: region input %rdx
# fairlead: region output %rcx
# fairlead: secret key state input output
#include "aes.inc"
#include "counters.inc"
#include "ghash.inc"
#include "text.inc"
#include BODIES
#include "loops.inc"

PROCEDURE(fl_gcm_encrypt_128)
        ENCRYPT_LOOP(128)
END(fl_gcm_encrypt_128)
