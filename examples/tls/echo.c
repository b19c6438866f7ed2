/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A TLS server that sends back what it gets, with epoll and libfairlead-tls alone: echo CERTIFICATE KEY PORT
 *   cc -o echo echo.c $(pkg-config --cflags --libs fairlead-tls) */
#define _GNU_SOURCE
#include <fairlead/fairlead_tls.h>

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct bytes {
  uint8_t *data; /* NULL when there are none */
  size_t length;
};
struct client {
  int socket;
  bool over;           /* nothing comes after `unsent` */
  struct bytes unsent; /* what the peer has not taken: until it has, nothing more is read */
  struct bytes kept;   /* what came and was not consumed */
  fl_tls_server tls;
};

static fl_tls_output output; /* for whichever client has its turn */
static uint8_t input[FL_TLS_INPUT];

static bool keep(struct bytes *in, const uint8_t *data, size_t length) {
  uint8_t *copy = length > 0 ? malloc(length) : NULL;
  if (copy) memcpy(copy, data, length);
  free(in->data);
  *in = (struct bytes){copy, copy ? length : 0};
  return in->length == length;
}

/* Sends what goes, and keeps the rest. False: the connection is no more. */
static bool transmit(struct client *c, const uint8_t *data, size_t length) {
  ssize_t n = length > 0 ? send(c->socket, data, length, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
  if (n < 0 && errno != EAGAIN && errno != EINTR) return false;
  return keep(&c->unsent, data + (n > 0 ? n : 0), length - (n > 0 ? (size_t)n : 0));
}

/* Empties the output, whatever happens: it is somebody else's next. */
static bool flush(struct client *c) {
  size_t length = output.length;
  output.length = 0;
  return length == 0 || transmit(c, output.data, length);
}

/* What was decrypted goes back, for as long as the peer takes it. It is there until the next fl_tls_server_receive. */
static bool echo(struct client *c, fl_tls_io *io) {
  for (size_t length = 1; length > 0 && c->unsent.length == 0;) {
    const uint8_t *data = fl_tls_server_data(&c->tls, io, &length);
    fl_tls_server_used(&c->tls, fl_tls_server_send(&c->tls, io, data, length));
    if (!flush(c)) return false;
  }
  return true;
}

/* What is next, until bytes must come or go. */
static bool drive(struct client *c, fl_tls_io *io, const fl_tls_identity *identity) {
  if (!echo(c, io) || c->unsent.length > 0) return c->unsent.length > 0;
  size_t room = sizeof input - io->input_length; /* 0: there is enough to go on with */
  ssize_t n = recv(c->socket, input + io->input_length, room, MSG_DONTWAIT);
  bool gone = room > 0 && (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR));
  io->input_length += n > 0 ? (size_t)n : 0;
  for (fl_tls_event event = FL_TLS_FULL; event != FL_TLS_WANT && c->unsent.length == 0;) {
    event = gone ? fl_tls_server_no_more(&c->tls, io, FL_TLS_CUT) : fl_tls_server_receive(&c->tls, io);
    event = fl_tls_identity_answer(&identity, 1, &c->tls, io, event);
    if (!echo(c, io)) return false;
    if (event == FL_TLS_ENDED && c->unsent.length == 0) event = fl_tls_server_close(&c->tls, io);
    c->over = event == FL_TLS_DONE;
    if (!flush(c)) return false;
    if (c->over) break;
  }
  return !c->over || c->unsent.length > 0;
}

/* The peer has taken something, or bytes have come, or the end of them. Returns whether the connection goes on. */
static bool take(struct client *c, const fl_tls_identity *identity) {
  struct bytes left = c->unsent;
  c->unsent = (struct bytes){NULL, 0};
  bool stays = transmit(c, left.data, left.length) && !(c->over && c->unsent.length == 0);
  free(left.data);
  if (!stays || c->unsent.length > 0) return stays;
  fl_tls_io io = {input, c->kept.length, &output, (uint64_t)time(NULL)};
  if (c->kept.length > 0) memcpy(input, c->kept.data, c->kept.length);
  return drive(c, &io, identity) && keep(&c->kept, io.input, io.input_length);
}

static void end(struct client *c) {
  fl_tls_server_wipe(&c->tls);
  close(c->socket);
  free(c->unsent.data);
  free(c->kept.data);
  free(c);
}

int main(int argc, char **argv) {
  char why[FL_TLS_WHY];
  static uint8_t ticket_key[FL_TLS_TICKET_KEY];
  fl_tls_context context = {.provider = fl_tls_libcrypto(), .ticket_keys = ticket_key, .ticket_keys_count = 1};
  fl_tls_identity *identity = argc == 4 ? fl_tls_identity_load(argv[1], argv[2], why) : NULL;
  if (!identity) return fprintf(stderr, "echo: %s\n", argc == 4 ? why : "echo CERTIFICATE KEY PORT"), argc == 4 ? 1 : 2;
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[3]))};
  socklen_t size = sizeof here;
  int listener = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0), on = 1;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (getrandom(ticket_key, sizeof ticket_key, 0) < 0 || bind(listener, (struct sockaddr *)&here, size) < 0 ||
      listen(listener, 64) < 0 || getsockname(listener, (struct sockaddr *)&here, &size) < 0)
    return perror("echo"), 1;
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &(struct epoll_event){.events = EPOLLIN});
  printf("listening on 127.0.0.1:%u\n", ntohs(here.sin_port));
  fflush(stdout);
  for (struct epoll_event e;;) {
    if (epoll_wait(poll, &e, 1, -1) < 1) continue; /* stopped, and goes on */
    struct client *c = e.data.ptr;
    int how = c ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket = c ? c->socket : accept(listener, NULL, NULL);
    if (socket < 0) {
      usleep(1000); /* gone again, or there are too many: who is here goes first */
      continue;
    }
    if (c && !take(c, identity)) {
      end(c);
      continue;
    }
    if (!c && (c = calloc(1, sizeof *c))) {
      c->socket = socket;
      fl_tls_server_init(&c->tls, &context);
    }
    if (!c) close(socket);
    if (!c) continue;
    e = (struct epoll_event){.events = c->unsent.length > 0 ? EPOLLOUT : EPOLLIN, .data.ptr = c};
    if (epoll_ctl(poll, how, socket, &e) < 0) end(c);
  }
}
