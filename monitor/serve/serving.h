/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is behind struct fl_server, for its rooms: sealing.c, commands.c, reports.c, server.c. All of it belongs to the
 * loop's thread. */
#ifndef FL_SERVING_H
#define FL_SERVING_H
#include "clock.h"
#include "committer.h"
#include "receipts_trusted.h"
#include "serve.h"
#include "server.h"

enum { VALUE = 65536, KEY_MOST = 65535, TEXT = 8192 };

struct client {
  struct fl_serve_session machine;
  struct fl_conn *conn;
  struct client *older, *newer;  /* of those that wait for a seal */
  uint64_t waits_for;            /* 0: for none */
  uint64_t owed;                 /* the epoch whose seal has to be kept before what is in `out` may be sent */
  bool dropped;                  /* there will be no such seal */
  uint8_t *held;                 /* what is sent then */
  size_t held_length;
  uint8_t *kept;                 /* the value, over a wait */
  size_t kept_length;
  bool receipts, has_receipt;
  struct fl_receipt last;
};

/* A seal that was made. */
struct sealed { uint64_t epoch; uint8_t bytes[FL_SEAL], digest[32]; };

struct fl_server {
  struct fl_server_options o;
  struct fl_host *host;
  const struct fl_signer *signer;
  struct fl_loop *loop;
  struct fl_receipts *receipts;
  uint64_t incarnation, answers, commands, clients;
  struct fl_clock clock;
  bool together;                 /* several changes are one step: room was made for all of them */

  /* Seals, in their order: made; in the store; known to the anchor. */
  struct fl_committer *committer, *anchors;
  int stored, anchored, timer;   /* readable: a batch is in the store; an anchor is kept; the time is over */
  struct sealed made, sealed;
  struct fl_anchor anchor, next_anchor; /* kept, for all that is known; on its way */
  bool committing, anchoring;
  bool seal_wanted;
  uint64_t anchor_wanted;        /* an epoch that somebody waits for */
  bool told;                     /* that it was refused */
  uint64_t armed, last_anchor_ms; /* when the timer fires, milliseconds, or 0; when an anchor was kept last */
  struct client *first, *last;   /* waiting */

  /* Lent to whichever machine runs. */
  struct fl_serve_bytes16384 out;
  uint8_t value[VALUE + TEXT], joined[sizeof((struct fl_serve_bytes16384 *)0)->data + VALUE + TEXT];
  size_t value_length;
};

static inline uint64_t fl_now_ms(struct fl_server *s) { return fl_clock_now(&s->clock); }

/* ---- Seals (sealing.c) ---- */

/* Up to this epoch all is where it has to be before an answer that rests on it may be sent. */
uint64_t fl_safe_epoch(const struct fl_server *s);
/* Begins a seal if there is something to seal; `must`: in any case. */
bool fl_begin_seal(struct fl_server *s, bool must);
/* Sees to it that a seal is made and an anchor written when it is time. */
void fl_schedule(struct fl_server *s);
void fl_tell_refusal(struct fl_server *s);
void fl_wait_for_seal(struct fl_server *s, struct client *c, uint64_t epoch);
void fl_no_longer_waiting(struct fl_server *s, struct client *c);
/* Handlers of the descriptors. */
void fl_on_timer(void *server);
void fl_on_stored(void *server);
void fl_on_anchored(void *server);
/* Waits until what is under way is done, then for the anchor to know the last seal. */
bool fl_finish_sealing(struct fl_server *s);

/* ---- Commands (commands.c) ---- */
void fl_forget_value(struct fl_server *s, struct client *c);
struct fl_serve_Found fl_find(struct fl_server *s, struct client *c, struct fl_serve_view key);
uint8_t fl_put(struct fl_server *s, struct client *c, struct fl_serve_view key, struct fl_serve_view data,
               uint64_t time);
struct fl_serve_Found fl_delete(struct fl_server *s, struct client *c, struct fl_serve_view key);
struct fl_serve_Found fl_touch(struct fl_server *s, struct client *c, struct fl_serve_view key, uint64_t time);
struct fl_serve_Sum fl_increase(struct fl_server *s, struct client *c, struct fl_serve_view key, uint64_t by);
/* Several changes are one step: there is room for so many; each key is prepared; and after them, `apart'. */
uint8_t fl_together(struct fl_server *s, struct client *c, uint32_t count);
uint8_t fl_prepare(struct fl_server *s, struct fl_serve_view key);
void fl_apart(struct fl_server *s);

/* ---- Reports (reports.c) ---- */
uint8_t fl_report(struct fl_server *s, struct client *c, uint8_t what, struct fl_serve_view argument);
#endif
