/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The HTTPS server around the compiled protocol: it answers what fl_connection asks for.
 * All that TLS and HTTP are, is in the .fl files; cryptography is in crypto.c, files are in ../http/files.c. */
#define _GNU_SOURCE
#include "fairlead_gcm.h"
#include "files.h"
#include "fl_loop.h"
#include "https.h"
#include "identity.h"
#include "serve.h"

#include <errno.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What is decrypted and not used yet, at most a ClientHello (messages.fl), what lay between it (MOST_DEAD of
 * records.fl), and one more record. */
enum { INPUT_MOST = 104448 };

struct client {
  struct fl_connection machine;
  struct file *file; /* looked up last; we are one of its users */
  uint64_t due_ms;   /* when the handshake, or the request that has begun to arrive, must be complete; 0: none has */
  bool established;  /* the handshake is done */
};

struct server {
  struct files *files;
  struct fl_loop *loop;
  struct identity *identity;
  uint32_t handshake_ms, timeout_ms;
  bool verbose;
  struct fl_bytes29 date;
  /* Lent to whichever machine runs. */
  struct fl_bytes1024 out;
  struct fl_bytes66048 wire;
};

static void forget_file(struct client *client) {
  if (client->file) file_release(client->file);
  client->file = NULL;
}

static struct fl_http_File look_up(struct server *server, struct client *client) {
  struct fl_http_File found = {0};
  forget_file(client);
  found.status = files_find(server->files, server->out.data, server->out.len, fl_loop_now(server->loop), &client->file);
  if (found.status != 200) return found;
  size_t type_length = strlen(client->file->type);
  if (type_length <= sizeof found.type.data) {
    found.type.len = (uint8_t)type_length;
    memcpy(found.type.data, client->file->type, type_length);
  }
  found.size = client->file->size;
  found.modified.len = HTTP_DATE_SIZE;
  memcpy(found.modified.data, client->file->modified, HTTP_DATE_SIZE);
  return found;
}

static bool fill(struct server *server, const struct client *client, uint64_t offset, uint32_t n) {
  const struct file *file = client->file;
  struct fl_bytes66048 *wire = &server->wire;
  if (!file || n > sizeof wire->data - wire->len || offset > file->size || n > file->size - offset) return false;
  uint8_t *to = wire->data + wire->len;
  if (file->data)
    memcpy(to, file->data + offset, n);
  else
    for (uint32_t at = 0; at < n;) {
      ssize_t got = pread(file->descriptor, to + at, n - at, (off_t)(offset + at));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) /* the file has become shorter than we announced */
        return false;
      at += (uint32_t)got;
    }
  wire->len += n;
  return true;
}

static void report(const struct server *server, struct fl_records_End end) {
  static const char *const names[] = {[FL_records_End_closed] = "closed",
                                      [FL_records_End_cut] = "cut off",
                                      [FL_records_End_late] = "too slow",
                                      [FL_records_End_failed] = "failed, alert",
                                      [FL_records_End_alerted] = "ended by alert"};
  if (!server->verbose) return;
  if (end.tag == FL_records_End_failed || end.tag == FL_records_End_alerted)
    printf("connection: %s %u\n", names[end.tag],
           (unsigned)(end.tag == FL_records_End_failed ? end.u.failed : end.u.alerted));
  else
    printf("connection: %s\n", names[end.tag]);
  fflush(stdout);
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
  struct fl_http_File found;
  struct fl_bytes64 random;
  struct fl_bytes72 signature;
  union fl_request asked;
  bool running = true;
  while (running) {
    struct fl_span input, certificates;
    input.data = fl_conn_input(conn, &input.len);
    /* The machine only reads them, but what is lent is lent to write to. */
    certificates.data = (uint8_t *)(uintptr_t)identity_certificates(server->identity, &certificates.len);
    enum fl_status status =
        fl_connection_step(&client->machine, answer, &asked, input, &server->wire, certificates, &server->out);
    switch (status) {
    case FL_ASKS_transport_more:
      fl_conn_await(conn, patience(server, client));
      running = false;
      break;
    case FL_ASKS_transport_consume: fl_conn_consume(conn, asked.transport_consume.n); break;
    case FL_ASKS_transport_send: {
      enum fl_sending sending = fl_conn_send(conn, server->wire.data, server->wire.len, NULL);
      running = sending != FL_SENDING;
      answer.transport_send = sending == FL_SEND_DONE;
      break;
    }
    case FL_ASKS_handshake_random:
      random.len = RAND_priv_bytes(random.data, sizeof random.data) == 1 ? sizeof random.data : 0;
      answer.handshake_random = &random;
      break;
    case FL_ASKS_handshake_sign:
      signature.len = identity_sign(server->identity, asked.handshake_sign.digest.data, signature.data);
      answer.handshake_sign = &signature;
      break;
    case FL_ASKS_waiting:
      if (!client->established) client->due_ms = 0; /* the handshake's */
      client->established = true;
      fl_conn_expendable(conn, true);
      if (asked.waiting.request) begin_request(server, client);
      break;
    case FL_ASKS_http_lookup:
      found = look_up(server, client);
      answer.http_lookup = &found;
      break;
    case FL_ASKS_http_now: /* for the head of an answer: the request is all there */
      client->due_ms = 0;
      fl_conn_expendable(conn, false);
      server->date.len = HTTP_DATE_SIZE;
      http_date((int64_t)time(NULL), (char *)server->date.data);
      answer.http_now = &server->date;
      break;
    case FL_ASKS_fill: answer.fill = fill(server, client, asked.fill.offset, asked.fill.n); break;
    case FL_DONE:
      report(server, asked.done_connection);
      fl_conn_close(conn);
      running = false;
      break;
    case FL_TRAP:
      fprintf(stderr, "server: the protocol machine trapped; closing this connection\n");
      fl_conn_close(conn);
      running = false;
      break;
    }
  }
  explicit_bzero(&random, sizeof random);
  explicit_bzero(&asked, sizeof asked); /* secrets pass through it from coroutine to coroutine */
}

