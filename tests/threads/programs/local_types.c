/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Types that are declared in functions, of values that live across suspensions. */
#include <fl_threads.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int positive(int n)
{
  return n < 0 ? -n : n;
}

struct shape {
  char outer[3];
};
typedef short number;
enum colour { RED = 40, GREEN };

static cps int next(void)
{
  static int last;
  fl_yield();
  return ++last;
}

static cps void named(void)
{
  struct pair {
    int a;
    char b;
  } p = {1, 'x'}, *q = &p, two[2] = {{2, 'y'}, {3, 'z'}};
  union word {
    uint32_t whole;
    unsigned char bytes[4];
  } w;
  enum state { IDLE, BUSY = 7, DONE } s = BUSY;
  w.whole = 0;
  w.bytes[next() & 3] = 1;
  p.a += next();
  q->b++;
  s = next() > 100 ? IDLE : s == BUSY ? DONE : BUSY;
  printf("%d %c %d %d %d %zu %zu\n", p.a, p.b, two[1].a, w.whole != 0, s, sizeof(struct pair), sizeof(union word));
  printf("%c %d\n", q->b, (int)offsetof(struct pair, b) == (int)sizeof(int));
}

static cps void unnamed(void)
{
  struct {
    int x, y;
  } at = {3, 4}, *where = &at;
  union {
    double d;
    struct {
      uint32_t low, high;
    } half;
    struct {
      uint32_t first;
    };
  } u = {.d = 0};
  enum { SMALL = 5, LARGE = SMALL * 10 } size = LARGE;
  u.half.low = (uint32_t)next();
  where->x += next();
  size += next() * 0;
  printf("%d %d %d %d %u\n", at.x, where->y, size, LARGE - SMALL, (unsigned)(u.first - u.half.low));
}

/* The same name again and again, in and out of blocks. */
static cps void shadowing(void)
{
  struct shape before = {"ab"};
  {
    struct shape {
      int inner;
      struct shape *link;
    } in = {7, NULL};
    in.link = &in;
    next();
    {
      struct shape {
        double innermost;
      } deep = {0.5};
      struct shape copy;
      next();
      copy = deep;
      printf("%g %zu\n", copy.innermost, sizeof(struct shape));
    }
    struct shape again = *in.link;
    next();
    printf("%d %d %d\n", again.inner, again.link == &in, sizeof(struct shape) > sizeof(void *));
  }
  struct shape after = before;
  next();
  printf("%s %zu\n", after.outer, sizeof(struct shape));
}

/* What is said of a tag before its definition, here and outside. */
static cps void forward(void)
{
  struct shape *old = &(struct shape){"xy"};
  struct shape;
  struct shape *new_one;
  struct shape {
    struct shape *next;
    int depth;
  } last = {NULL, 2}, first = {&last, 1};
  new_one = &first;
  next();
  struct later *p, *begin;
  struct later {
    int value;
    struct later *before;
  } items[2] = {{10, NULL}, {20, &items[0]}};
  p = begin = items + 1;
  next();
  printf("%s %d %d %d\n", ((char *)old), new_one->depth + new_one->next->depth, p->value, begin->before->value);
}

/* Definitions of types in terms of each other, nested, and with constants of theirs. */
static cps void layers(void)
{
  enum { WIDTH = 3, AREA = WIDTH * WIDTH };
  typedef unsigned char cell;
  typedef struct row {
    cell cells[WIDTH];
    enum tone { DARK = AREA, LIGHT } tone;
    struct mark {
      int at;
    } mark, marks[2];
  } row, *rows;
  typedef row grid[WIDTH];
  grid g;
  rows r = g;
  struct mark extra = {9};
  enum tone light = LIGHT;
  memset(g, 0, sizeof g);
  for (int i = 0; i < WIDTH; i++) {
    rows here = &g[i];
    here->cells[next() % WIDTH] = (cell)(250 + i);
    here->marks[1] = (struct mark){i + (next() & 0)};
    here->tone = i & 1 ? LIGHT : DARK;
  }
  int total = 0;
  for (rows each = r; each < r + sizeof(grid) / sizeof(row); each++) {
    for (cell *c = each->cells; c < each->cells + WIDTH; c++)
      total += *c;
    total += each->tone * 1000 + each->marks[1].at;
  }
  printf("%d %d %d %d\n", total, extra.at, light, (int)sizeof(cell[AREA]));
}

/* Names of types that hide others, and are hidden by variables. */
static cps void typedefs(void)
{
  number outer = 1;
  typedef long long number;
  number wide = 1LL << 40, *to = &wide;
  next();
  {
    typedef struct {
      number n;
    } number;
    number boxed = {wide}, *box = &boxed;
    next();
    {
      int number = 5;
      next();
      printf("%lld %d %zu\n", box->n, number, sizeof number);
    }
    number copy = *box;
    next();
    printf("%lld\n", copy.n + 1);
  }
  typedef number numbers[2], (*to_numbers)[2];
  numbers both = {3, 4};
  to_numbers pointer = &both;
  next();
  typedef int function(int);
  function *absolute = positive;
  next();
  printf("%lld %d %d\n", *to + (*pointer)[1], (int)sizeof(outer), absolute(-3));
}

