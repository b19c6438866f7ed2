/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One client of the HTTPS server: libfairlead-tls below, the HTTP machine of ../http above. */
#ifndef GUEST_H
#define GUEST_H

#include "client.h"
#include "fairlead_tls.h"
#include "identities.h"
#include "used.h"

struct guest {
  struct client client;
  bool established, over;
  bool responding; /* with the rest of the file, from `offset` on */
  uint64_t offset;
  struct identities *identities; /* until the handshake is done */
  fl_tls_server tls;
};

/* What guests have in common. */
struct house {
  struct site site;
  struct fl_loop *loop;
  fl_tls_context tls;
  struct identities *identities;
  void (*refresh)(struct house *house); /* called for each that comes: whether there are other identities now */
  fl_tls_trust *trust;                  /* whom to believe who clients are; NULL: nobody */
  struct used *used;                    /* NULL: tickets resume as often as they come */
  uint32_t handshake_ms;
  bool verbose;
  fl_tls_output output; /* lent to whoever has its turn */
};

/* For the loop's handler, whose context is the house. */
void guest_event(void *context, struct fl_conn *conn, enum fl_event event);
void guest_closed(void *context, struct fl_conn *conn);

#endif