static void on_event(void *context, struct fl_conn *conn, enum fl_event event) {
  struct server *server = context;
  struct client *client = fl_conn_state(conn);
  union fl_response answer = {0};
  switch (event) {
  case FL_OPENED:
    fl_connection_init(&client->machine);
    client->due_ms = fl_loop_now(server->loop) + server->handshake_ms;
    fl_conn_expendable(conn, true);
    break;
  case FL_INPUT:
    begin_request(server, client);
    answer.transport_more.tag = FL_transport_More_arrived;
    break;
  case FL_ENDED: answer.transport_more.tag = FL_transport_More_ended; break;
  case FL_EXPIRED: answer.transport_more.tag = FL_transport_More_late; break;
  case FL_SENT: answer.transport_send = true; break;
  case FL_STOPPING:
    if (client->established && client->due_ms != 0) { /* in the middle of a request */
      fl_conn_await(conn, patience(server, client));
      return;
    }
    answer.transport_more.tag = FL_transport_More_ended;
    break;
  }
  drive(server, conn, answer);
}

static void on_closed(void *context, struct fl_conn *conn) {
  (void)context;
  struct client *client = fl_conn_state(conn);
  forget_file(client);
  explicit_bzero(&client->machine, sizeof client->machine);
}

static const char usage[] =
    "usage: server --root DIR --certificate PEM --key PEM [--address 127.0.0.1] [--port 8443] [--timeout MS]\n"
    "              [--handshake-timeout MS] [--connections N] [--verbose]\n"
    "Serves the files below DIR over HTTP/1.1 and TLS 1.3. Port 0 picks a free one. SIGTERM and SIGINT stop it.\n"
    "--verbose prints how each connection ended. An example, not audited: see examples/tls/README.md.\n";

int main(int argc, char **argv) {
  static const struct option options[] = {SERVING_OPTIONS,
                                          {"root", required_argument, NULL, 'r'},
                                          {"certificate", required_argument, NULL, 'e'},
                                          {"key", required_argument, NULL, 'k'},
                                          {"handshake-timeout", required_argument, NULL, 's'},
                                          {"verbose", no_argument, NULL, 'v'},
                                          {0}};
  const char *root = NULL, *certificate = NULL, *key = NULL;
  static struct server server = {.handshake_ms = 10000};
  struct serving serving = {
      .address = "127.0.0.1",
      .port = 8443,
      .timeout_ms = 30000,
      .limits = {.connections = 4096, .input = INPUT_MOST, .send_timeout_ms = 30000, .grace_ms = 5000}};
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    switch (option) {
    case 'r': root = optarg; break;
    case 'e': certificate = optarg; break;
    case 'k': key = optarg; break;
    case 's': server.handshake_ms = number_of_option(optarg, 1, 86400000); break;
    case 'v': server.verbose = true; break;
    default: serving_option(&serving, option, usage);
    }
  }
  if (!root || !certificate || !key || optind != argc) {
    fputs(usage, stderr);
    return 2;
  }
  if (!fl_gcm_supported()) {
    fprintf(stderr, "server: %s\n", fl_gcm_message(FL_GCM_NO_CPU));
    return 1;
  }
  server.timeout_ms = serving.timeout_ms;
  server.identity = identity_load(certificate, key);
  if (!server.identity) return 1;
  server.files = files_open(root);
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
  identity_free(server.identity);
  return status;
}
