/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* As much of HTTP as one page needs: what bench/web has in common with all servers that it compares. */
#ifndef WEB_HTTP_H
#define WEB_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define REQUEST_MOST 2048

struct answer {
  const char *text;
  size_t length;
  bool last; /* close the connection after it */
};

/* How long the first request of those is; 0: it is not complete. */
static inline size_t http_request(const char *text, size_t length) {
  const char *end = memmem(text, length, "\r\n\r\n", 4);
  return end ? (size_t)(end + 4 - text) : 0;
}

#define HTTP_ANSWER(status, more, body, last)                                             \
  ((struct answer){"HTTP/1.1 " status "\r\nContent-Type: text/html\r\n" more "\r\n" body, \
                   sizeof("HTTP/1.1 " status "\r\nContent-Type: text/html\r\n" more "\r\n" body) - 1, last})

#define HTTP_TOO_LONG HTTP_ANSWER("431 Too long", "Content-Length: 0\r\nConnection: close\r\n", "", true)

/* Requests with a body are not for us. */
static inline struct answer http_answer(const char *request, size_t length) {
#define HTTP_PAGE "<!DOCTYPE html><title>Threads</title><p>This is the page.</p>"
  static const char get[] = "GET / HTTP/1.";
  if (length < 14 || memcmp(request, "GET /", 5) != 0)
    return HTTP_ANSWER("400 Bad request", "Content-Length: 0\r\nConnection: close\r\n", "", true);
  if (memcmp(request, get, sizeof get - 1) != 0)
    return HTTP_ANSWER("404 Not found", "Content-Length: 0\r\n", "", false);
  if (request[sizeof get - 1] == '0')
    return HTTP_ANSWER("200 OK", "Content-Length: 61\r\nConnection: close\r\n", HTTP_PAGE, true);
  return HTTP_ANSWER("200 OK", "Content-Length: 61\r\n", HTTP_PAGE, false);
}

#endif
