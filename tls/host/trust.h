/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who a peer is. */
#ifndef TRUST_H
#define TRUST_H

#include "fairlead_tls.h"

/* 0, or the alert that says why this is not believed. `host`: a name or address that it must be of; NULL: a client. */
uint8_t fl_tls_judge(const fl_tls_trust *trust, const fl_tls_claim *claim, const char *host);

#endif
