/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "identities.h"

#include <stdio.h>
#include <stdlib.h>

struct identities *identities_load(const char *const *certificates, const char *const *keys, size_t count) {
  struct identities *identities = calloc(1, sizeof *identities);
  if (!identities) {
    fprintf(stderr, "server: no memory for certificates\n");
    return NULL;
  }
  identities->held = 1;
  for (size_t i = 0; i < count; i++) {
    char why[FL_TLS_WHY];
    fl_tls_identity *one = fl_tls_identity_load(certificates[i], keys[i], why);
    identities->list[i] = one;
    if (!one || !fl_tls_identity_provider(one, PROVIDER())) {
      fprintf(stderr, "server: %s\n", one ? "the provider cannot read the key" : why);
      identities->count += one != NULL;
      identities_let_go(identities);
      return NULL;
    }
    identities->count++;
  }
  return identities;
}

struct identities *identities_hold(struct identities *identities) {
  identities->held++;
  return identities;
}

void identities_let_go(struct identities *identities) {
  if (!identities || --identities->held > 0) return;
  for (size_t i = 0; i < identities->count; i++)
    fl_tls_identity_free((fl_tls_identity *)(uintptr_t)identities->list[i]);
  free(identities);
}
