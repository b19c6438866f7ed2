/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Statements on threads of their own: what they use of the function around is copied when they are spawned. */
#include <stdio.h>
#include <string.h>
#include <fl_sync.h>
#include <fl_threads.h>

struct point {
  int x, y;
};
typedef int row[3];
typedef int handler(int);

static int twice(int v) { return 2 * v; }
static cps int slowly(int v)
{
  fl_yield();
  return v;
}

static void say(const char *who, int v) { printf("%s %d\n", who, v); }

/* Copies, not the variables: what is written afterwards, here or there, is not seen on the other side. */
static cps void copies(int parameter)
{
  int local = 1, array[3] = {1, 2, 3}, grid[2][2] = {{1, 2}, {3, 4}};
  struct point point = {5, 6};
  struct point points[2] = {{7, 8}, {9, 10}};
  row line = {11, 12, 13};
  handler *functions[2] = {twice, twice}, *function = twice;
  const char name[] = "copied";
  const int constant = 14;
  volatile int changing = 15;
  int(*in_array)[3] = &array;
  register int quick = 16;
  fl_spawned {
    fl_yield();
    parameter++;
    local++;
    array[0]++;
    grid[1][1]++;
    point.x++;
    points[1].y++;
    line[2]++;
    printf("%d %d %d %d %d %d %d\n", parameter, local, array[0], grid[1][1], point.x, points[1].y, line[2]);
    printf("%d %d %s %d %d %d %d\n", functions[1](20), function(21), name, constant, changing, (*in_array)[0], quick);
    printf("%zu %zu %zu\n", sizeof array, sizeof name, sizeof grid[0]);
  }
  parameter = local = array[0] = grid[1][1] = point.x = points[1].y = line[2] = 100;
  fl_yield();
  fl_yield();
  fl_yield();
  printf("%d %d %d %d %d %d %d\n", parameter, local, array[0], grid[1][1], point.x, points[1].y, line[2]);
}

/* In loops, branches and switches; alone and in braces. */
static cps void places(int n)
{
  for (int i = 0; i < n; i++)
    fl_spawned say("in a loop", slowly(i));
  if (n > 2)
    fl_spawned say("yes", n);
  else
    fl_spawned say("no", n);
  if (n > 5)
    fl_spawned { say("yes", n); }
  else
    fl_spawned { say("no", n); }
  switch (n) {
  case 3:
    fl_spawned for (int i = 0; i < 2; i++) say("a loop", slowly(i));
    break;
  default:
    fl_spawned { say("default", n); }
  }
  fl_spawned { int n = 77; say("hidden", slowly(n)); }
  fl_spawned ;
}

/* In one another, with copies of copies. */
static cps void nested(int v)
{
  int list[2] = {v, v + 1};
  fl_spawned {
    int own = list[1] + 10;
    list[0]++;
    fl_spawned {
      fl_yield();
      printf("inner %d %d %d %d\n", v, own, list[0], list[1]);
      fl_spawned printf("innermost %d\n", own + v);
    }
    own = 0;
    printf("outer %d %d\n", own, list[0]);
  }
}

/* Ends early; jumps inside; calls the function around. */
static cps void again(int depth)
{
  fl_spawned {
    if (depth == 0)
      return;
    int i = 0;
  more:
    if (++i < 3) {
      if (i == 2)
        goto more;
      goto more;
    }
    while (1)
      if (slowly(i) > 2)
        break;
    printf("depth %d, %d\n", depth, i);
    again(depth - 1);
  }
}

#define BACKGROUND(statement) fl_spawned { statement; }

static cps void with_others(fl_barrier *barrier)
{
  int value = 5;
  fl_spawned {
    fl_defer printf("deferred %d\n", value);
    fl_detached { value += 1; }
    printf("after the pool %d\n", value);
    fl_barrier_wait(barrier);
  }
  fl_barrier_wait(barrier);
  fl_yield();
  fl_detached {
    fl_attached(fl_main())
      BACKGROUND(printf("spawned on the main loop: %d\n", fl_is_detached()))
  }
  fl_yield();
  int *const here = &value;
  fl_spawned { say("through a pointer", *here); }
  fl_yield();
  fl_yield();
  ({ fl_spawned say("in an expression", value); value; });
}

int main(void)
{
  static fl_barrier barrier = FL_BARRIER_INIT(2);
  int number = 3;
  char text[8] = "native";
  fl_spawned {
    puts(text);
    copies(number);
    places(number);
  }
  text[0] = 'X';
  fl_main_loop();
  fl_spawned nested(number);
  fl_main_loop();
  fl_spawn(again(2));
  fl_main_loop();
  fl_spawn(with_others(&barrier));
  return (int)fl_main_loop();
}
