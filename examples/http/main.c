/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The HTTP server around the compiled protocol: it answers what fl_connection asks for.
 * All that HTTP is, is in the .fl files; all that I/O is, is in runtime/ and here. */
#define _GNU_SOURCE
#include "client.h"
#include "serve.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct server {
  struct site site;
  struct fl_loop *loop;
};

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

/* Runs the machine until it must wait for the network. */
static void drive(struct server *server, struct fl_conn *conn, union fl_response answer) {
  struct client *client = fl_conn_state(conn);
  struct fl_File found;
  for (;;) {
    union fl_request asked;
    struct fl_span input;
    input.data = fl_conn_input(conn, &input.len);
    enum fl_status status = fl_connection_step(&client->machine, answer, &asked, input, &server->site.out);
    switch (status) {
    case FL_ASKS_lines_more:
      if (input.len > 0) client_begin(&server->site, client, fl_loop_now(server->loop));
      fl_conn_expendable(conn, true);
      fl_conn_await(conn, client_patience(&server->site, client, fl_loop_now(server->loop)));
      return;
    case FL_ASKS_body_consume: /* of a request that is not complete */
      client_begin(&server->site, client, fl_loop_now(server->loop));
      fl_conn_consume(conn, asked.body_consume.n);
      break;
    case FL_ASKS_lookup:
      found = client_look_up(&server->site, client, fl_loop_now(server->loop));
      answer.lookup = &found;
      break;
    case FL_ASKS_now: /* for the head of an answer: the request is all there */
      client->due_ms = 0;
      fl_conn_expendable(conn, false);
      answer.now = site_date(&server->site, fl_loop_now(server->loop));
      break;
    case FL_ASKS_respond: {
      enum fl_sending sending = send_response(conn, client, &server->site.out, asked.respond.file);
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
    client_begin(&server->site, client, fl_loop_now(server->loop));
    answer.lines_more.tag = FL_lines_More_arrived;
    break;
  case FL_ENDED: answer.lines_more.tag = FL_lines_More_ended; break;
  case FL_EXPIRED: answer.lines_more.tag = FL_lines_More_late; break;
  case FL_SENT: answer.respond = true; break;
  case FL_STOPPING:
    if (client->due_ms != 0) { /* in the middle of a body */
      fl_conn_await(conn, client_patience(&server->site, client, fl_loop_now(server->loop)));
      return;
    }
    answer.lines_more.tag = FL_lines_More_ended;
    break;
  }
  drive(server, conn, answer);
}

static void on_closed(void *context, struct fl_conn *conn) {
  (void)context;
  client_forget_file(fl_conn_state(conn));
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
  static struct server server;
  server.site = (struct site){.files = files_open(root), .timeout_ms = serving.timeout_ms};
  if (!server.site.files) {
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
  files_close(server.site.files);
  return status;
}
