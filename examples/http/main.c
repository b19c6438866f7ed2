/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The HTTP server around the compiled protocol: it answers what fl_connection asks for.
 * All that HTTP is, is in the .fl files; all that I/O is, is in runtime/ and here. */
#define _GNU_SOURCE
#include "files.h"
#include "fl_loop.h"
#include "http.h"
#include "serve.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

_Static_assert(HTTP_DATE_SIZE == FL_now_CAPACITY && FL_File_modified_CAPACITY == FL_now_CAPACITY, "dates");

struct client {
  struct fl_connection machine;
  struct file *file; /* looked up last; we are one of its users */
  uint64_t due_ms;   /* when the request that has begun to arrive must be complete; 0: none has */
};

struct server {
  struct files *files;
  struct fl_loop *loop;
  uint32_t timeout_ms;
  uint64_t date_ms; /* when date was made, + 1; 0: never */
  struct fl_bytes29 date;
  struct fl_bytes1024 out; /* lent to whichever machine runs */
};

static const struct fl_bytes29 *date_of(struct server *server, uint64_t now_ms) {
  if (server->date_ms == 0 || now_ms - (server->date_ms - 1) >= 500) {
    server->date_ms = now_ms + 1;
    server->date.len = HTTP_DATE_SIZE;
    http_date((int64_t)time(NULL), (char *)server->date.data);
  }
  return &server->date;
}

static void forget_file(struct client *client) {
  if (client->file) file_release(client->file);
  client->file = NULL;
}

static struct fl_File look_up(struct server *server, struct client *client, const struct fl_bytes1024 *path) {
  struct fl_File found = {0};
  forget_file(client);
  found.status = files_find(server->files, path->data, path->len, fl_loop_now(server->loop), &client->file);
  if (found.status != 200) return found;
  const struct file *file = client->file;
  size_t type_length = strlen(file->type);
  if (type_length > sizeof found.type.data) type_length = 0;
  found.size = file->size;
  found.type.len = (uint8_t)type_length;
  memcpy(found.type.data, file->type, type_length);
  found.modified.len = HTTP_DATE_SIZE;
  memcpy(found.modified.data, file->modified, HTTP_DATE_SIZE);
  return found;
}

static enum fl_sending send_response(struct fl_conn *conn, struct client *client, const struct fl_bytes1024 *head,
                                     bool with_file) {
  if (!with_file || !client->file) return fl_conn_send(conn, head->data, head->len, NULL);
  struct fl_body body = {.data = client->file->data,
                         .file = client->file->descriptor,
                         .length = client->file->size,
                         .release = file_release,
                         .owner = client->file};
  client->file = NULL; /* the body is its user now */
  return fl_conn_send(conn, head->data, head->len, &body);
}

/* A request begins: this much time it has. */
static void begin_request(const struct server *server, struct client *client) {
  if (client->due_ms == 0) client->due_ms = fl_loop_now(server->loop) + server->timeout_ms;
}

/* For a request to begin, or for all of one that has: whoever sends a byte now and then must not keep us. */
static uint32_t patience(const struct server *server, const struct client *client) {
  uint64_t now = fl_loop_now(server->loop);
  if (client->due_ms == 0) return server->timeout_ms;
  return client->due_ms > now ? (uint32_t)(client->due_ms - now) : 0;
}

/* Runs the machine until it must wait for the network. */
static void drive(struct server *server, struct fl_conn *conn, union fl_response answer) {
  struct client *client = fl_conn_state(conn);
  struct fl_File found;
  for (;;) {
    union fl_request asked;
    struct fl_span input;
    input.data = fl_conn_input(conn, &input.len);
    enum fl_status status = fl_connection_step(&client->machine, answer, &asked, input, &server->out);
    switch (status) {
    case FL_ASKS_lines_more:
      if (input.len > 0) begin_request(server, client);
      fl_conn_expendable(conn, true);
      fl_conn_await(conn, patience(server, client));
      return;
    case FL_ASKS_body_consume: /* of a request that is not complete */
      begin_request(server, client);
      fl_conn_consume(conn, asked.body_consume.n);
      break;
    case FL_ASKS_lookup:
      found = look_up(server, client, &server->out);
      answer.lookup = &found;
      break;
    case FL_ASKS_now: /* for the head of an answer: the request is all there */
      client->due_ms = 0;
      fl_conn_expendable(conn, false);
      answer.now = date_of(server, fl_loop_now(server->loop));
      break;
    case FL_ASKS_respond: {
      enum fl_sending sending = send_response(conn, client, &server->out, asked.respond.file);
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
  struct server *server = context;
  struct client *client = fl_conn_state(conn);
  union fl_response answer = {0};
  switch (event) {
  case FL_OPENED: fl_connection_init(&client->machine); break;
  case FL_INPUT:
    begin_request(server, client);
    answer.lines_more.tag = FL_lines_More_arrived;
    break;
  case FL_ENDED: answer.lines_more.tag = FL_lines_More_ended; break;
  case FL_EXPIRED: answer.lines_more.tag = FL_lines_More_late; break;
  case FL_SENT: answer.respond = true; break;
  case FL_STOPPING:
    if (client->due_ms != 0) { /* in the middle of a body */
      fl_conn_await(conn, patience(server, client));
      return;
    }
    answer.lines_more.tag = FL_lines_More_ended;
    break;
  }
  drive(server, conn, answer);
}

static void on_closed(void *context, struct fl_conn *conn) {
  (void)context;
  forget_file(fl_conn_state(conn));
}

static const char usage[] =
    "usage: server --root DIR [--address 127.0.0.1] [--port 8080] [--timeout MS] [--connections N]\n"
    "Serves the files below DIR over HTTP/1.1. Port 0 picks a free one. SIGTERM and SIGINT stop it.\n";

int main(int argc, char **argv) {
  static const struct option options[] = {SERVING_OPTIONS, {"root", required_argument, NULL, 'r'}, {0}};
  const char *root = NULL;
  struct serving serving = {
      .address = "127.0.0.1",
      .port = 8080,
      .timeout_ms = 30000,
      .limits = {.connections = 4096, .input = 2 * FL_lines_HEAD_MAX, .send_timeout_ms = 30000, .grace_ms = 5000}};
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    if (option == 'r')
      root = optarg;
    else
      serving_option(&serving, option, usage);
  }
  if (!root || optind != argc) {
    fputs(usage, stderr);
    return 2;
  }
  struct server server = {.files = files_open(root), .timeout_ms = serving.timeout_ms};
  if (!server.files) {
    fprintf(stderr, "server: cannot open folder %s: %s\n", root, strerror(errno));
    return 1;
  }
  struct fl_handler handler = {
      .state_size = sizeof(struct client), .event = on_event, .closed = on_closed, .context = &server};
  server.loop = fl_loop_new(&serving.limits, &handler);
  if (!server.loop) {
    fprintf(stderr, "server: cannot start: %s\n", strerror(errno));
    return 1;
  }
  int status = serve(server.loop, &serving);
  fl_loop_free(server.loop);
  files_close(server.files);
  return status;
}
