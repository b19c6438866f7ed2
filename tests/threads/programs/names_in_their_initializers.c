/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The scope of a name begins before its initializer: in `T *p = f(sizeof *p)` it is the new p that is meant, and not
 * another one around it. */
#include <fl_threads.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
  int a[10];
  struct node *p;
};

/* Others of these names, of other types. */
static char p[100], q, r, s[3], t;
static int x = 5;

static cps void *get(size_t size, size_t right)
{
  fl_yield();
  printf("%s\n", size == right ? "right" : "wrong");
  return calloc(1, size);
}

static cps int same(int v)
{
  fl_yield();
  return v;
}

static cps int add(int *to, int v)
{
  fl_yield();
  return *to += v;
}

static cps void not_across(void)
{
  struct node *p = get(sizeof *p, sizeof(struct node));
  free(p);
  for (struct node *q = get(sizeof(*q), sizeof(struct node)); q; free(q), q = NULL)
    printf("%d\n", q->a[1]);
  long r[3] = {same((int)sizeof r)}, s = same((int)sizeof s);
  printf("%d %d\n", r[0] == 3 * sizeof(long), s == sizeof(long));
  {
    long x = same(x = 9);
    printf("%ld\n", x);
  }
  const short t = (short)same(sizeof t);
  printf("%d %d\n", t, x);
}

static cps void across(void)
{
  struct node *p = get(sizeof *p, sizeof(struct node)), *q = get(2 * sizeof *q, 2 * sizeof(struct node)), r = *q;
  fl_yield();
  printf("%d %d\n", p == q, r.a[9]);
  free(p);
  free(q);
}

static cps void in_blocks(void)
{
  struct node *p = x ? get(sizeof *p, sizeof(struct node)) : NULL;
  switch (x) {
  case 5:;
    struct node *q = get(sizeof(*q), sizeof(struct node));
    free(q);
  }
  int *r = __extension__({
    int *s = get(sizeof *r, sizeof(int));
    s;
  });
  free(p);
  free(r);
}

static cps void itself(void)
{
  int x = add(&x, 0) * 0;
  struct {
    int a, b;
  } s = x == 0 ? (__typeof__(s)){0, 3} : (__typeof__(s)){1, same(4)};
  char t = (char)same(__extension__ _Alignof(t));
  printf("%d %d %d\n", x, s.b, t);
}

static cps void all(void)
{
  not_across();
  across();
  in_blocks();
  itself();
  printf("%zu %zu %zu %zu %zu\n", sizeof p, sizeof q, sizeof r, sizeof s, sizeof t);
}

int main(void)
{
  fl_spawn(all());
  return (int)fl_main_loop();
}
