/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The loop from the inside: what its files share. Each calls only those below it:
 *
 *   fl_loop.c      turns
 *   fl_accept.c    gives places to connections, and takes them back
 *   fl_send.c      sends, with a deadline
 *   fl_conn.c      a connection's life and its input
 *   fl_output.c    what is to be sent: as much of it as the peer takes
 *   fl_places.c    who may lose its place, and what epoll watches
 *   fl_timer.c     deadlines */
#ifndef FL_INSIDE_H
#define FL_INSIDE_H

#include "fl_loop.h"
#include "fl_timer.h"

enum {
  ACCEPTS_PER_TURN = 64,
  LINGER_MS = 1000,
  LINGER_BYTES = 256 * 1024,
  INPUT_PIECE = 64 * 1024, /* what is read at once of who has said nothing that is not done */
  SEND_PROGRESS = 64 * 1024,
  ACCEPT_AGAIN_MS = 100
};

enum conn_phase {
  CONN_FREE,
  CONN_RUNNING,  /* its handler is on the stack */
  CONN_AWAITING, /* input */
  CONN_SENDING,
  CONN_PARKED,   /* until its handler's owner wakes it */
  CONN_LINGERING /* closed for the handler; draining what the peer still sends */
};

struct fl_conn {
  struct fl_timer timer; /* first: a timer is cast back to its connection */
  struct fl_loop *loop;
  struct fl_conn *next_free;
  struct fl_conn *older, *newer; /* among the expendable */
  bool expendable;
  int fd;
  enum conn_phase phase;
  uint32_t interest; /* what epoll watches for us */
  bool ended;        /* the peer has sent all it will */
  bool waits;        /* fl_conn_wait: awaits what is no input, too */
  uint32_t linger_left;
  uint8_t *input; /* NULL, a buffer of its own, or the loop's scratch buffer */
  uint32_t input_at, input_end, input_room;
  uint8_t *head; /* pending output, owned */
  size_t head_at, head_end;
  struct fl_body body;
  bool has_body;
  size_t written;      /* since the deadline was set */
  max_align_t state[]; /* of the machine */
};

/* fl_loop_watch */
struct watch {
  void (*ready)(void *context);
  void *context;
};

struct fl_loop {
  struct fl_limits limits;
  struct fl_handler handler;
  struct fl_timers timers;
  uint64_t now;
  int epoll, wakeup, listener;
  bool accepting, stopping, last_call;
  bool crowded; /* a place is needed: closing must not take long */
  volatile bool stop_asked;
  uint64_t stop_by;
  uint64_t accept_again; /* when to try again, after the system had no room; 0: it has */
  size_t conn_size, open;
  unsigned char *conns;
  struct fl_conn *free;
  struct fl_conn *oldest, *newest; /* expendable connections; in front of them, lingering ones */
  uint8_t *scratch;                /* where input is read to; kept by a connection only if not consumed */
  struct watch watches[FL_LOOP_WATCHES];
  size_t watch_count;
};

/* ---- fl_places.c */

/* epoll_ctl: 0, or -1 with errno. */
int fl_in_watch(struct fl_loop *loop, int op, int fd, uint32_t events, void *ptr);

/* Whether epoll watches the listener. */
int fl_in_accept_events(struct fl_loop *loop, bool on);

/* Not expendable any more; expendable, and the next to go after `older` (NULL: the very next). */
void fl_in_keep(struct fl_conn *conn);
void fl_in_put_behind(struct fl_conn *conn, struct fl_conn *older);

/* Somebody may be waiting for a place that could be freed now. */
void fl_in_invite(struct fl_loop *loop);

/* ---- fl_output.c */

enum fl_sending fl_in_flush(struct fl_conn *conn);
void fl_in_drop_output(struct fl_conn *conn);

/* ---- fl_conn.c */

void fl_in_free(struct fl_conn *conn);
void fl_in_interest(struct fl_conn *conn, uint32_t events);
bool fl_in_is_idle(const struct fl_conn *conn);

/* Runs the handler. Input that it leaves in the scratch buffer moves to one of the connection's own. */
void fl_in_deliver(struct fl_conn *conn, enum fl_event event);

/* There is something to be read; of a connection that lingers: to be dropped. */
void fl_in_read(struct fl_conn *conn);
void fl_in_drain(struct fl_conn *conn);

/* ---- fl_send.c */

void fl_in_continue_sending(struct fl_conn *conn);

/* ---- fl_accept.c */

void fl_in_accept_some(struct fl_loop *loop);

#endif
