/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-256-GCM: decrypt and hash whole groups of six blocks. */
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

PROCEDURE(fl_gcm_decrypt_256)
        DECRYPT_LOOP(256)
END(fl_gcm_decrypt_256)
