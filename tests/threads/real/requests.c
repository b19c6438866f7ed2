/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Connections that http-parser reads. Its callbacks suspend: each waits, in the middle of http_parser_execute, until
 * all do; then gives back what it is sent, piece by piece. Nothing is marked here: `fairlead threads infer` does it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fl_stream.h>
#include <fl_sync.h>
#include <fl_threads.h>

#include "http_parser.h"

#define COUNT 50
#define REQUESTS 3

static fl_barrier all = FL_BARRIER_INIT(COUNT);
static int together, right, wrong;

struct connection {
  int fd;
  unsigned requests, fields;
  size_t path, body;
};

static int on_url(http_parser *parser, const char *at, size_t length)
{
  struct connection *c = parser->data;
  (void)at;
  fl_yield();
  c->path += length;
  return 0;
}

static int on_field(http_parser *parser, const char *at, size_t length)
{
  struct connection *c = parser->data;
  (void)at;
  if (length > 3)
    fl_yield();
  c->fields++;
  return 0;
}

static int on_headers(http_parser *parser)
{
  struct connection *c = parser->data;
  if (c->requests == 0 && fl_barrier_wait(&all) >= 0)
    together++;
  return 0;
}

static int on_body(http_parser *parser, const char *at, size_t length)
{
  struct connection *c = parser->data;
  c->body += length;
  return fl_write(c->fd, at, length, FL_FOREVER) == (ssize_t)length ? 0 : -1;
}

/* Says nothing, and does not suspend. */
static int on_complete(http_parser *parser)
{
  struct connection *c = parser->data;
  c->requests++;
  return 0;
}

static const http_parser_settings settings = {
  .on_url = on_url,
  .on_header_field = on_field,
  .on_headers_complete = on_headers,
  .on_body = on_body,
  .on_message_complete = on_complete,
};

static void serve(int fd)
{
  struct connection c = {.fd = fd};
  char buffer[61];
  ssize_t got;
  http_parser parser;
  http_parser_init(&parser, HTTP_REQUEST);
  parser.data = &c;
  while ((got = fl_read(fd, buffer, sizeof buffer, FL_FOREVER)) > 0)
    if (http_parser_execute(&parser, &settings, buffer, (size_t)got) != (size_t)got) {
      printf("%s\n", http_errno_name(HTTP_PARSER_ERRNO(&parser)));
      wrong++;
      break;
    }
  if (c.requests != REQUESTS || c.path != REQUESTS * strlen("/echo?7"))
    wrong++;
  close(fd);
}

static const char request[] = "POST /echo?7 HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
                              "6\r\nhello \r\n1a;x=y\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n";
static const char answer[] = "hello abcdefghijklmnopqrstuvwxyz";

/* Sends pieces of another size each, and reads what comes back. */
static void ask(int fd, size_t piece)
{
  char back[sizeof answer];
  fl_reader reader = fl_reader_on(fd, back, sizeof back);
  for (int i = 0; i < REQUESTS; i++)
    for (size_t at = 0; at < sizeof request - 1; at += piece) {
      size_t left = sizeof request - 1 - at;
      fl_write(fd, request + at, left < piece ? left : piece, FL_FOREVER);
      fl_yield();
    }
  shutdown(fd, SHUT_WR);
  char got[sizeof answer - 1];
  int good = 0;
  while (fl_read_exactly(&reader, got, sizeof got, FL_FOREVER) > 0)
    good += memcmp(got, answer, sizeof got) == 0;
  if (good == REQUESTS)
    right++;
  close(fd);
}

int main(void)
{
  for (size_t i = 0; i < COUNT; i++) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) != 0)
      return 1;
    fl_spawn(serve(pair[0]));
    fl_spawn(ask(pair[1], i + 1));
  }
  size_t left = fl_main_loop();
  const char *how = together == COUNT ? "all at once" : "not at once";
  printf("%d of %d, %s, %d wrong\n", right, COUNT, how, wrong + (int)left);
  return 0;
}
