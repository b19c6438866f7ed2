/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The tickets that have resumed a connection, each for as long as it could do so again. */
#ifndef USED_H
#define USED_H

#include "fairlead_tls.h"

struct used;

/* NULL: no memory. */
struct used *used_new(void);
void used_free(struct used *used);

/* May the ticket of this name resume, at this second? At most once for each name: false, too, when there is no room to
   remember it. */
bool used_first(struct used *used, const uint8_t name[FL_TLS_TICKET_NAME], uint64_t now);

#endif
