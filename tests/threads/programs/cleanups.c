/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Variables with cleanup functions in functions that suspend: left in every way, in order, by what suspends itself. */
#include <stdio.h>
#include <stdlib.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}

static void drop(int *p)
{
  printf("drop %d\n", *p);
}

static void release(void *p)
{
  free(*(void **)p);
  printf("free\n");
}

static cps void drop_later(int *p)
{
  fl_yield();
  printf("later %d\n", *p);
}

#define RELEASED __attribute__((__cleanup__(release)))

static cps int leave(int how)
{
  __attribute__((cleanup(drop))) int a = later(how);
  RELEASED char *s = malloc(3), *t __attribute__((unused)) = malloc((size_t)later(4));
  for (int i = 0; i < 3; i++) {
    int z __attribute__((unused, cleanup(drop_later))) = i;
    if (later(i) == how)
      break;
    if (i == 0)
      continue;
    fl_yield();
  }
  if (how == 5)
    return later(a++) + a;
  {
    int inner __attribute__((cleanup(drop))) = 77;
    fl_yield();
    if (how == 1)
      goto out;
  }
  a = 1000;
out:
  s[0] = 1;
  return a;
}

static cps void all(void)
{
  for (int i = 0; i < 6; i++)
    printf("= %d\n", leave(i));
  fl_spawned {
    int own __attribute__((cleanup(drop))) = 5;
    fl_yield();
    own = later(6);
  }
}

int main(void)
{
  fl_spawn(all());
  return (int)fl_main_loop();
}
