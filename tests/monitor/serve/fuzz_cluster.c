/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Any bytes as the file of --cluster: it is refused at a place that there is, or every slot has a server, each of which
 * is found by its name; and what it says, written anew, says the same. */
#define _GNU_SOURCE
#include "../../../monitor/serve/cluster_file.c"

unsigned fl_redis_slot(const void *name, size_t length) { return name && length ? 1 : 0; }

static void look_at_wrong(const struct fl_cluster_wrong *w, const char *text, size_t size) {
  const char *line = text;
  size_t lines = 1;
  for (; lines < w->line; lines++) {
    const char *end = memchr(line, '\n', size - (size_t)(line - text));
    if (!end) abort();
    line = end + 1;
  }
  const char *end = memchr(line, '\n', size - (size_t)(line - text));
  size_t room = (size_t)((end ? end : text + size) - line);
  if (w->line == 0 || w->column == 0 || w->column > room + 1 || !w->why[0] || !w->help) abort();
}

static size_t print(const struct fl_cluster *c, char *to, size_t room) {
  size_t n = 0;
  for (size_t i = 0; i < c->count; i++) {
    const struct fl_cluster_server *s = &c->servers[i];
    bool six = strchr(s->host, ':') != NULL;
    n += (size_t)snprintf(to + n, room - n, "%s %s%s%s:%u", s->name, six ? "[" : "", s->host, six ? "]" : "", s->port);
    for (unsigned from = 0, low, high; fl_slots_next(c->owner, i, from, &low, &high); from = high + 1)
      n += (size_t)snprintf(to + n, room - n, " %u-%u", low, high);
    n += (size_t)snprintf(to + n, room - n, "\n");
  }
  return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { ROOM = 1 << 20 };
  static char again[ROOM];
  struct fl_cluster_wrong wrong;
  char *text = malloc(size + !size); /* exactly as long: sanitizers see a read beyond it */
  if (size > 0) memcpy(text, data, size);
  struct fl_cluster *c = fl_cluster_read(text, size, &wrong);
  if (!c) look_at_wrong(&wrong, text, size);
  for (unsigned slot = 0; c && slot < FL_REDIS_SLOTS; slot++)
    if (c->owner[slot] >= c->count) abort();
  for (size_t i = 0; c && i < c->count; i++)
    if (fl_cluster_find(c, c->servers[i].name) != i) abort();
  if (c) {
    struct fl_cluster *same = fl_cluster_read(again, print(c, again, ROOM), &wrong);
    if (!same || same->count != c->count || memcmp(same->owner, c->owner, sizeof c->owner) != 0) abort();
    if (memcmp(same->servers, c->servers, c->count * sizeof *c->servers) != 0) abort();
    fl_cluster_free(same);
  }
  fl_cluster_free(c);
  free(text);
  return 0;
}
