/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

struct generator {
  int value;
  _Bool ended;
  fl_cond wanted, made;
};
static cps void yield(struct generator *g, int v)
{
  g->value = v;
  fl_signal(&g->made);
  fl_wait(&g->wanted);
}
static cps void permute(struct generator *g, int *a, int n)
{
  if (n == 1) {
    yield(g, a[0] * 100 + a[1] * 10 + a[2]);
    return;
  }
  for (int i = 0; i < n; i++) {
    permute(g, a, n - 1);
    int j = n % 2 ? 0 : i, t = a[j];
    a[j] = a[n - 1];
    a[n - 1] = t;
  }
}
static cps void generate(struct generator *g)
{
  int a[] = {1, 2, 3};
  permute(g, a, 3);
  g->ended = 1;
  fl_signal(&g->made);
}
static cps void body(int n)
{
  struct generator g = {.wanted = FL_COND_INIT, .made = FL_COND_INIT};
  fl_spawn(generate(&g));
  for (int i = 0;; i++) {
    fl_wait(&g.made);
    if (g.ended) break;
    printf("%d%c", g.value + n, i == 5 ? '\n' : ' ');
    fl_signal(&g.wanted);
  }
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
