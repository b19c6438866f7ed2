/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Clients that sign their requests: who they are, and what nobody else may change. */
#ifndef FL_SIGNERS_H
#define FL_SIGNERS_H
#include "ours_trusted.h"
#include "request_trusted.h"
#include "serve.h"

struct fl_server;
/* What is under this key may be changed by a signed request only. */
bool fl_is_for_signers(const struct fl_server *s, struct fl_serve_view key);
/* The file, if there is one. 0, or a status: why was said. */
int fl_signers_open(const char *path, struct fl_text *text, const struct fl_signers **signers);
/* A descriptor, of at least this number, that the text is read from; -1. The file may have another one by then. */
int fl_signers_hand_over(const struct fl_text *text, int least);
#endif
