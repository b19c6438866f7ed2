/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Whether a server is who it says it is, by mbedTLS: its chain, its name, and its signature. */
#ifndef BELIEVE_H
#define BELIEVE_H

#include "fairlead_tls.h"

/* 0, or the alert that says why not: who has no authority to believe, or wants no host, believes nobody. `authority`:
   a certificate in DER, which the chain leads to, or is. Keys are ECDSA's of P-256 and P-384 and, where mbedTLS is
   compiled with it, RSA of 2,048 bits or more. */
uint8_t believe(const fl_tls_claim *claim, const uint8_t *authority, size_t authority_length, const char *host);

#endif
