/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

static const char *in;
static int col;
static cps int peek(void)
{
  if (++col % 3 == 0) fl_yield();
  return *in;
}
static cps int next(void)
{
  int c = peek();
  in++;
  return c;
}
static cps long expr(void);
static cps long factor(void)
{
  if (peek() == '(') {
    next();
    long v = expr();
    next();
    return v;
  }
  if (peek() == '-') {
    next();
    return -factor();
  }
  long v = 0;
  while (peek() >= '0' && peek() <= '9') v = v * 10 + (next() - '0');
  return v;
}
static cps long term(void)
{
  long v = factor();
  for (;;) switch (peek()) {
    case '*':
      next();
      v *= factor();
      break;
    case '/':
      next();
      v /= factor();
      continue;
    default: return v;
    }
}
static cps long expr(void)
{
  long v = term();
  int c;
  while ((c = peek()) == '+' || c == '-') {
    next();
    if (c == '+') v += term();
    else v -= term();
  }
  return v;
}
static cps void body(void)
{
  const char *t[] = {"1+2*3", "(1+2)*3-4/2", "2*(3+(4-1)*2)-10", "-(-3)*(2+1)"};
  for (int i = 0; i < 4; i++) {
    in = t[i];
    printf("%s=%ld\n", t[i], expr());
  }
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
