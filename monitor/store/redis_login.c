/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "redis_login.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { WHY = 120 };

bool fl_redis_say(struct fl_redis_link *link, const char *a, const char *b, const char *c) {
  const char *words[] = {a, b, c};
  struct fl_redis_word said[3];
  size_t n = 0;
  for (; n < 3 && words[n]; n++) said[n] = (struct fl_redis_word){words[n], strlen(words[n])};
  return fl_redis_link_say(link, said, n);
}

redisReply *fl_redis_ask(struct fl_redis_link *link, const char *a, const char *b, const char *c) {
  return fl_redis_say(link, a, b, c) ? fl_redis_link_hear(link) : NULL;
}

/* What it answers is said to whoever starts us: bounded, and printable by then. Redis does not repeat a password. */
bool fl_redis_must(struct fl_redis_link *link, const char *what, redisReply *reply, const char **why) {
  static char said[WHY];
  bool ok = reply && reply->type != REDIS_REPLY_ERROR;
  if (!ok) {
    const char *answer = reply ? reply->str : fl_redis_link_why(link);
    snprintf(said, sizeof said, "%s: %.90s", what, answer);
    *why = said;
  }
  freeReplyObject(reply);
  return ok;
}

/* Its bytes, of IPv4 as they are in IPv6. */
static struct in6_addr address_of(const struct sockaddr_storage *a) {
  struct in6_addr b = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
  if (a->ss_family == AF_INET)
    memcpy(b.s6_addr + 12, &((const struct sockaddr_in *)a)->sin_addr, 4);
  else
    b = ((const struct sockaddr_in6 *)a)->sin6_addr;
  return b;
}

enum fl_redis_near fl_redis_near(const struct fl_redis_link *link) {
  struct sockaddr_storage there, here;
  socklen_t size = sizeof there, other = sizeof here;
  int fd = fl_redis_link_descriptor(link);
  if (getpeername(fd, (struct sockaddr *)&there, &size) < 0 || getsockname(fd, (struct sockaddr *)&here, &other) < 0 ||
      there.ss_family == AF_UNIX)
    return FL_REDIS_LOOPBACK;
  struct in6_addr a = address_of(&there), b = address_of(&here);
  if (IN6_IS_ADDR_LOOPBACK(&a) || (IN6_IS_ADDR_V4MAPPED(&a) && a.s6_addr[12] == 127)) return FL_REDIS_LOOPBACK;
  return memcmp(&a, &b, sizeof a) == 0 ? FL_REDIS_OWN_ADDRESS : FL_REDIS_ELSEWHERE;
}

struct fl_redis_link *fl_redis_login(const struct fl_redis_place *place, const struct fl_redis_access *access,
                                     enum fl_redis_near nearest, const char **why) {
  char database[16];
  struct fl_redis_link *link = fl_redis_link_open(place, access, why);
  bool ok = link != NULL, named = access->user && *access->user;
  snprintf(database, sizeof database, "%u", place->database);
  if (ok && fl_redis_near(link) < nearest) {
    *why = "it is on this machine, and no node that was named is";
    ok = false;
  }
  if (ok && access->password && *access->password)
    ok = fl_redis_must(link, "AUTH",
                       named ? fl_redis_ask(link, "AUTH", access->user, access->password)
                             : fl_redis_ask(link, "AUTH", access->password, NULL),
                       why);
  if (ok && place->database) ok = fl_redis_must(link, "SELECT", fl_redis_ask(link, "SELECT", database, NULL), why);
  if (ok) return link;
  fl_redis_link_close(link);
  return NULL;
}

/* What Redis may throw away, it does not keep: `volatile-...' throws away what has a time to live, and nothing of ours
 * has one. Those who rent a Redis out do not let CONFIG be said; INFO tells it, too. Where neither does, it is not
 * known. */
bool fl_redis_keeps(struct fl_redis_link *link, const char **why) {
  static const char *const good[] = {"noeviction", "volatile-"};
  static const char line[] = "maxmemory_policy:";
  char policy[32] = "";
  redisReply *reply = fl_redis_ask(link, "CONFIG", "GET", "maxmemory-policy");
  if (reply && reply->type == REDIS_REPLY_ARRAY && reply->elements == 2 &&
      reply->element[1]->type == REDIS_REPLY_STRING)
    snprintf(policy, sizeof policy, "%s", reply->element[1]->str);
  bool up = reply != NULL;
  freeReplyObject(reply);
  if (up && !*policy && (reply = fl_redis_ask(link, "INFO", "memory", NULL))) {
    const char *at = reply->type == REDIS_REPLY_STRING ? strstr(reply->str, line) : NULL;
    if (at) snprintf(policy, sizeof policy, "%.*s", (int)strcspn(at + sizeof line - 1, "\r\n"), at + sizeof line - 1);
    freeReplyObject(reply);
  }
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    if (strncmp(policy, good[i], strlen(good[i])) == 0) return true;
  if (!*policy) return true;
  *why = "its maxmemory-policy is not noeviction or volatile-...: it would throw records away";
  return false;
}
