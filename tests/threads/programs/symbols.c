/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What attributes say of functions, and of the symbols that they become. */
#include <fl_threads.h>
#include <stdio.h>

__attribute__((weak)) cps int overridable(int v);
cps int overridable(int v)
{
  fl_yield();
  return v * 2;
}

cps int absent(int v) __attribute__((__weak__));

__attribute__((visibility("hidden"))) cps int hidden(int v)
{
  fl_yield();
  return v + 1;
}

static cps int placed(int v) __attribute__((section(".text.mine"), cold));
static cps int placed(int v)
{
  fl_yield();
  return v + 2;
}

#ifdef __clang__
__attribute__((optnone, noinline))
#else
__attribute__((optimize("O0"), noinline, noclone))
#endif
static cps int plain(int v)
{
  fl_yield();
  return v + 3;
}

#ifdef __x86_64__
__attribute__((target("sse4.2")))
#endif
static cps int wide(int v)
{
  typedef int four __attribute__((vector_size(16)));
  four all = {v, v, v, v};
  fl_yield();
  all *= all;
  fl_yield();
  return all[3];
}

static cps void run(void)
{
  printf("%d %d %d %d %d\n", overridable(1), hidden(2), placed(3), plain(4), wide(5));
  if (absent)
    printf("%d\n", absent(1));
  else
    puts("absent");
}

int main(void)
{
  fl_spawn(run());
  return (int)fl_main_loop();
}
