/* An echo server on the loop, for tests/runtime/loop.t. It answers each input with the same bytes,
 * "big" with a megabyte, "huge" with eight, and "quit" by closing. */
#define _POSIX_C_SOURCE 200809L
#include "fl_loop.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fl_loop *loop;
static uint8_t big[1 << 20], huge[8 << 20];
static long released, sent_bodies;

static void on_signal(int signal_number)
{
  (void)signal_number;
  fl_loop_stop(loop);
}

static void release(void *owner)
{
  (void)owner;
  released++;
}

static void answer(struct fl_conn *conn)
{
  size_t length;
  uint8_t *input = fl_conn_input(conn, &length);
  enum fl_sending sending;
  if (length >= 4 && memcmp(input, "quit", 4) == 0) {
    fl_conn_close(conn);
    return;
  }
  if (length >= 4 && memcmp(input, "hold", 4) == 0) { /* leave it unconsumed */
    fl_conn_await(conn, 60000);
    return;
  }
  if (length >= 3 && memcmp(input, "big", 3) == 0) {
    struct fl_body body = {.data = big, .file = -1, .length = sizeof big, .release = release};
    sent_bodies++;
    sending = fl_conn_send(conn, input, 3, &body);
  } else if (length >= 4 && memcmp(input, "huge", 4) == 0) {
    struct fl_body body = {.data = huge, .file = -1, .length = sizeof huge, .release = release};
    sent_bodies++;
    sending = fl_conn_send(conn, input, 4, &body);
  } else {
    sending = fl_conn_send(conn, input, length, NULL);
  }
  fl_conn_consume(conn, length);
  if (sending == FL_SEND_DONE)
    fl_conn_await(conn, 300);
  else if (sending == FL_SEND_FAILED)
    fl_conn_close(conn);
}

static void event(void *context, struct fl_conn *conn, enum fl_event e)
{
  (void)context;
  if (e == FL_INPUT)
    answer(conn);
  else if (e == FL_OPENED || e == FL_SENT)
    fl_conn_await(conn, 300);
  else
    fl_conn_close(conn);
}

int main(void)
{
  struct fl_limits limits = {.connections = 8, .input = 4096, .send_timeout_ms = 1000, .grace_ms = 500};
  struct fl_handler handler = {.state_size = 1, .event = event};
  uint16_t port = 0;
  memset(big, 'x', sizeof big);
  loop = fl_loop_new(&limits, &handler);
  if (!loop || fl_loop_listen(loop, "127.0.0.1", &port) < 0) {
    perror("listen");
    return 1;
  }
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGTERM, &action, NULL);
  printf("%u\n", (unsigned)port);
  fflush(stdout);
  int result = fl_loop_run(loop);
  fl_loop_free(loop);
  return result == 0 && released == sent_bodies ? 0 : 1;
}
