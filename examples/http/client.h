/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a driver of the HTTP machine knows of a client, and of what it serves, whatever carries the bytes. */
#ifndef CLIENT_H
#define CLIENT_H

#include "files.h"
#include "fl_loop.h"
#include "http.h"

struct client {
  struct fl_connection machine;
  struct file *file; /* looked up last; we are one of its users */
  uint64_t due_ms;   /* when the request that has begun to arrive must be complete; 0: none has */
};

struct site {
  struct files *files;
  uint32_t timeout_ms;
  uint64_t date_ms; /* when date was made, + 1; 0: never */
  struct fl_bytes29 date;
  struct fl_bytes1024 out; /* lent to whichever machine runs */
};

void client_forget_file(struct client *client);

/* The answer to `lookup` of the path in site->out. */
struct fl_File client_look_up(struct site *site, struct client *client, uint64_t now_ms);

/* The answer to `now`: good for a while. */
const struct fl_bytes29 *site_date(struct site *site, uint64_t now_ms);

/* A request begins: this much time it has. */
void client_begin(const struct site *site, struct client *client, uint64_t now_ms);

/* How long to wait for a request to begin, or for all of one that has: whoever sends a byte now and then must not keep
 * us. */
uint32_t client_patience(const struct site *site, const struct client *client, uint64_t now_ms);

#endif
