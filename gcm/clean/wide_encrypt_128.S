/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-128-GCM: encrypt and hash whole groups of eight blocks, with 256-bit instructions. */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: region input %rdx
# fairlead: region output %rcx
# fairlead: secret key state input output
#include "wide_aes.inc"
#include "wide_counters.inc"
#include "ghash.inc"
#include "wide_ghash.inc"
#include "text.inc"
#include "wide_text.inc"
#include WIDE_BODIES
#include "loops.inc"
#include "wide_loops.inc"

PROCEDURE(fl_gcm_wide_encrypt_128)
        WIDE_ENCRYPT_LOOP(128)
END(fl_gcm_wide_encrypt_128)
