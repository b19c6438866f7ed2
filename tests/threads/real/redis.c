/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Connections of hiredis to a server of a few lines, which answers byte by byte: all on one OS thread. */
#include "hiredis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <fl_stream.h>

#define CONNECTIONS 50
#define ROUNDS 3

static int done, wrong, busy, most;

/* One command: an array of bulk strings. Echoes the last, and says how many there were. */
static cps int serve(fl_reader *reader)
{
  char *line, item[200];
  long count, length = 0;
  ssize_t got = fl_read_until(reader, '\n', &line, FL_FOREVER);
  if (got <= 0 || line[0] != '*')
    return 0;
  count = strtol(line + 1, NULL, 10);
  for (long i = 0; i < count; i++) {
    got = fl_read_until(reader, '\n', &line, FL_FOREVER);
    if (got <= 0 || line[0] != '$')
      return 0;
    length = strtol(line + 1, NULL, 10);
    if (fl_read_exactly(reader, item, (size_t)length + 2, FL_FOREVER) <= 0)
      return 0;
  }
  char answer[300];
  int bytes = snprintf(answer, sizeof answer, "*2\r\n:%ld\r\n$%ld\r\n%.*s\r\n", count, length, (int)length, item);
  for (int i = 0; i < bytes; i++) {
    if (fl_write(reader->fd, answer + i, 1, FL_FOREVER) != 1)
      return 0;
    fl_yield();
  }
  return 1;
}

static cps void server(int fd)
{
  char buffer[256];
  fl_reader reader = fl_reader_on(fd, buffer, sizeof buffer);
  while (serve(&reader))
    ;
  close(fd);
}

static void check(redisReply *r, int count, const char *last)
{
  if (!r || r->type != REDIS_REPLY_ARRAY || r->elements != 2 || r->element[0]->integer != count ||
      strcmp(r->element[1]->str, last) != 0)
    wrong++;
  freeReplyObject(r);
}

static cps void client(int fd, int id)
{
  redisContext *c = redisConnectFd(fd);
  char text[100];
  if (++busy > most)
    most = busy;
  for (int i = 0; i < ROUNDS; i++) {
    snprintf(text, sizeof text, "value %d of %d", i, id);
    check(redisCommand(c, "SET key:%d %s", id, text), 3, text);
    redisAppendCommand(c, "GET %b", text, strlen(text));
    redisAppendCommand(c, "INCRBY counter %lld", (long long)id << 32);
    redisReply *reply = NULL;
    if (redisGetReply(c, (void **)&reply) != REDIS_OK)
      wrong++;
    check(reply, 2, text);
    snprintf(text, sizeof text, "%lld", (long long)id << 32);
    if (redisGetReply(c, (void **)&reply) != REDIS_OK)
      wrong++;
    check(reply, 3, text);
  }
  busy--;
  redisFree(c);
  done++;
}

int main(void)
{
  for (int i = 0; i < CONNECTIONS; i++) {
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0 || fl_nonblocking(fds[0]) != 0 || fl_nonblocking(fds[1]) != 0)
      return 1;
    fl_spawn(server(fds[0]));
    fl_spawn(client(fds[1], i));
  }
  size_t left = fl_main_loop();
  printf("%d of %d, %s, %d wrong\n", done, CONNECTIONS, most == CONNECTIONS ? "all at once" : "one by one", wrong);
  return left != 0;
}
