/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An event loop that drives compiled machines: one machine per connection.
 *
 * The machines do no I/O (they ask for it), so this is all of the I/O: epoll, accepting,
 * reading, writing, deadlines, graceful shutdown. Linux only.
 *
 * Threads: a loop belongs to one thread, which creates it, runs it and frees it; several loops may
 * run in several threads. fl_loop_stop alone may be called from anywhere, signal handlers included.
 *
 * Memory: everything a loop needs for `connections` connections is allocated when it is made, but for
 * input that its machine did not consume (`input` bytes for a connection at most, and no more than twice what is there
 * or 128 KiB while more comes) and for what waits to be sent (a copy of the rest of `head`, while the
 * peer does not take it). Running out of either ends that connection, nothing else.
 *
 * Units: lengths are bytes. Times are milliseconds of CLOCK_MONOTONIC; a deadline passes up to
 * FL_TIMER_TICK_MS (fl_timer.h) late, never early.
 *
 * Errors: functions that can fail say so in their result and leave the reason in errno. What goes wrong
 * with one connection is not an error of the loop: its handler hears FL_ENDED or FL_SEND_FAILED, or only
 * that it is closed. Calls out of turn are caught by assert.
 *
 * Limits and time-outs, which of them are settable, and what the example servers set: docs/runtime.md. */
#ifndef FL_LOOP_H
#define FL_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_loop;
struct fl_conn; /* from FL_OPENED until `closed` returns, or the handler called fl_conn_close */

enum fl_event {
  FL_OPENED,  /* accepted; its state is all zero */
  FL_INPUT,   /* fl_conn_input has grown */
  FL_ENDED,   /* there will be no more input: the peer shut down its side, reset the connection, or left no room
                 (fl_conn_await). Sending may still work */
  FL_EXPIRED, /* the deadline of fl_conn_await passed, or the connection's place is needed (fl_conn_expendable), or the
                 grace of a shutdown is over (fl_loop_stop): close, and say why if the protocol has words for it */
  FL_SENT,    /* what fl_conn_send left pending is out; or fl_conn_wake was called */
  FL_STOPPING /* the loop shuts down, and this connection awaits input and has none: close likewise, or await the rest
                 of what has begun */
};

/* The handler reacts to an event by driving the connection's machine until it wants
 * something that must be waited for, and then calls exactly one of fl_conn_await,
 * fl_conn_send (where it returns FL_SENDING), fl_conn_park, fl_conn_wait and fl_conn_close. */
struct fl_handler {
  size_t state_size; /* of what fl_conn_state points to */
  void (*event)(void *context, struct fl_conn *conn, enum fl_event event);
  void (*closed)(void *context, struct fl_conn *conn); /* once for each FL_OPENED: release what the state owns. It may
                                                          only call fl_conn_state and fl_conn_loop. May be NULL */
  void *context;
};

struct fl_limits {
  uint32_t connections;     /* open at once, at least 1; further ones wait in the kernel's backlog */
  uint32_t input;           /* bytes of unconsumed input a connection may hold, at least 1 */
  uint32_t send_timeout_ms; /* for the peer to take 64 KiB of one fl_conn_send, or what is left of it */
  uint32_t grace_ms;        /* on shutdown, for what has begun to be finished */
};

/* What to send behind a head: bytes in memory, or in a file. */
struct fl_body {
  const uint8_t *data; /* they stay as they are until `release`. NULL: send from file */
  int file;            /* a descriptor for sendfile; its offset is not used. The loop does not close it */
  uint64_t offset, length;
  void (*release)(void *owner); /* called exactly once, when nothing refers to it any more; may be NULL */
  void *owner;
};

/* FL_SEND_FAILED: the peer is gone, memory is, or the body's file is shorter than `length` by now. Close. */
enum fl_sending { FL_SEND_FAILED = -1, FL_SENDING = 0, FL_SEND_DONE = 1 };

/* Both structures are copied; handler->context must live as long as the loop. NULL with errno set on failure. */
struct fl_loop *fl_loop_new(const struct fl_limits *limits, const struct fl_handler *handler);

/* Cuts off the connections that are left (`closed` is called for each, no event) and frees all. NULL is allowed. */
void fl_loop_free(struct fl_loop *loop);

/* Listens on a numeric IPv4 or IPv6 address; port 0 picks a free one, which is stored in *port.
 * Once for each loop. 0, or -1 with errno set (EINVAL: the address is none). */
int fl_loop_listen(struct fl_loop *loop, const char *address, uint16_t *port);

