/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A client by libfairlead-tls, for tests: dial PORT HOST [OPTION VALUE]...
 *   --authorities PEM   whom to believe: without it, nobody     --session FILE   goes on with it, and writes the next
 *   --certificate PEM, --key PEM   who we are                    --alpn NAME      --key-log FILE
 *   --send TEXT         once the handshake is done               --export LABEL   100 bytes of keying material
 *   --bytes N           gives out that many bytes of what was sent to it N bytes at a time (how input arrives)
 * What came goes to standard output; to standard error a line of what was agreed on, and how it ended. The input lies
 * in a block of its exact size, which moves at each event. */
#define _GNU_SOURCE
#include "fairlead_tls.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static fl_tls_output output;
static fl_tls_client tls;
static fl_tls_io io = {.output = &output};
static const char *session_file, *export_label, *text = "";
static int connection;
static size_t at_a_time = 65536;

static void flush(void) {
  for (size_t at = 0; at < output.length;) {
    ssize_t n = send(connection, output.data + at, output.length - at, MSG_NOSIGNAL);
    if (n <= 0) break;
    at += (size_t)n;
  }
  output.length = 0;
}

static void move(const uint8_t *more, size_t n) {
  static uint8_t *block;
  uint8_t *other = malloc(io.input_length + n ? io.input_length + n : 1);
  if (!other) abort();
  if (io.input_length > 0) memcpy(other, io.input, io.input_length);
  if (n > 0) memcpy(other + io.input_length, more, n);
  free(block);
  block = io.input = other;
  io.input_length += n;
}

static void keep(void) {
  uint8_t session[FL_TLS_SESSION_MOST];
  size_t length = fl_tls_client_session(&tls, &io, session, sizeof session);
  FILE *f = session_file && length > 0 ? fopen(session_file, "w") : NULL;
  if (f) fwrite(session, 1, length, f), fclose(f);
}

static void tell(void) {
  fl_tls_agreed agreed = fl_tls_client_agreed(&tls);
  fprintf(stderr, "established %04x%s%s %.*s\n", agreed.suite, agreed.resumed ? " resumed" : "",
          agreed.verified ? " verified" : "", (int)agreed.protocol_length, (const char *)agreed.protocol);
  uint8_t key[100];
  if (export_label && fl_tls_client_export(&tls, &io, export_label, NULL, 0, key, sizeof key)) {
    for (int i = 0; i < 100; i++) fprintf(stderr, "%02X", key[i]);
    fprintf(stderr, "\n");
  }
}

static void log_secret(void *log, const char *label, const uint8_t random[32], const uint8_t *secret, size_t length) {
  fprintf(log, "%s ", label);
  for (int i = 0; i < 32; i++) fprintf(log, "%02x", random[i]);
  fprintf(log, " ");
  for (size_t i = 0; i < length; i++) fprintf(log, "%02x", secret[i]);
  fprintf(log, "\n");
}

static fl_tls_event receive(void) {
  static uint8_t some[65536];
  ssize_t n = recv(connection, some, at_a_time, 0);
  if (n <= 0) return fl_tls_client_no_more(&tls, &io, FL_TLS_CUT);
  move(some, (size_t)n);
  return fl_tls_client_receive(&tls, &io);
}

