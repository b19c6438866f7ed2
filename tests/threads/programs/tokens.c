/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

struct input {
  const char *at;
};
static cps int get(struct input *in)
{
  fl_yield();
  return *in->at ? (unsigned char)*in->at++ : -1;
}
static cps int expression(struct input *in, int *next);
static cps int factor(struct input *in, int *next)
{
  int v = 0;
  if (*next == '(') {
    *next = get(in);
    v = expression(in, next);
    *next = get(in);
  } else
    for (; isdigit(*next); *next = get(in)) v = v * 10 + *next - '0';
  return v;
}
static cps int term(struct input *in, int *next)
{
  int v = factor(in, next);
  for (int op; (op = *next) == '*' || op == '/';) {
    *next = get(in);
    v = op == '*' ? v * factor(in, next) : v / factor(in, next);
  }
  return v;
}
static cps int expression(struct input *in, int *next)
{
  int v = term(in, next);
  while (*next == '+' || *next == '-') {
    int sign = *next == '+' ? 1 : -1;
    *next = get(in);
    v += sign * term(in, next);
  }
  return v;
}
static cps void body(int n)
{
  struct input in = {n == 1 ? "1+2*(3+4)-10/5" : "((2))*(3-4*(1-5))"};
  int next = get(&in);
  printf("%d\n", expression(&in, &next));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
