/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A TLS server that sends back what it gets, with epoll and libfairlead-tls alone: echo CERTIFICATE KEY PORT
 *   cc -o echo echo.c $(pkg-config --cflags --libs fairlead-tls) */
#define _GNU_SOURCE
#include <fairlead/fairlead_tls.h>

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct client {
  int socket;
  uint8_t *kept; /* what came and was not consumed: NULL when there is none */
  size_t length;
  fl_tls_server tls;
};

static fl_tls_output output; /* for whichever client has its turn */
static uint8_t input[FL_TLS_INPUT];

/* Sends all of it, waiting for the peer: what a real server would not do. */
static bool sent(const struct client *c) {
  struct timeval patience = {.tv_sec = 10};
  setsockopt(c->socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  for (size_t at = 0; at < output.length;) {
    ssize_t n = send(c->socket, output.data + at, output.length - at, MSG_NOSIGNAL);
    if (n <= 0) return false;
    at += (size_t)n;
  }
  output.length = 0;
  return true;
}

/* Bytes have come, or the end of them. Returns whether the connection goes on. */
static bool take(struct client *c, const fl_tls_identity *identity) {
  if (c->length > 0) memcpy(input, c->kept, c->length);
  ssize_t n = recv(c->socket, input + c->length, sizeof input - c->length, 0);
  fl_tls_io io = {input, c->length + (n > 0 ? (size_t)n : 0), &output, (uint64_t)time(NULL)};
  fl_tls_event event = n > 0 ? fl_tls_server_receive(&c->tls, &io) : fl_tls_server_no_more(&c->tls, &io, FL_TLS_CUT);
  for (;; event = fl_tls_server_receive(&c->tls, &io)) {
    size_t length;
    event = fl_tls_identity_answer(&identity, 1, &c->tls, &io, event);
    if (event == FL_TLS_DATA) {
      const uint8_t *data = fl_tls_server_data(&c->tls, &io, &length);
      for (size_t at = 0; at < length;) {
        at += fl_tls_server_send(&c->tls, &io, data + at, length - at);
        if (!sent(c)) return false;
      }
      fl_tls_server_used(&c->tls, length);
    }
    if (event == FL_TLS_ENDED) event = fl_tls_server_close(&c->tls, &io);
    if (!sent(c) || event == FL_TLS_DONE) return false;
    if (event == FL_TLS_WANT) break;
  }
  free(c->kept);
  c->length = io.input_length;
  c->kept = c->length > 0 ? malloc(c->length) : NULL;
  if (c->kept) memcpy(c->kept, io.input, c->length);
  return c->kept || c->length == 0;
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
  for (struct epoll_event e; epoll_wait(poll, &e, 1, -1) >= 0;) {
    struct client *c = e.data.ptr;
    if (c && !take(c, identity)) {
      fl_tls_server_wipe(&c->tls);
      close(c->socket);
      free(c->kept);
      free(c);
    } else if (!c && (c = calloc(1, sizeof *c))) {
      c->socket = accept(listener, NULL, NULL);
      fl_tls_server_init(&c->tls, &context);
      epoll_ctl(poll, EPOLL_CTL_ADD, c->socket, &(struct epoll_event){.events = EPOLLIN, .data.ptr = c});
    }
  }
}
