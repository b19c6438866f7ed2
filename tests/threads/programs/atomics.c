/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdatomic.h>
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static _Atomic int shared;
static atomic_uint count;
static cps void body(int n)
{
  _Atomic int local = n;
  int seen = 0, old;
  fl_yield();
  for (int i = 0; i < 5; i++) {
    old = atomic_fetch_add(&shared, 1);
    seen += old < 100;
    fl_yield();
    local += later(2);
    atomic_fetch_or(&count, 1u << i);
    __atomic_fetch_sub(&seen, 0, __ATOMIC_RELAXED);
  }
  int want = n;
  fl_yield();
  _Bool same = atomic_compare_exchange_strong(&local, &want, 0);
  printf("%d %d %d %d\n", seen, want, same, (int)__sync_add_and_fetch(&old, 0) >= 0);
  if (n == 4) printf("%d %u\n", shared, count);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
