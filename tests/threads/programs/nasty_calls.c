/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

struct cell {
  int v;
  struct cell *next;
  int arr[3];
};
static struct cell cells[3] = {{1, &cells[1], {1, 2, 3}}, {2, &cells[2], {4, 5, 6}}, {3, 0, {7, 8, 9}}};
static cps struct cell *at(int i)
{
  fl_yield();
  return &cells[i];
}
static cps int *ptr(int i)
{
  fl_yield();
  return &cells[i].v;
}
static cps const char *str(int i)
{
  fl_yield();
  return i ? "yes" : "no";
}
static cps int get(int v)
{
  fl_yield();
  return v;
}
__attribute__((noinline)) static cps int noinline_(int v)
{
  fl_yield();
  return v;
}
static cps __attribute__((unused)) int restrict_(int *restrict a, const int b[static 1], int c[])
{
  fl_yield();
  *a += b[0] + c[0];
  return *a;
}
typedef cps int op(int);
static op declared;
static cps int declared(int v)
{
  fl_yield();
  return v + 1;
}
static cps op *raw(int n)
{
  fl_yield();
  return n ? declared : noinline_;
}
static cps const int constant(void)
{
  fl_yield();
  return 5;
}
static cps void body(void)
{
  *ptr(0) = 5;
  (*ptr(1))++;
  ++*ptr(1);
  *ptr(2) += get(10);
  at(0)->v++;
  (*at(1)).arr[get(1)] = 50;
  at(get(2))->arr[2]--;
  int *q = &at(0)->arr[1];
  *q = get(77);
  printf("%d %d %d %d %d %d\n", at(0)->v, cells[1].v, at(0)->next->next->v, cells[1].arr[1], cells[2].arr[2],
         at(0)->arr[1]);
  printf("%c %d %d %d %d %d\n", str(1)[get(0)], !get(0), ~get(1), -get(2), (char)get(300),
         (int)(sizeof(str(1)) / sizeof(void *)));
  int a = 1, b = 2, c = 3;
  if ((a = get(9))) b = a;
  if (!(c = get(0))) b++;
  printf("%d %d %d %d %d\n", a, b, c, restrict_(&a, &b, &b), declared(noinline_(3)));
  printf("%d %d %d\n", raw(1)(4), raw(0)(4), constant() + (get(1) && get(0) || get(2) ? get(3) : get(4)));
  const char *long_ = str(get(1) ? 0 : 1), *cat = "a"
                                                  "b"
                                                  "c";
  printf("%s %s %ls\n", long_, cat, L"wide");
  if (__builtin_expect(get(1), 1) && at(1) == &cells[1]) puts("same");
  int cps block(int);
  printf("%d\n", block(2));
  while ((a = get(a - 1)) != 3 && a != 'x') c += a;
  do {
    if (a == 3) break;
    a++;
  } while (0);
  for (int i = 0, j = get(4); i < j; i++, j = get(j - 1), c++)
    ;
  printf("%d %d\n", a, c);
}
cps int block(int v)
{
  fl_yield();
  return v * 2;
}
int main(void)
{
  fl_spawn(body());
  fl_spawn(restrict_(&cells[0].v, &cells[1].v, &cells[2].v));
  return (int)fl_main_loop();
}
