/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "cluster_place.h"

#include "complaint.h"
#include "frames.h"
#include "ours_trusted.h"
#include "own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The file ---- */

/* It is read again later, so it is no pipe. */
static bool read_file(const char *path, struct fl_text *text, const char **why) {
  struct stat s;
  if (stat(path, &s) == 0 && !S_ISREG(s.st_mode)) {
    *why = "it is not a regular file";
    return false;
  }
  return fl_text_read(path, false, FL_CLUSTER_TEXT, text, why);
}

int fl_cluster_open(struct fl_cluster_place *p) {
  const char *why;
  struct fl_text text;
  struct fl_cluster_wrong wrong;
  if (!p->file && !p->me) return 0;
  if (!p->file || !p->me) return fl_complain(FL_USAGE, "--cluster FILE and --cluster-me NAME go together");
  if (!read_file(p->file, &text, &why)) {
    fl_complain(FL_DIAGNOSED, "the cluster's file %s: %s", p->file, why);
    if (!strstr(why, "help: ")) fl_help("name a file that the user who runs this may read");
    return FL_DIAGNOSED;
  }
  p->cluster = fl_cluster_read(text.data, text.length, &wrong);
  fl_text_wipe(&text);
  if (!p->cluster) {
    fprintf(stderr, "%s:%zu:%zu: error: %s\n", p->file, wrong.line, wrong.column, wrong.why);
    fl_help("%s", wrong.help);
    return FL_DIAGNOSED;
  }
  p->who = fl_cluster_find(p->cluster, p->me);
  if (p->who < p->cluster->count) return 0;
  fl_complain(FL_DIAGNOSED, "--cluster-me %s: %s has no such server", p->me, p->file);
  fl_help("the name at the beginning of this server's line, or the address behind it");
  fl_cluster_close(p);
  return FL_DIAGNOSED;
}

void fl_cluster_close(struct fl_cluster_place *p) {
  fl_cluster_free(p->cluster);
  p->cluster = NULL;
}

/* ---- What is the same, and what is not ---- */

/* The first slots that one has and the other has not: `, not any more LOW-HIGH', or nothing. */
static int tell(char *text, size_t room, const char *what, const uint8_t has[FL_REDIS_SLOTS],
                const uint8_t has_not[FL_REDIS_SLOTS]) {
  unsigned low = 0, high;
  while (low < FL_REDIS_SLOTS && !(has[low] && !has_not[low])) low++;
  for (high = low; high + 1 < FL_REDIS_SLOTS && has[high + 1] && !has_not[high + 1];) high++;
  if (low == FL_REDIS_SLOTS) return text[0] = 0;
  if (low == high) return snprintf(text, room, "%s %u", what, low);
  return snprintf(text, room, "%s %u-%u", what, low, high);
}

/* 0: the same slots. */
static int compare(const struct fl_cluster_place *p, const uint8_t before[FL_REDIS_SLOTS], const char *where) {
  uint8_t now[FL_REDIS_SLOTS];
  char gone[64], come[64];
  for (unsigned slot = 0; slot < FL_REDIS_SLOTS; slot++) now[slot] = p->cluster->owner[slot] == p->who;
  if (memcmp(now, before, sizeof now) == 0) return 0;
  int lost = tell(gone, sizeof gone, " without", before, now), more = tell(come, sizeof come, " with", now, before);
  fl_complain(FL_DIAGNOSED, "%s gives %s other slots than %s:%s%s%s", p->file, p->cluster->servers[p->who].name, where,
              gone, lost && more ? " and" : "", come);
  fl_help("a store keeps the slots that it was made for: to move some, export the stores and import them into new "
          "ones, as docs/monitor-cluster.md has it");
  return FL_DIAGNOSED;
}

int fl_cluster_again(const struct fl_cluster_place *p, struct fl_cluster_place *fresh) {
  uint8_t before[FL_REDIS_SLOTS];
  *fresh = (struct fl_cluster_place){.file = p->file, .me = p->me};
  if (!p->cluster) return 0;
  int status = fl_cluster_open(fresh);
  if (status) return status;
  for (unsigned slot = 0; slot < FL_REDIS_SLOTS; slot++) before[slot] = p->cluster->owner[slot] == p->who;
  status = compare(fresh, before, "it has");
  if (status) fl_cluster_close(fresh);
  return status;
}

