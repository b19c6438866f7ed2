/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* An echo server on the loop, for tests/runtime/loop.t. It answers each input with the same bytes,
 * "big" with a megabyte, "huge" with eight, and "quit" by closing. Who has said "brief" is not waited for long; "spare"
 * makes a connection expendable, "park" is answered when a timer wakes it, "doze" when that is too late; "needed" makes
 * it so no longer, and "stay" has it go on waiting when the loop stops. "wait" is as "park", but it
 * hears what comes meanwhile.
 * Its last words say why it closes. */
#define _POSIX_C_SOURCE 200809L
#include "fl_loop.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

static struct fl_loop *loop;
static uint8_t big[1 << 20], huge[8 << 20];
static long released, sent_bodies;

struct client {
  bool brief, stays, parked, waits;
};

static struct fl_conn *parked[64];
static size_t parked_count;
static int timer;

static void wake_all(void *context)
{
  uint64_t ticks;
  (void)context;
  (void)!read(timer, &ticks, sizeof ticks);
  while (parked_count > 0)
    fl_conn_wake(parked[--parked_count]);
}

static void closed(void *context, struct fl_conn *conn)
{
  (void)context;
  for (size_t i = 0; i < parked_count; i++)
    if (parked[i] == conn)
      parked[i--] = parked[--parked_count];
}

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

static void await(struct fl_conn *conn)
{
  const struct client *client = fl_conn_state(conn);
  fl_conn_await(conn, client->brief ? 300 : 600000);
}

static void answer(struct fl_conn *conn)
{
  struct client *client = fl_conn_state(conn);
  size_t length;
  uint8_t *input = fl_conn_input(conn, &length);
  enum fl_sending sending;
  if (length >= 5 && memcmp(input, "brief", 5) == 0)
    client->brief = true;
  if (length >= 4 && memcmp(input, "stay", 4) == 0)
    client->stays = true;
  if (length >= 5 && memcmp(input, "spare", 5) == 0)
    fl_conn_expendable(conn, true);
  if (length >= 6 && memcmp(input, "needed", 6) == 0)
    fl_conn_expendable(conn, false);
  if (length >= 4 && memcmp(input, "quit", 4) == 0) {
    fl_conn_close(conn);
    return;
  }
  if (length >= 4 && memcmp(input, "park", 4) == 0 && !client->parked) {
    client->parked = true;
    parked[parked_count++] = conn;
    fl_conn_park(conn, 600000);
    return;
  }
  if (length >= 4 && memcmp(input, "wait", 4) == 0 && !client->parked) {
    client->waits = client->parked = true;
    parked[parked_count++] = conn;
    fl_conn_wait(conn, 600000);
    return;
  }
  if (length >= 4 && memcmp(input, "doze", 4) == 0) {
    fl_conn_park(conn, 10);
    return;
  }
  if (length >= 4 && memcmp(input, "hold", 4) == 0) { /* leave it unconsumed */
    fl_conn_await(conn, 600000);
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
    await(conn);
  else if (sending == FL_SEND_FAILED)
    fl_conn_close(conn);
}

static void event(void *context, struct fl_conn *conn, enum fl_event e)
{
  static const char *const words[] = {[FL_ENDED] = "ended", [FL_EXPIRED] = "late", [FL_STOPPING] = "bye"};
  struct client *client = fl_conn_state(conn);
  (void)context;
  if (e == FL_INPUT && client->waits) { /* until it is woken, or the loop stops */
    fl_conn_wait(conn, 600000);
  } else if (e == FL_INPUT || (e == FL_SENT && client->parked)) {
    client->waits = false;
    answer(conn);
    if (e == FL_SENT)
      client->parked = false;
  } else if (e == FL_OPENED || e == FL_SENT || (e == FL_STOPPING && client->stays)) {
    await(conn);
  } else if (fl_conn_send(conn, (const uint8_t *)words[e], strlen(words[e]), NULL) != FL_SENDING) {
    fl_conn_close(conn);
  }
}

int main(void)
{
  struct fl_limits limits = {.connections = 8, .input = 4096, .send_timeout_ms = 600000, .grace_ms = 5000};
  struct fl_handler handler = {.state_size = sizeof(struct client), .event = event, .closed = closed};
  uint16_t port = 0;
  memset(big, 'x', sizeof big);
  loop = fl_loop_new(&limits, &handler);
  if (!loop || fl_loop_listen(loop, "127.0.0.1", &port) < 0) {
    perror("listen");
    return 1;
  }
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  struct itimerspec often = {{0, 30000000}, {0, 30000000}};
  if (timer < 0 || timerfd_settime(timer, 0, &often, NULL) < 0 || fl_loop_watch(loop, timer, wake_all, NULL) < 0) {
    perror("timer");
    return 1;
  }
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGTERM, &action, NULL);
  printf("%u\n", (unsigned)port);
  fflush(stdout);
  int result = fl_loop_run(loop);
  fl_loop_free(loop);
  close(timer);
  return result == 0 && released == sent_bodies ? 0 : 1;
}
