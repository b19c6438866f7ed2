/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The keyed hash of the monitor (monitor/secret_trusted.c): CBC-MACs of eight messages of 80 bytes.

   void fl_gcm_macs(const key *%rdi, const bytes *%rsi, bytes *%rdx): 640 bytes in, 128 out */
# fairlead: region key %rdi
# fairlead: region state %rsi
# fairlead: region input %r8
# fairlead: region output %rcx
# fairlead: secret key state output
#include "mac.inc"
#include MAC_BODIES
#include "text.inc"
#include "loops.inc"

PROCEDURE(fl_gcm_macs)
        movq %rdx, %rcx
        MACS
        SAVE_MACS
        WIPE
        ret
END(fl_gcm_macs)
