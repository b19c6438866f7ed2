/* An event loop that drives compiled machines: one machine per connection.
 *
 * The machines do no I/O (they ask for it), so this is all of the I/O: epoll, accepting,
 * reading, writing, deadlines, graceful shutdown. Single-threaded; one loop per thread.
 *
 * Memory is bounded: connections and input buffers come from pools of fixed size, and a
 * connection holds an input buffer only while it has bytes that its machine did not consume. */
#ifndef FL_LOOP_H
#define FL_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_loop;
struct fl_conn;

enum fl_event {
  FL_OPENED,  /* accepted; its state is all zero */
  FL_INPUT,   /* fl_conn_input has grown */
  FL_ENDED,   /* the peer will send nothing more; writing may still work */
  FL_EXPIRED, /* the deadline of fl_conn_await passed, its place is needed, or the grace of a shutdown is over */
  FL_SENT,    /* what fl_conn_send left pending is out */
  FL_STOPPING /* the loop shuts down, and this connection awaits input and has none: say goodbye, or await the rest */
};

/* The handler reacts to an event by driving the connection's machine until it wants
 * something that must be waited for, and then calls exactly one of fl_conn_await,
 * fl_conn_send (where it returns FL_SENDING) and fl_conn_close. */
struct fl_handler {
  size_t state_size;
  void (*event)(void *context, struct fl_conn *conn, enum fl_event event);
  void (*closed)(void *context, struct fl_conn *conn); /* may be NULL */
  void *context;
};

struct fl_limits {
  uint32_t connections;     /* open at once; further ones wait in the kernel's backlog */
  uint32_t input;           /* bytes of unconsumed input a connection may hold */
  uint32_t send_timeout_ms; /* for the peer to take 64 KiB of one fl_conn_send, or what is left of it */
  uint32_t grace_ms;        /* on shutdown, for open connections to finish */
};

struct fl_body {
  const uint8_t *data; /* NULL: send from file */
  int file;
  uint64_t offset, length;
  void (*release)(void *owner); /* called exactly once, when nothing refers to it any more; may be NULL */
  void *owner;
};

enum fl_sending { FL_SEND_FAILED = -1, FL_SENDING = 0, FL_SEND_DONE = 1 };

/* NULL with errno set on failure. */
struct fl_loop *fl_loop_new(const struct fl_limits *limits, const struct fl_handler *handler);
void fl_loop_free(struct fl_loop *loop);

/* Listens on a numeric address; port 0 picks a free one, which is stored in *port.
 * 0, or -1 with errno set. */
int fl_loop_listen(struct fl_loop *loop, const char *address, uint16_t *port);

/* Runs until fl_loop_stop and then until the open connections are done or grace_ms is over. */
int fl_loop_run(struct fl_loop *loop);

/* Begins a graceful shutdown. No more connections are accepted. One that awaits input and has none unconsumed gets
 * FL_STOPPING, now or when it comes to that. What still awaits input after grace_ms gets FL_EXPIRED and another second;
 * then all are cut off. Async-signal-safe. */
void fl_loop_stop(struct fl_loop *loop);

bool fl_loop_stopping(const struct fl_loop *loop);
uint64_t fl_loop_now(const struct fl_loop *loop); /* ms, monotonic, as of this turn of the loop */
size_t fl_loop_connections(const struct fl_loop *loop);

void *fl_conn_state(struct fl_conn *conn);
struct fl_loop *fl_conn_loop(struct fl_conn *conn);

/* Unconsumed input, from the first byte. Valid until the handler returns. */
uint8_t *fl_conn_input(struct fl_conn *conn, size_t *length);
void fl_conn_consume(struct fl_conn *conn, size_t count);

/* Wait for more input: FL_INPUT, FL_ENDED or FL_EXPIRED follows. With `limits.input` bytes
 * unconsumed there is no room for more, and FL_ENDED follows. */
void fl_conn_await(struct fl_conn *conn, uint32_t timeout_ms);

/* An expendable connection may lose its place: when all `connections` are open, or the system has no descriptors left, and
 * another peer asks for one, then the one that has been expendable for longest, of those that await input, gets FL_EXPIRED,
 * and its place is free as soon as it closes. Without any, whoever asks must wait. Connections are not expendable at first;
 * saying again what was said already does not change their order. For those that have nothing to show for their place yet:
 * no handshake, no request. */
void fl_conn_expendable(struct fl_conn *conn, bool expendable);

/* Sends head and then body (which may be NULL). FL_SENDING: head has been copied, FL_SENT
 * follows. The body is released in every case. */
enum fl_sending fl_conn_send(struct fl_conn *conn, const uint8_t *head, size_t head_length,
                             const struct fl_body *body);

/* Closes once what was sent is out and the peer had a chance to read it (RFC 9112, 9.6). */
void fl_conn_close(struct fl_conn *conn);

#endif