static cps void constants(void)
{
  enum colour hidden = RED;
  enum colour { GREEN = 1, RED = GREEN + 2 };
  enum colour c = RED;
  int table[RED] = {[GREEN] = 5};
  next();
  {
    int RED = 77;
    next();
    printf("%d %d\n", RED, GREEN);
  }
  switch (next() * 0 + (int)c) {
  case GREEN:
    printf("green\n");
    break;
  case RED:
    printf("%d %d %zu\n", hidden, table[GREEN], sizeof(char[RED]));
  }
}

static cps int sum(int count, const void *pairs)
{
  const struct pair {
    int a, b;
  } *at = pairs, *end = at + count;
  int total = 0;
  for (struct {
         int turn;
         const struct pair *p;
       } i = {0, at};
       i.p < end; i.turn++, i.p++) {
    fl_yield();
    total += i.turn * (i.p->a + i.p->b);
  }
  return total;
}

/* As arguments of calls, in casts, as compound literals, in statement expressions, static. */
static cps void everywhere(void)
{
  typedef struct pair {
    int a, b;
  } pair;
  static struct pair kept[2] = {{1, 2}, {3, 4}};
  static const struct {
    const char *name;
    enum { ODD, EVEN } kind;
  } names[] = {{"one", ODD}, {"two", EVEN}, {"three", ODD}};
  kept[0].a += sum(2, kept);
  pair *literal = &(pair){5, 6}, (*array)[2] = &(pair[]){{7, 8}, {9, sum(2, kept)}};
  int n = sum(2, (pair[2]){{1, 1}, {2, next() & 0}});
  int m = ({
    struct pair {
      char c[2];
    } small = {{1, 2}};
    next();
    small.c[0] + small.c[1] + (int)sizeof(struct pair);
  });
  const struct pair *p = (const struct pair *)(const void *)literal;
  next();
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
    next();
    printf("%s %d\n", names[i].name, names[i].kind == EVEN);
  }
  pair chosen = next() > 0 ? *p : (*array)[0];
  printf("%d %d %d %d %d %zu %d\n", kept[0].a, (*array)[1].b, n, m, chosen.b, sizeof(struct { int a; char b[3]; }),
         ((struct { int a, b; }){next() & 0, 8}).b);
}

/* Jumps over declarations, and a function per instance. */
static cps void jumps(int n)
{
  int turn = 0;
again:;
  struct count {
    int of[2];
  } count = {{n, turn}};
  if (turn++ < 2) {
    next();
    goto again;
  }
  switch (n) {
    typedef struct {
      char text[8];
    } word;
    word w;
  case 1:
    strcpy(w.text, "one");
    next();
    printf("%s %d\n", w.text, count.of[1]);
    break;
  default:
    strcpy(w.text, "other");
    next();
    printf("%s %d\n", w.text, count.of[0]);
  }
}

static cps void spawned(void)
{
  struct job {
    int from, to;
  } job = {1, 3};
  enum { STEP = 2 } step = STEP;
  fl_spawned {
    for (struct job j = job; j.from <= j.to; j.from += step) {
      next();
      printf("job %d\n", j.from);
    }
  }
  job.to = 0;
  next();
}

#pragma pack(push, 1)
static cps void packed(void)
{
  struct tight {
    char c;
    int i;
  } t = {1, 2};
  next();
  printf("%zu %d\n", sizeof(struct tight), t.i + t.c);
}
#pragma pack(pop)

static cps void attributed(void)
{
  struct __attribute__((packed)) tight {
    char c;
    int i;
  } t = {1, 2};
  struct loose {
    char c;
    _Alignas(32) int i;
  } __attribute__((aligned(64))) l = {3, 4}, *p = &l;
  typedef int four __attribute__((vector_size(16)));
  four v = {1, 2, 3, 4};
  const _Atomic(struct { int a, b; }) *none = NULL;
  next();
  printf("%zu %d %zu %d %d\n", sizeof(struct tight), t.i, sizeof *p, (int)((uintptr_t)p % 64) + p->i, v[3]);
  printf("%d\n", none == NULL);
}

static cps void all(void)
{
  named();
  unnamed();
  shadowing();
  forward();
  layers();
  typedefs();
  constants();
  everywhere();
  jumps(1);
  jumps(2);
  spawned();
  packed();
  attributed();
}

int main(void)
{
  fl_spawn(all());
  return (int)fl_main_loop();
}
