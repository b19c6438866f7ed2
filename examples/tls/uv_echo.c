/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What echo.c does, with libuv: uv_echo CERTIFICATE KEY PORT
 *   cc -o uv_echo uv_echo.c $(pkg-config --cflags --libs fairlead-tls libuv) */
#define _GNU_SOURCE
#include <fairlead/fairlead_tls.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <uv.h>

struct client {
  uv_tcp_t tcp;
  bool gone, over; /* nothing more comes from the peer; or goes to it */
  uint8_t *kept;   /* what came and was not consumed: NULL when there is none */
  size_t length;
  fl_tls_server tls;
};
struct writing {
  uv_write_t request;
  uint8_t data[]; /* what the peer has not taken: until it has, nothing more is read */
};

static fl_tls_output output; /* for whichever client has its turn */
static uint8_t input[FL_TLS_INPUT];
static fl_tls_context context;
static const fl_tls_identity *identity;

static void closed(uv_handle_t *handle) {
  struct client *c = handle->data;
  fl_tls_server_wipe(&c->tls);
  free(c->kept);
  free(c);
}

static uv_stream_t *stream(struct client *c) { return (uv_stream_t *)&c->tcp; }
static bool waits(struct client *c) { return uv_stream_get_write_queue_size(stream(c)) > 0; }
static void drive(struct client *c, size_t more);

static void written(uv_write_t *request, int status) {
  struct client *c = request->handle->data;
  free(request->data);
  if (uv_is_closing((uv_handle_t *)&c->tcp)) return;
  if (status < 0) c->gone = c->over = true;
  drive(c, 0);
}

/* Empties the output, whatever happens: it is somebody else's next. False: the connection is no more. */
static bool flush(struct client *c) {
  size_t length = output.length;
  uv_buf_t all = uv_buf_init((char *)output.data, (unsigned)length);
  output.length = 0;
  int n = length > 0 && !waits(c) ? uv_try_write(stream(c), &all, 1) : 0;
  if (n < 0 && n != UV_EAGAIN) return false;
  size_t left = length - (n > 0 ? (size_t)n : 0);
  struct writing *w = left > 0 ? malloc(sizeof *w + left) : NULL;
  if (!w) return left == 0;
  memcpy(w->data, output.data + length - left, left);
  w->request.data = w;
  uv_buf_t rest = uv_buf_init((char *)w->data, (unsigned)left);
  if (uv_write(&w->request, stream(c), &rest, 1, written) == 0) return true;
  free(w);
  return false;
}

/* What was decrypted goes back, for as long as the peer takes it. It is there until the next fl_tls_server_receive. */
static bool echo(struct client *c, fl_tls_io *io) {
  for (size_t length = 1; length > 0 && !waits(c);) {
    const uint8_t *data = fl_tls_server_data(&c->tls, io, &length);
    fl_tls_server_used(&c->tls, fl_tls_server_send(&c->tls, io, data, length));
    if (!flush(c)) return false;
  }
  return true;
}

static void room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
  struct client *c = handle->data;
  (void)suggested;
  *buffer = uv_buf_init((char *)input + c->length, (unsigned)(sizeof input - c->length));
}

static void came(uv_stream_t *from, ssize_t n, const uv_buf_t *buffer) {
  struct client *c = from->data;
  (void)buffer;
  if (n < 0) c->gone = true;
  if (n != 0) drive(c, n > 0 ? (size_t)n : 0);
}

/* The peer has taken something, or so many bytes have come, behind room for what was kept; or the end of them. */
static void drive(struct client *c, size_t more) {
  if (c->length > 0) memcpy(input, c->kept, c->length);
  fl_tls_io io = {input, c->length + more, &output, (uint64_t)time(NULL)};
  bool fine = echo(c, &io);
  for (fl_tls_event event = FL_TLS_FULL; fine && event != FL_TLS_WANT && !waits(c) && !c->over;) {
    event = c->gone ? fl_tls_server_no_more(&c->tls, &io, FL_TLS_CUT) : fl_tls_server_receive(&c->tls, &io);
    event = fl_tls_identity_answer(&identity, 1, &c->tls, &io, event);
    fine = echo(c, &io);
    if (event == FL_TLS_ENDED && fine && !waits(c)) event = fl_tls_server_close(&c->tls, &io);
    c->over = event == FL_TLS_DONE;
    fine = flush(c) && fine;
  }
  free(c->kept);
  c->length = io.input_length;
  c->kept = c->length > 0 ? malloc(c->length) : NULL;
  if (c->kept) memcpy(c->kept, io.input, c->length);
  uv_read_stop(stream(c));
  if (!fine || (c->length > 0 && !c->kept) || (c->over && !waits(c)))
    uv_close((uv_handle_t *)&c->tcp, closed);
  else if (!waits(c))
    uv_read_start(stream(c), room, came);
}

static void connected(uv_stream_t *listener, int status) {
  struct client *c = status == 0 ? calloc(1, sizeof *c) : NULL;
  if (!c) return;
  uv_tcp_init(listener->loop, &c->tcp);
  c->tcp.data = c;
  fl_tls_server_init(&c->tls, &context);
  if (uv_accept(listener, stream(c)) < 0 || uv_read_start(stream(c), room, came) < 0)
    uv_close((uv_handle_t *)&c->tcp, closed);
}

int main(int argc, char **argv) {
  char why[FL_TLS_WHY];
  static uint8_t ticket_key[FL_TLS_TICKET_KEY];
  struct sockaddr_in here;
  int size = sizeof here;
  uv_tcp_t listener;
  identity = argc == 4 ? fl_tls_identity_load(argv[1], argv[2], why) : NULL;
  if (!identity)
    return fprintf(stderr, "uv_echo: %s\n", argc == 4 ? why : "uv_echo CERTIFICATE KEY PORT"), argc == 4 ? 1 : 2;
  context = (fl_tls_context){.provider = fl_tls_libcrypto(), .ticket_keys = ticket_key, .ticket_keys_count = 1};
  uv_tcp_init(uv_default_loop(), &listener);
  if (getrandom(ticket_key, sizeof ticket_key, 0) < 0 || uv_ip4_addr("127.0.0.1", atoi(argv[3]), &here) < 0 ||
      uv_tcp_bind(&listener, (struct sockaddr *)&here, 0) < 0 ||
      uv_listen((uv_stream_t *)&listener, 64, connected) < 0 ||
      uv_tcp_getsockname(&listener, (struct sockaddr *)&here, &size) < 0)
    return fprintf(stderr, "uv_echo: cannot listen on port %s\n", argv[3]), 1;
  printf("listening on 127.0.0.1:%u\n", ntohs(here.sin_port));
  fflush(stdout);
  return uv_run(uv_default_loop(), UV_RUN_DEFAULT);
}
