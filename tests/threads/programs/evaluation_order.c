/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What C says of the order of evaluation, with native and suspending calls in between. */
#include <fl_threads.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cps int next(void)
{
  static int last;
  fl_yield();
  return ++last;
}

static void show(const char *what, long long v)
{
  printf("%s %lld\n", what, v);
}

static int log_[64], nl;
static int L(int v)
{
  log_[nl++ & 63] = v;
  return v;
}

static cps int S(int v)
{
  fl_yield();
  log_[nl++ & 63] = v;
  return v;
}

static cps void body(void)
{
  int a = 1, b = 2, c;
  c = (L(1), S(2), L(3));
  show("c", c);
  c = S(0) ? L(5) : S(1) ? S(6) : L(7);
  show("c", c);
  c = S(0) || (L(0) || S(8));
  c += S(1) && L(1) && !S(0);
  show("c", c);
  c = !(S(1) && (a = S(9))) ;
  show("a", a * 10 + c);
  if (S(0), L(1) && (b = S(0), b == 0)) show("b", b);
  else show("nb", b);
  while (a-- > S(7)) show("w", a);
  do {
    b++;
    if (b == 2) continue;
    if (S(b) > 3) break;
  }
  while (S(b) < 10);
  show("b", b);
  c = ({ int x = S(3); x ? ({ L(11); x + 1; }) : ({ S(12); 0; }); });
  show("x", c);
  a = b = c = S(4);
  show("abc", a + b + c);
  a += b -= c *= S(2);
  show("abc", a * 10000 + b * 100 + c);
  int i = 0, v[6] = {0};
  v[i++] = S(5), v[i] = S(6);
  show("v", v[0] * 10 + v[1]);
  (*(S(1) ? &a : &b)) = 77;
  show("sel", a + (b != 77));
  (S(0) ? a : b) == 77 ? show("q", 1) : show("q", 2);
  show("sz", (long long)sizeof(S(1) ? a : 2LL) + (long long)sizeof(({ S(99); 'c'; })));
  long long t = 0;
  for (int k = 0; k < nl && k < 64; k++) t = t * 3 + log_[k];
  show("log", t);
  show("nl", nl);
}

int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}

