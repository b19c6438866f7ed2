/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who the server is: certificates and keys from files, which are read again while it runs. */
#ifndef IDENTITIES_H
#define IDENTITIES_H

#include "fairlead_tls.h"

enum { IDENTITIES_MOST = 8 };

/* Loaded together, and freed together, when the last that holds them lets go. */
struct identities {
  const fl_tls_identity *list[IDENTITIES_MOST];
  size_t count;
  unsigned held;
};

/* `count` pairs of PEM files, held once. NULL: it has said on the standard error what is wrong. */
struct identities *identities_load(const char *const *certificates, const char *const *keys, size_t count);
struct identities *identities_hold(struct identities *identities);
void identities_let_go(struct identities *identities); /* NULL: nothing happens */

#endif
