/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The files a server may give out: looked up by decoded path, kept in memory while they do not change. */
#ifndef FILES_H
#define FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HTTP_DATE_SIZE 29 /* "Sun, 06 Nov 1994 08:49:37 GMT", RFC 9110, 5.6.7 */

struct file {
  const uint8_t *data; /* NULL: send from descriptor */
  int descriptor;
  uint64_t size;
  const char *type; /* MIME */
  char modified[HTTP_DATE_SIZE];
  unsigned users; /* the cache counts as one */
};

struct files;

/* Serves the tree below root; follows symbolic links only inside it. NULL with errno set. */
struct files *files_open(const char *root);
void files_close(struct files *files);

/* Looks a path up ("/a/b.html"; one that ends in '/' means its index.html). Returns 200 and a file
 * with one more user, or the HTTP status that says why there is none. now_ms decides how long what
 * is in memory is believed without asking the file system. */
unsigned files_find(struct files *files, const uint8_t *path, size_t length, uint64_t now_ms, struct file **file);
void file_release(void *file);

/* Writes the date of a time, HTTP_DATE_SIZE characters. */
void http_date(int64_t seconds, char *out);

#endif