int main(int argc, char **argv) {
  static const char *const ends[] = {"closed", "cut", "late", "failed", "alerted", "broken"};
  static uint8_t session[FL_TLS_SESSION_MOST], protocols[256];
  static char later[1 << 20];
  size_t session_length = 0, sent = 0;
  const char *certificate = NULL, *key = NULL;
  char why[FL_TLS_WHY] = "";
  fl_tls_trust *trust = NULL;
  fl_tls_identity *identity = NULL;
  fl_tls_context context = {.provider = PROVIDER()};
  for (int i = 3; i + 1 < argc; i += 2) {
    const char *value = argv[i + 1];
    if (strcmp(argv[i], "--authorities") == 0) trust = fl_tls_trust_load(value, why);
    if (strcmp(argv[i], "--session") == 0) session_file = value;
    if (strcmp(argv[i], "--certificate") == 0) certificate = value;
    if (strcmp(argv[i], "--key") == 0) key = value;
    if (strcmp(argv[i], "--send") == 0) text = value;
    if (strcmp(argv[i], "--export") == 0) export_label = value;
    if (strcmp(argv[i], "--bytes") == 0) at_a_time = (size_t)atoi(value);
    if (strcmp(argv[i], "--key-log") == 0) context.key_log = log_secret, context.log = fopen(value, "a");
    if (strcmp(argv[i], "--alpn") == 0) {
      protocols[context.protocols_length] = (uint8_t)strlen(value);
      memcpy(protocols + context.protocols_length + 1, value, strlen(value));
      context.protocols_length += 1 + strlen(value);
      context.protocols = protocols;
    }
  }
  setvbuf(stdout, later, _IOFBF, sizeof later); /* behind what is said of it, where both go to one file */
  if (certificate && key) identity = fl_tls_identity_load(certificate, key, why);
  if (why[0]) return fprintf(stderr, "%s\n", why), 2;
  if (identity && !fl_tls_identity_provider(identity, PROVIDER())) return 2;
  FILE *f = session_file ? fopen(session_file, "r") : NULL;
  if (f) session_length = fread(session, 1, sizeof session, f), fclose(f);
  struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1]))};
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connection = socket(AF_INET, SOCK_STREAM, 0);
  struct timeval patience = {.tv_sec = 60};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(connection, (struct sockaddr *)&there, sizeof there) < 0) return perror("dial"), 2;
  io.now = (uint64_t)time(NULL);
  move(NULL, 0);
  fl_tls_client_init(&tls, &context, argv[2], session, session_length);
  for (fl_tls_event event = fl_tls_client_receive(&tls, &io); event != FL_TLS_DONE;) {
    size_t n, length = strlen(text);
    move(NULL, 0);
    event = fl_tls_trust_server(trust, &tls, &io, event);
    event = fl_tls_identity_client(identity, &tls, &io, event);
    switch (event) {
    case FL_TLS_ESTABLISHED:
      tell();
      while (sent < length) {
        sent += fl_tls_client_send(&tls, &io, (const uint8_t *)text + sent, length - sent);
        flush();
      }
      event = fl_tls_client_receive(&tls, &io);
      break;
    case FL_TLS_SESSION:
      keep();
      event = fl_tls_client_receive(&tls, &io);
      break;
    case FL_TLS_DATA:
    case FL_TLS_ENDED: {
      const uint8_t *data = fl_tls_client_data(&tls, &io, &n);
      fwrite(data, 1, n, stdout);
      fl_tls_client_used(&tls, n);
      event = event == FL_TLS_ENDED ? fl_tls_client_close(&tls, &io) : fl_tls_client_receive(&tls, &io);
      break;
    }
    case FL_TLS_WANT:
      flush();
      event = receive();
      break;
    case FL_TLS_DONE: break;
    default: flush(); event = fl_tls_client_receive(&tls, &io);
    }
  }
  flush();
  uint8_t alert = 0;
  fl_tls_end end = fl_tls_client_end(&tls, &alert);
  fprintf(stderr, end == FL_TLS_END_FAILED || end == FL_TLS_END_ALERTED ? "%s %u\n" : "%s\n", ends[end], alert);
  shutdown(connection, SHUT_WR);
  while (recv(connection, why, sizeof why, 0) > 0) /* so that what we sent is not lost by a reset */
    ;
  if (context.log) fclose(context.log);
  free(io.input);
  fl_tls_trust_free(trust);
  fl_tls_identity_free(identity);
  return end == FL_TLS_END_CLOSED ? 0 : 1;
}
