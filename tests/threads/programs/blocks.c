/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static const char *here(void)
{
  return fl_current() == fl_main() ? "main" : fl_is_detached() ? "detached" : "other";
}
static cps int value(int v)
{
  fl_yield();
  return v * 10 + fl_is_detached();
}
static fl_scheduler *other;
struct pair {
  int a, b;
};
static cps struct pair by_return(int way)
{
  fl_detached {
    if (way == 0) return (struct pair){way, fl_is_detached()};
    fl_attached(other) {
      printf("  inside: %s\n", here());
      if (way == 1) return (struct pair){value(way), value(2)};
      if (way == 2) goto out;
    }
    printf("  between: %s\n", here());
  }
  printf("  behind: %s\n", here());
  return (struct pair){-1, value(way)};
out:
  printf("  out: %s\n", here());
  return (struct pair){-2, fl_is_detached()};
}
static cps int by_jumps(int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++) {
    fl_detached {
      if (i == 1) continue;
      switch (i) {
      case 2: sum += 100; break;
      default:
        fl_attached(fl_main()) {
          if (i == 3) break;
          sum += value(i);
        }
      }
      if (i == 4) break;
      while (1) {
        sum += fl_is_detached();
        break;
      }
    }
    if (fl_is_detached()) printf("wrong\n");
  }
  return sum;
}
static cps void nothing(int way)
{
  if (way)
    fl_detached {
      if (way == 1) return;
      fl_detached return nothing(0);
    }
  else
    printf("  else: %s\n", here());
}
static cps int deferred(int way)
{
  int x = 1;
  fl_defer printf("  first %d %s\n", x, here());
  if (way == 0) return x++;
  fl_defer {
    fl_yield();
    for (int i = 0; i < 2; i++)
      if (i) x += value(i);
  }
  fl_detached {
    fl_defer printf("  in the block: %s\n", here());
    for (int i = 0; i < 3; i++) {
      fl_defer printf("  turn %d\n", i);
      if (i == way) goto end;
      if (way == 5 && i == 1) continue;
      if (way == 6) break;
    }
    if (way == 5) return value(x);
  }
end:
  return x;
}
static int native(int way)
{
  fl_defer puts("  native");
  for (int i = 0;; i++) {
    fl_defer {
      puts("  again");
    }
    if (i == way) return i;
    if (i == 2) break;
  }
  return -1;
}
static cps void body(int *left)
{
  for (int way = 0; way < 4; way++) {
    struct pair p = by_return(way);
    printf("%d: %d %d %s\n", way, p.a, p.b, here());
  }
  printf("%d %s\n", by_jumps(7), here());
  for (int way = 0; way < 3; way++) nothing(way);
  printf("nothing %s\n", here());
  for (int way = 0; way < 8; way++) printf("deferred %d: %d %s\n", way, deferred(way), here());
  int first = native(5);
  printf("native %d %d\n", native(0), first);
  --*left;
}
int main(void)
{
  int left = 1;
  other = fl_loop_start();
  fl_spawn(body(&left));
  size_t r = fl_main_loop();
  fl_scheduler_stop(other);
  return (int)r + left;
}
