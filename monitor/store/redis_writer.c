/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "redis_writer.h"

#include "redis_login.h"

#include <stdio.h>
#include <string.h>

static const char name[] = "fairlead:w";

static bool is(const redisReply *r, const char *text) {
  return r->type == REDIS_REPLY_STRING && r->len == strlen(text) && memcmp(r->str, text, r->len) == 0;
}

bool fl_redis_writer_say(struct fl_redis_link *link) {
  return fl_redis_say(link, "WATCH", name, NULL) && fl_redis_say(link, "GET", name, NULL);
}

/* The replies to WATCH and GET; of the second, what `is' says. */
static bool hear(struct fl_redis_link *link, const char *text, bool *same, const char **why) {
  if (!fl_redis_must(link, "WATCH", fl_redis_link_hear(link), why)) return false;
  redisReply *reply = fl_redis_link_hear(link);
  bool ok = reply && reply->type != REDIS_REPLY_ERROR;
  *same = ok && (strcmp(text, "-") == 0 ? reply->type == REDIS_REPLY_NIL : is(reply, text));
  freeReplyObject(reply);
  return ok;
}

bool fl_redis_writer_hear(struct fl_redis_writer *w, struct fl_redis_link *link) {
  const char *why;
  w->watched = false;
  if (!hear(link, w->token, &w->watched, &why)) return false;
  w->taken = !w->watched;
  return w->watched;
}

bool fl_redis_writer_watch(struct fl_redis_writer *w, struct fl_redis_link *link) {
  return w->watched || (fl_redis_writer_say(link) && fl_redis_writer_hear(w, link));
}

static bool claim(struct fl_redis_writer *w, struct fl_redis_link *link, const char *before, const char **why) {
  bool same = false;
  if (!fl_redis_writer_say(link) || !hear(link, before, &same, why)) return false;
  *why = FL_REDIS_TAKEN;
  if (!same) return false;
  if (!fl_redis_must(link, "MULTI", fl_redis_ask(link, "MULTI", NULL, NULL), why)) return false;
  if (!fl_redis_must(link, "SET", fl_redis_ask(link, "SET", name, w->token), why)) return false;
  redisReply *reply = fl_redis_ask(link, "EXEC", NULL, NULL);
  bool done = reply && reply->type == REDIS_REPLY_ARRAY;
  freeReplyObject(reply);
  *why = FL_REDIS_TAKEN;
  return done;
}

bool fl_redis_writer_open(struct fl_redis_writer *w, struct fl_redis_link *link, const char *text, const char **why) {
  char before[FL_REDIS_TOKEN + 1] = "";
  *w = (struct fl_redis_writer){0};
  if (!text || !*text) return true;
  *why = "no writer of a store";
  if (sscanf(text, "claim %32[0-9a-f] %32[-0-9a-f]", w->token, before) == 2) {
    if (!claim(w, link, before, why)) return false;
  } else if (sscanf(text, "keep %32[0-9a-f]", w->token) != 1)
    return false;
  *why = "WATCH: it fails";
  if (fl_redis_writer_watch(w, link)) return true;
  if (w->taken) *why = FL_REDIS_TAKEN;
  return false;
}
