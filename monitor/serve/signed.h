/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The command SIGNED: a request that a client has numbered and signed. */
#ifndef FL_SIGNED_H
#define FL_SIGNED_H
#include "serve.h"

struct fl_server;
struct client;
uint8_t fl_signed(struct fl_server *s, struct client *c, struct fl_serve_view words);
#endif
