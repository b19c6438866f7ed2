/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Computed jumps in functions that suspend: an interpreter, differences of addresses, addresses that stay good from one
   call to the next, jumps into loops and out of blocks on another scheduler. */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}

static cps int run(const unsigned char *code)
{
  static const void *const ops[] = {&&push, &&add, &&mul, &&halt};
  int stack[10], *top = stack;
  goto *ops[*code++];
push:
  *top++ = later(*code++);
  goto *ops[later(*code++)];
add:
  top--;
  top[-1] += later(*top);
  goto *ops[*code++];
mul:
  top--;
  top[-1] *= *top;
  fl_yield();
  goto *ops[*code++];
halt:
  return top[-1];
}

static cps int differences(int n)
{
  static const int way[] = {&&a - &&a, &&b - &&a, &&c - &&a};
  int sum = 0;
  void *back = &&again;
again:
  if (n < 0)
    return sum;
  fl_yield();
  goto *(&&a + way[n--]);
a:
  sum += later(1);
  goto *back;
b:
  sum += 10;
  for (int i = 0; i < 3; i++) {
    fl_yield();
    sum += i;
    if (i == later(1))
      goto *back;
  }
c:
  sum += 100;
  fl_detached {
    goto *back;
  }
  return -1;
}

/* A function that goes on where it left, as in C. */
static cps int resumed(void)
{
  static void *where = &&first;
  goto *where;
first:
  fl_yield();
  where = &&inside;
  return 1;
  for (int i = 0;;) {
    fl_yield();
    i += 10;
    if (i > 30)
      break;
    continue;
  inside:
    i = later(2);
    where = &&last;
  }
  return 2;
last:
  return later(3) + (where == &&last) + (where == &&inside);
}

static cps void all(void)
{
  printf("%d\n", run((const unsigned char[]){0, 3, 0, 4, 1, 0, 5, 2, 3}));
  printf("%d\n", differences(2));
  for (int i = 0; i < 4; i++)
    printf("%d\n", resumed());
}

int main(void)
{
  fl_spawn(all());
  return (int)fl_main_loop();
}