/* ---- KEY.slots ---- */

static int say(const char *path, const char *why) {
  fl_complain(FL_DIAGNOSED, "the slots %s: %s", path, why);
  if (!strstr(why, "help: ")) fl_help("put back the file that was made with the key");
  return FL_DIAGNOSED;
}

static int read_own(const char *path, uint8_t slots[FL_REDIS_SLOTS]) {
  const char *why;
  struct fl_text text;
  if (!read_file(path, &text, &why)) return say(path, why);
  const char *at = text.data, *end = text.data + text.length;
  bool ok = text.length > 0 && end[-1] == '\n';
  memset(slots, 0, FL_REDIS_SLOTS);
  for (unsigned low, high; ok && at < end; at++) {
    ok = fl_slots_read(&at, end, &low, &high) && at < end && (*at == ' ' || *at == '\n');
    if (ok) memset(slots + low, 1, high - low + 1);
    if (ok && *at == '\n') ok = at + 1 == end;
  }
  fl_text_wipe(&text);
  return ok ? 0 : say(path, "it is damaged");
}

static int write_own(const struct fl_cluster_place *p, const char *path) {
  struct fl_buffer text = {0};
  char range[32];
  const char *name, *why = "out of memory";
  bool ok = true;
  for (unsigned from = 0, low, high; ok && fl_slots_next(p->cluster->owner, p->who, from, &low, &high); from = high + 1)
    ok = fl_buffer_add(&text, range,
                       (size_t)(low == high ? snprintf(range, sizeof range, "%u ", low)
                                            : snprintf(range, sizeof range, "%u-%u ", low, high)));
  if (ok) text.data[text.length - 1] = '\n';
  int folder = ok ? fl_own_folder(path, &name) : -1, fd = -1;
  char *other = NULL;
  if (folder >= 0 && asprintf(&other, "%s.new", name) < 0) other = NULL;
  if (other) fd = fl_own_file(folder, other, O_WRONLY | O_CREAT, 0644, &why);
  if (fd >= 0) {
    ok = ftruncate(fd, 0) == 0 && write(fd, text.data, text.length) == (ssize_t)text.length && fsync(fd) == 0;
    ok = close(fd) == 0 && ok && renameat(folder, other, folder, name) == 0 && fsync(folder) == 0;
    if (!ok) why = strerror(errno);
  } else if (folder < 0 && ok) {
    why = strerror(errno);
  }
  ok = ok && fd >= 0;
  free(other);
  free(text.data);
  if (folder >= 0) close(folder);
  if (ok) return 0;
  fl_complain(FL_DIAGNOSED, "the slots %s cannot be written: %s", path, why);
  fl_help("they are kept beside the key: see that its folder may be written");
  return FL_DIAGNOSED;
}

static int own(const struct fl_cluster_place *p, const char *path, bool made) {
  uint8_t slots[FL_REDIS_SLOTS];
  bool there = access(path, F_OK) == 0 || errno != ENOENT;
  if (!there && !p->cluster) return 0;
  if (!there && !made) return write_own(p, path);
  if (!there) {
    fl_complain(FL_DIAGNOSED, "the store was not made with --cluster, or %s was lost: it says which slots it is for",
                path);
    fl_help("put that file back, as it is beside the key on the other machine; or, if there was none, export the store "
            "and import it with --cluster into a new one");
    return FL_DIAGNOSED;
  }
  if (!p->cluster) {
    fl_complain(FL_DIAGNOSED, "the store of this key has some slots of a cluster only, as %s says", path);
    fl_help("start it with --cluster FILE and --cluster-me NAME; a store with all keys has a key of its own");
    return FL_DIAGNOSED;
  }
  int status = read_own(path, slots);
  return status ? status : compare(p, slots, path);
}

int fl_cluster_own(const struct fl_cluster_place *p, const char *key, bool made) {
  char *path;
  if (asprintf(&path, "%s.slots", key) < 0) return fl_complain(FL_DIAGNOSED, "out of memory");
  int status = own(p, path, made);
  free(path);
  return status;
}
