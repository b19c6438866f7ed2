/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A TLS client that blocks: fetch HOST PORT PATH [AUTHORITIES] prints a page.
 *   cc -o fetch fetch.c $(pkg-config --cflags --libs fairlead-tls) */
#define _GNU_SOURCE
#include <fairlead/fairlead_tls.h>

#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static fl_tls_output output;
static uint8_t input[FL_TLS_INPUT];

static int dial(const char *host, const char *port) {
  struct addrinfo want = {.ai_socktype = SOCK_STREAM}, *found = NULL;
  int s = -1;
  if (getaddrinfo(host, port, &want, &found) != 0) return -1;
  for (struct addrinfo *a = found; a && s < 0; a = a->ai_next) {
    s = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
    if (s >= 0 && connect(s, a->ai_addr, a->ai_addrlen) < 0) close(s), s = -1;
  }
  freeaddrinfo(found);
  return s;
}

static bool send_output(int s) {
  for (size_t at = 0; at < output.length;) {
    ssize_t n = send(s, output.data + at, output.length - at, MSG_NOSIGNAL);
    if (n <= 0) return false;
    at += (size_t)n;
  }
  output.length = 0;
  return true;
}

int main(int argc, char **argv) {
  static fl_tls_client tls;
  char why[FL_TLS_WHY], request[1024];
  if (argc < 4) return fprintf(stderr, "usage: fetch HOST PORT PATH [AUTHORITIES]\n"), 2;
  int length = snprintf(request, sizeof request, "GET %s HTTP/1.0\r\nHost: %s\r\n\r\n", argv[3], argv[1]);
  fl_tls_trust *trust = fl_tls_trust_load(argv[4], why); /* NULL: those of the system */
  if (!trust) return fprintf(stderr, "fetch: %s\n", why), 1;
  int s = length < (int)sizeof request ? dial(argv[1], argv[2]) : -1;
  if (s < 0) return fprintf(stderr, "fetch: no connection to %s\n", argv[1]), 1;
  fl_tls_context context = {.provider = fl_tls_libcrypto()};
  fl_tls_io io = {input, 0, &output, (uint64_t)time(NULL)};
  fl_tls_client_init(&tls, &context, argv[1], NULL, 0);
  fl_tls_event event = fl_tls_client_receive(&tls, &io);
  while (event != FL_TLS_DONE) {
    size_t n = 0;
    event = fl_tls_trust_server(trust, &tls, &io, event);
    event = fl_tls_identity_client(NULL, &tls, &io, event);
    if (event == FL_TLS_ESTABLISHED) fl_tls_client_send(&tls, &io, (const uint8_t *)request, (size_t)length);
    if (event == FL_TLS_DATA || event == FL_TLS_ENDED) {
      const uint8_t *data = fl_tls_client_data(&tls, &io, &n);
      fwrite(data, 1, n, stdout);
      fl_tls_client_used(&tls, n);
    }
    bool sent = send_output(s);
    if (event == FL_TLS_WANT) {
      memmove(input, io.input, io.input_length);
      io.input = input;
      ssize_t got = sent ? recv(s, input + io.input_length, sizeof input - io.input_length, 0) : 0;
      if (got > 0) io.input_length += (size_t)got;
      event = got > 0 ? fl_tls_client_receive(&tls, &io) : fl_tls_client_no_more(&tls, &io, FL_TLS_CUT);
    } else if (event != FL_TLS_DONE)
      event = event == FL_TLS_ENDED ? fl_tls_client_close(&tls, &io) : fl_tls_client_receive(&tls, &io);
  }
  send_output(s);
  uint8_t alert;
  fl_tls_end end = fl_tls_client_end(&tls, &alert);
  if (end != FL_TLS_END_CLOSED) fprintf(stderr, "fetch: not ended by the server's word: %d, alert %u\n", end, alert);
  fl_tls_trust_free(trust);
  close(s);
  return end == FL_TLS_END_CLOSED ? 0 : 1;
}
