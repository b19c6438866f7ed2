/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Variables, functions, types and constants that one declaration declares: each is evaluated once. */
#include <stdio.h>

#include <fl_threads.h>

static int n;
static int nat(void) {
  printf("nat %d\n", ++n);
  return n;
}
static int f(int);
static int *k(int);
int other(int);
static cps int y(int v) {
  fl_yield();
  return v;
}
struct s {
  int x;
};
static cps void first(void) {
  int a = y(nat()), f(int), b = a + nat(), *k(int), c;
  fl_yield();
  struct t {
    int x;
  } u = {nat()}, *v = &u, (*m)(void) = 0;
  struct s h(int), w = {y(nat())};
  int q __attribute__((unused)) = nat(), __attribute__((pure)) ren(int) __asm__("other"), (*arr(int))[3], r = ren(2);
  __typeof__(a) z = y(nat()), zz(int), zzz = nat();
  enum e { A = 3, B } ee = y(A), en(void), e2 = B;
  static int st = 5, st2 = 6;
  extern int ext2(void);
  typedef int ti, *tp, tf(int);
  tf f2;
  ti t1 = y(4), tff(int);
  tp p2 = &t1;
  for (int i = nat(), j = y(1); i < 20; i += 10, j++) {
    fl_yield();
    c = j;
  }
  fl_yield();
  printf("%d %d %d %d %d %d %d %d %d %d %d %d %d\n", a, b, c, u.x + (v != 0) + (m == 0), w.x, q, r, z + zzz, ee, e2,
         st + st2, t1, *p2);
  printf("%d %d\n", f(3), *k(4));
}
static int f(int x) { return x; }
static int *k(int x) {
  static int y;
  y = x;
  return &y;
}
int other(int x) { return x * 2; }
static cps void second(void) {
  struct s {
    char c;
    int x;
  } __attribute__((packed)) a = {1, y(3)}, b;
  union {
    char c;
    int x;
  } __attribute__((aligned(64))) u = {y(3)};
  const struct k { int x; } kk = {nat()}, *kp = &kk;
  enum { A, B = 7 } e = y(B), e2 = A;
  {
    struct s {
      int q[8];
    } z = {{y(1)}};
    struct s z2;
    printf("%zu %zu\n", sizeof z, sizeof z2);
  }
  b.x = 4;
  fl_yield();
  struct in {
    struct deep {
      short d;
    } d;
    struct deep *p;
  } i = {{y(2)}, 0}, *ip = &i;
  struct fwd *fp = 0, *fq(int);
  int (*fn)(int) = 0, fnn(int), arr[3] = {nat(), y(4)}, (*parr)[3] = &arr;
  _Alignas(32) int al = y(1), al2;
  al2 = 3;
  fl_yield();
  register int reg = nat(), regf;
  regf = y(1);
  _Thread_local static int tl = 3, tl2;
  volatile int vo = y(1), *vp = &vo;
  printf("%zu %zu %zu %d %d %d %d\n", sizeof a, sizeof u, sizeof(struct s), kp->x, e, e2, b.x);
  printf("%d %d %d %d %d %d %d %d\n", ip->d.d, fp == 0, fn == 0, (*parr)[0] + arr[1] * 10, al + al2, reg + regf,
         tl + tl2, *vp);
  printf("%d\n", (int)((unsigned long)&al % 32 + (unsigned long)&u % 64));
}
int main(void) {
  fl_spawn(first());
  fl_spawn(second());
  return (int)fl_main_loop();
}
