/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A cache server around the compiled protocol: it answers what fl_session asks for.
 * All that the protocol is, is in the .fl files; the items are in store.c, and all I/O is in runtime/. */
#define _GNU_SOURCE
#include "fl_loop.h"
#include "memcached.h"
#include "serve.h"
#include "store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
  INPUT = FL_stream_LINE_MAX + FL_commands_VALUE_MAX + 2048
}; /* a line, the largest value and its line end, and a bit */

struct client {
  struct fl_session machine;
  struct item *found; /* what is lent as `value`; we are one of its users */
};

struct server {
  struct store *store;
  struct fl_loop *loop;
  uint32_t timeout_ms;
  struct fl_bytes4096 out; /* lent to whichever machine runs; no machine waits with answers in it */
};

static uint32_t now(void) { return (uint32_t)time(NULL); }

static void forget_item(struct client *client) {
  if (client->found) item_release(client->found);
  client->found = NULL;
}

static struct fl_span value_of(struct client *client) {
  static uint8_t nothing[1];
  struct fl_span value = {.data = nothing, .len = 0};
  if (client->found) value.data = item_value(client->found, &value.len);
  return value;
}

/* What is known of an item. */
static struct fl_option_Found find(struct server *server, struct client *client, struct fl_view key) {
  struct fl_option_Found found = {0};
  forget_item(client);
  struct item *item = client->found = store_find(server->store, key.data, key.len, now());
  if (item) {
    found.tag = FL_SOME;
    found.u.some.flags = item_flags(item);
    found.u.some.expires = item_expires(item);
    found.u.some.unique = item_unique(item);
  }
  return found;
}

static enum fl_sending respond(struct fl_conn *conn, struct client *client, struct fl_view head, bool with_value) {
  if (!with_value || !client->found) return fl_conn_send(conn, head.data, head.len, NULL);
  struct fl_span value = value_of(client);
  struct fl_body body = {.data = value.data, .length = value.len, .release = item_release, .owner = client->found};
  client->found = NULL; /* the body is its user now */
  return fl_conn_send(conn, head.data, head.len, &body);
}

/* Runs the machine until it must wait for the network. */
static void drive(struct server *server, struct fl_conn *conn, union fl_response answer) {
  struct client *client = fl_conn_state(conn);
  struct store *store = server->store;
  struct fl_option_Found found;
  for (;;) {
    union fl_request asked;
    struct fl_span input;
    input.data = fl_conn_input(conn, &input.len);
    switch (fl_session_step(&client->machine, answer, &asked, input, value_of(client), &server->out)) {
    case FL_ASKS_stream_more:
      forget_item(client);
      fl_conn_await(conn, server->timeout_ms);
      return;
    case FL_ASKS_stream_consume: fl_conn_consume(conn, asked.stream_consume.n); break;
    case FL_ASKS_find:
      found = find(server, client, asked.find.key);
      answer.find = &found;
      break;
    case FL_ASKS_put:
      answer.put = store_put(store, asked.put.key.data, asked.put.key.len, asked.put.flags, asked.put.expires, now(),
                             asked.put.first.data, asked.put.first.len, asked.put.second.data, asked.put.second.len);
      break;
    case FL_ASKS_delete:
      answer.delete_ = store_delete(store, asked.delete_.key.data, asked.delete_.key.len, now());
      break;
    case FL_ASKS_touch:
      answer.touch = store_touch(store, asked.touch.key.data, asked.touch.key.len, asked.touch.expires, now());
      break;
    case FL_ASKS_clear: store_clear(store, asked.clear.when, now()); break;
    case FL_ASKS_now: answer.now = now(); break;
    case FL_ASKS_respond: {
      enum fl_sending sending = respond(conn, client, asked.respond.head, asked.respond.with_value);
      if (sending == FL_SENDING) return;
      answer.respond = sending == FL_SEND_DONE;
      break;
    }
    case FL_TRAP:
      fprintf(stderr, "server: the protocol machine trapped; closing this connection\n");
      fl_conn_close(conn);
      return;
    case FL_DONE:
    default: fl_conn_close(conn); return;
    }
  }
}

static void on_event(void *context, struct fl_conn *conn, enum fl_event event) {
  struct client *client = fl_conn_state(conn);
  union fl_response answer = {0};
  switch (event) {
  case FL_OPENED: fl_session_init(&client->machine); break;
  case FL_INPUT: answer.stream_more = true; break;
  case FL_SENT: answer.respond = true; break;
  case FL_ENDED:
  case FL_EXPIRED:
  case FL_STOPPING: /* it waits for a command: the machine keeps what it has of one unconsumed */ break; /* false */
  }
  drive(context, conn, answer);
}

static void on_closed(void *context, struct fl_conn *conn) {
  (void)context;
  forget_item(fl_conn_state(conn));
}

static const char usage[] =
    "usage: server [--address 127.0.0.1] [--port 11211] [--memory MIB] [--timeout MS] [--connections N]\n"
    "A cache that speaks memcached's text protocol. Port 0 picks a free one. SIGTERM and SIGINT stop it.\n";

int main(int argc, char **argv) {
  static const struct option options[] = {SERVING_OPTIONS, {"memory", required_argument, NULL, 'm'}, {0}};
  size_t memory = 64;
  struct serving serving = {
      .address = "127.0.0.1",
      .port = 11211,
      .timeout_ms = 3600000,
      .limits = {.connections = 1024, .input = INPUT, .send_timeout_ms = 30000, .grace_ms = 5000}};
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    if (option == 'm')
      memory = number_of_option(optarg, 1, 1 << 20);
    else
      serving_option(&serving, option, usage);
  }
  if (optind != argc) {
    fputs(usage, stderr);
    return 2;
  }
  struct server server = {.store = store_new(memory << 20), .timeout_ms = serving.timeout_ms};
  struct fl_handler handler = {
      .state_size = sizeof(struct client), .event = on_event, .closed = on_closed, .context = &server};
  server.loop = fl_loop_new(&serving.limits, &handler);
  if (!server.store || !server.loop) {
    fprintf(stderr, "server: cannot start: %s\n", strerror(errno));
    return 1;
  }
  int status = serve(server.loop, &serving);
  fl_loop_free(server.loop);
  store_free(server.store);
  return status;
}
