/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct stream {
  const char *s;
  int depth, numbers;
  long total;
};
static cps int peek(struct stream *j)
{
  while (*j->s == ' ') j->s++;
  fl_yield();
  return *j->s;
}
static cps int value(struct stream *j)
{
  switch (peek(j)) {
  case '{':
  case '[': {
    const char close = *j->s == '{' ? '}' : ']';
    j->s++;
    if (peek(j) == close) return j->s++, 1;
    do {
      if (close == '}' && (!value(j) || peek(j) != ':' || !j->s++)) return 0;
      if (!value(j)) return 0;
    } while (peek(j) == ',' && j->s++);
    return peek(j) == close && j->s++;
  }
  case '"': {
    const char *e = strchr(j->s + 1, '"');
    if (!e) return 0;
    j->s = e + 1;
    return 1;
  }
  case 't': return strncmp(j->s, "true", 4) ? 0 : (j->s += 4, 1);
  default: {
    char *e;
    long v = strtol(j->s, &e, 10);
    if (e == j->s) return 0;
    j->numbers++;
    j->total += v;
    j->s = e;
    return 1;
  }
  }
}
static cps void body(int n)
{
  struct stream j = {n == 1 ? "{\"a\": [1, 2, {\"b\": -7}], \"c\": true, \"d\": {}}" : "[1, [2, 3, \"x\"}", 0, 0, 0};
  int good = value(&j);
  printf("%d %d %ld %d\n", good, j.numbers, j.total, *j.s);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