/* Calls `ready` in fl_loop_run whenever there is something to be read from fd (a timerfd, an eventfd), which `ready`
 * reads. At most FL_LOOP_WATCHES. 0, or -1 with errno set. fd stays the caller's, and is closed after the loop is
 * freed. */
enum { FL_LOOP_WATCHES = 8 };
int fl_loop_watch(struct fl_loop *loop, int fd, void (*ready)(void *context), void *context);

/* Runs until fl_loop_stop and then until no connection is left, which takes at most grace_ms and a second.
 * 0, or -1 with errno set if the kernel refuses to wait. */
int fl_loop_run(struct fl_loop *loop);

/* Begins a graceful shutdown. No more connections are accepted. One that awaits input and has none unconsumed gets
 * FL_STOPPING, now or when it comes to that. What still awaits input after grace_ms gets FL_EXPIRED and another second;
 * then all are cut off. Async-signal-safe. */
void fl_loop_stop(struct fl_loop *loop);

bool fl_loop_stopping(const struct fl_loop *loop);      /* shuts down, or is about to */
uint64_t fl_loop_now(const struct fl_loop *loop);       /* as of this turn of the loop */
size_t fl_loop_connections(const struct fl_loop *loop); /* open now, those that linger (fl_conn_close) too */

/* The functions below are for the handler, on the connection whose event it handles. */

/* state_size bytes, aligned for any type; the handler's own until `closed` returns. */
void *fl_conn_state(struct fl_conn *conn);
struct fl_loop *fl_conn_loop(struct fl_conn *conn);
int fl_conn_descriptor(const struct fl_conn *conn); /* to ask about (getpeername), not to read or write */

/* Unconsumed input, from the first byte; never NULL. It may be written to. Valid until the handler returns: what
 * it leaves unconsumed it sees again, as it left it, perhaps elsewhere. */
uint8_t *fl_conn_input(struct fl_conn *conn, size_t *length);

/* The first `count` bytes of it, of which there must be so many, are done with. */
void fl_conn_consume(struct fl_conn *conn, size_t count);

/* Wait for more input: FL_INPUT, FL_ENDED or FL_EXPIRED follows (or FL_STOPPING). With `limits.input` bytes
 * unconsumed there is no room for more, and FL_ENDED follows. */
void fl_conn_await(struct fl_conn *conn, uint32_t timeout_ms);

/* Wait for something that is no input: FL_SENT follows from fl_conn_wake, or FL_EXPIRED. Nothing is read meanwhile. */
void fl_conn_park(struct fl_conn *conn, uint32_t timeout_ms);

/* The same for as long as a peer likes, so it is heard meanwhile: FL_INPUT follows, too, FL_ENDED, or FL_STOPPING,
 * whatever input is unconsumed. With `limits.input` bytes of it nothing more is read, and only a peer that is gone is
 * FL_ENDED. */
void fl_conn_wait(struct fl_conn *conn, uint32_t timeout_ms);

/* For a connection that is parked or waits (fl_conn_wait), from `ready` of a watch or from a handler: its own handler
 * runs with FL_SENT before this returns. */
void fl_conn_wake(struct fl_conn *conn);

/* An expendable connection may lose its place: when all `connections` are open, or the system has no descriptors left,
 * and another peer asks for one, then the one that has been expendable for longest, of those that await input, gets
 * FL_EXPIRED, and its place is free as soon as it closes. Without any, whoever asks must wait. Connections are not
 * expendable at first; saying again what was said already does not change their order. For those that have nothing to
 * show for their place yet: no handshake, no request. */
void fl_conn_expendable(struct fl_conn *conn, bool expendable);

/* Sends head and then body (which may be NULL). FL_SENDING: what is left of head has been copied, and FL_SENT follows;
 * if the peer does not take it in send_timeout_ms, or goes away, the connection is cut off, without an event. The body
 * is released in every case. */
enum fl_sending fl_conn_send(struct fl_conn *conn, const uint8_t *head, size_t head_length, const struct fl_body *body);

/* Bytes of memory that it has beside its place: for input, and for what waits to be sent. */
size_t fl_conn_holds(const struct fl_conn *conn);

/* For any connection, from `ready` of a watch or from a handler: it is to end now. One that awaits input, waits or is
 * parked gets FL_EXPIRED; one that is being sent something is cut off. False: neither, as its own handler runs. */
bool fl_conn_expire(struct fl_conn *conn);

/* Closes once what was sent is out and the peer had a chance to read it (RFC 9112, 9.6): for up to a second, or
 * 256 KiB, what it still sends is dropped, so that it is not answered with a reset that overtakes our last words.
 * `closed` is called before this returns. */
void fl_conn_close(struct fl_conn *conn);

#ifdef __cplusplus
}
#endif

#endif
