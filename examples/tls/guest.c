/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "guest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What is next: go on with TLS; return, as the connection is being sent to, or gone; end it. */
enum next { GO_ON, RETURN, END };

/* One event of the loop's. */
struct turn {
  struct house *house;
  struct fl_conn *conn;
  struct guest *guest;
  uint64_t now;
  fl_tls_io io;
};

static bool read_file(const struct file *file, uint64_t offset, uint8_t *to, size_t length) {
  if (file->data) memcpy(to, file->data + offset, length);
  for (size_t at = 0; !file->data && at < length;) {
    ssize_t got = pread(file->descriptor, to + at, length - at, (off_t)(offset + at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false; /* the file has become shorter than we announced */
    at += (size_t)got;
  }
  return true;
}

/* The loop may forget what TLS has dealt with, and all of the output goes out. */
static enum next flush(struct turn *t) {
  size_t before, length = t->io.output->length;
  fl_conn_input(t->conn, &before);
  fl_conn_consume(t->conn, before - t->io.input_length);
  t->io.output->length = 0;
  enum fl_sending sending = length > 0 ? fl_conn_send(t->conn, t->io.output->data, length, NULL) : FL_SEND_DONE;
  if (sending == FL_SEND_FAILED) fl_conn_close(t->conn);
  return sending == FL_SEND_DONE ? GO_ON : RETURN;
}

/* A head, and more of the file behind it, read to where it is encrypted. */
static enum next respond(struct turn *t, const uint8_t *head, size_t length) {
  struct guest *guest = t->guest;
  const struct file *file = guest->client.file;
  while (guest->responding) {
    size_t most;
    uint8_t *to = fl_tls_server_room(&guest->tls, &t->io, &most);
    if (!to && t->io.output->length == 0) return END;
    if (!to && flush(t) == RETURN) return RETURN;
    if (!to) continue;
    size_t begins = length < most ? length : most;
    uint64_t left = file ? file->size - guest->offset : 0;
    size_t n = left < most - begins ? (size_t)left : most - begins;
    if (begins > 0) memcpy(to, head, begins);
    if (n > 0 && !read_file(file, guest->offset, to + begins, n)) return END;
    fl_tls_server_send(&guest->tls, &t->io, to, begins + n);
    head += begins;
    length -= begins;
    guest->offset += n;
    guest->responding = length > 0 || n < left;
  }
  return GO_ON;
}

/* Runs HTTP on what was decrypted, until it needs more of it. */
static enum next run_http(struct turn *t, union fl_response answer) {
  static uint8_t nothing[1];
  struct site *site = &t->house->site;
  struct client *client = &t->guest->client;
  struct fl_File found;
  for (;;) {
    union fl_request asked;
    struct fl_span data;
    data.data = fl_tls_server_data(&t->guest->tls, &t->io, &data.len);
    if (!data.data) data.data = nothing;
    switch (fl_connection_step(&client->machine, answer, &asked, data, &site->out)) {
    case FL_ASKS_lines_more:
      if (data.len > 0) client_begin(site, client, t->now);
      fl_conn_expendable(t->conn, true);
      return GO_ON;
    case FL_ASKS_body_consume: /* of a request that is not complete */
      client_begin(site, client, t->now);
      fl_tls_server_used(&t->guest->tls, asked.body_consume.n);
      break;
    case FL_ASKS_lookup:
      found = client_look_up(site, client, t->now);
      answer.lookup = &found;
      break;
    case FL_ASKS_now: /* for the head of an answer: the request is all there */
      client->due_ms = 0;
      fl_conn_expendable(t->conn, false);
      answer.now = site_date(site, t->now);
      break;
    case FL_ASKS_respond: {
      if (!asked.respond.file) client_forget_file(client);
      t->guest->responding = true;
      t->guest->offset = 0;
      enum next next = respond(t, site->out.data, site->out.len);
      if (next != GO_ON) return next;
      answer.respond = true;
      break;
    }
    default: return END;
    }
  }
}

static void report(const struct turn *t) {
  static const char *const names[] = {[FL_TLS_END_CLOSED] = "closed",          [FL_TLS_END_CUT] = "cut off",
                                      [FL_TLS_END_LATE] = "too slow",          [FL_TLS_END_FAILED] = "failed, alert",
                                      [FL_TLS_END_ALERTED] = "ended by alert", [FL_TLS_END_BROKEN] = "broken"};
  uint8_t alert;
  fl_tls_end end = fl_tls_server_end(&t->guest->tls, &alert);
  if (end == FL_TLS_END_BROKEN) fprintf(stderr, "server: the protocol machine trapped; closing this connection\n");
  if (!t->house->verbose) return;
  if (end == FL_TLS_END_FAILED || end == FL_TLS_END_ALERTED)
    printf("connection: %s %u\n", names[end], (unsigned)alert);
  else
    printf("connection: %s\n", names[end]);
  fflush(stdout);
}

/* HTTP, where TLS has something for it. */
static enum next pass_on(struct turn *t, fl_tls_event event) {
  union fl_response answer = {0};
  switch (event) {
  case FL_TLS_ESTABLISHED:
    t->guest->established = true;
    identities_let_go(t->guest->identities);
    t->guest->identities = NULL;
    t->guest->client.due_ms = 0; /* the handshake's */
    fl_connection_init(&t->guest->client.machine);
    return run_http(t, answer);
  case FL_TLS_DATA: answer.lines_more.tag = FL_lines_More_arrived; return run_http(t, answer);
  case FL_TLS_ENDED:
    answer.lines_more.tag =
        fl_tls_server_end(&t->guest->tls, NULL) == FL_TLS_END_LATE ? FL_lines_More_late : FL_lines_More_ended;
    return run_http(t, answer);
  default: return GO_ON;
  }
}

/* Does what TLS says is next, until it must wait for the network. */
static void drive(struct turn *t, fl_tls_event event) {
  struct guest *guest = t->guest;
  for (;; event = fl_tls_server_receive(&guest->tls, &t->io)) {
    if (guest->identities)
      event = fl_tls_identity_answer(guest->identities->list, guest->identities->count, &guest->tls, &t->io, event);
    event = fl_tls_trust_client(t->house->trust, &guest->tls, &t->io, event);
    if (event == FL_TLS_TICKET)
      event = fl_tls_server_resume(&guest->tls, &t->io,
                                   used_first(t->house->used, fl_tls_server_ticket(&guest->tls, &t->io), t->io.now));
    enum next next = pass_on(t, event);
    if (next == RETURN) return;
    if (next == END) event = fl_tls_server_close(&guest->tls, &t->io);
    if (event == FL_TLS_DONE && !guest->over) {
      guest->over = true;
      report(t);
    }
    if (event != FL_TLS_DONE && event != FL_TLS_WANT && event != FL_TLS_FULL) continue;
    if (flush(t) == RETURN) return;
    if (event == FL_TLS_FULL) continue;
    if (event == FL_TLS_DONE)
      fl_conn_close(t->conn);
    else
      fl_conn_await(t->conn, client_patience(&t->house->site, &guest->client, t->now));
    return;
  }
}

/* All of the output was sent: the rest of a file, or whatever TLS says. */
static void go_on(struct turn *t) {
  union fl_response answer = {.respond = true};
  enum next next = GO_ON;
  if (t->guest->responding) {
    next = respond(t, NULL, 0);
    if (next == GO_ON) next = run_http(t, answer);
  }
  if (next != RETURN)
    drive(t, next == END ? fl_tls_server_close(&t->guest->tls, &t->io) : fl_tls_server_receive(&t->guest->tls, &t->io));
}

void guest_event(void *context, struct fl_conn *conn, enum fl_event event) {
  struct house *house = context;
  struct turn t = {.house = house,
                   .conn = conn,
                   .guest = fl_conn_state(conn),
                   .now = fl_loop_now(house->loop),
                   .io = {.output = &house->output, .now = (uint64_t)time(NULL)}};
  fl_tls_server *tls = &t.guest->tls;
  t.io.input = fl_conn_input(conn, &t.io.input_length);
  house->output.length = 0;
  switch (event) {
  case FL_OPENED:
    house->refresh(house);
    t.guest->identities = identities_hold(house->identities);
    fl_tls_server_init(tls, &house->tls);
    t.guest->client.due_ms = t.now + house->handshake_ms;
    fl_conn_expendable(conn, true);
    drive(&t, fl_tls_server_receive(tls, &t.io));
    break;
  case FL_INPUT:
    client_begin(&house->site, &t.guest->client, t.now);
    drive(&t, fl_tls_server_receive(tls, &t.io));
    break;
  case FL_ENDED: drive(&t, fl_tls_server_no_more(tls, &t.io, FL_TLS_CUT)); break;
  case FL_EXPIRED: drive(&t, fl_tls_server_no_more(tls, &t.io, FL_TLS_LATE)); break;
  case FL_SENT: go_on(&t); break;
  case FL_STOPPING:
    if (t.guest->established && t.guest->client.due_ms != 0) /* in the middle of a request */
      fl_conn_await(conn, client_patience(&house->site, &t.guest->client, t.now));
    else
      drive(&t, fl_tls_server_no_more(tls, &t.io, FL_TLS_CUT));
    break;
  }
}

void guest_closed(void *context, struct fl_conn *conn) {
  (void)context;
  struct guest *guest = fl_conn_state(conn);
  client_forget_file(&guest->client);
  identities_let_go(guest->identities);
  fl_tls_server_wipe(&guest->tls);
}
