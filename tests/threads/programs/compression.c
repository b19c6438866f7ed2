/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps size_t squeeze(const char *s, char *to)
{
  size_t n = 0, length = strlen(s);
  for (size_t i = 0; i < length;) {
    size_t best = 0, back = 0;
    for (size_t j = i > 9 ? i - 9 : 0; j < i; j++) {
      size_t k = 0;
      while (k < 9 && i + k < length && s[j + k] == s[i + k]) k++;
      if (k > best) best = k, back = i - j;
    }
    fl_yield();
    if (best > 2)
      to[n++] = '\\', to[n++] = (char)('0' + back), to[n++] = (char)('0' + best), i += best;
    else
      to[n++] = s[i++];
  }
  to[n] = 0;
  return n;
}
static cps void expand(const char *s, char *to)
{
  for (char *start = to; later(*s); s++)
    if (*s == '\\') {
      for (int back = s[1] - '0', n = s[2] - '0'; n > 0; n--, to++) *to = to[-back];
      s += 2;
    } else {
      *to++ = *s;
      *to = 0;
      (void)start;
    }
  *to = 0;
}
static cps void body(int n)
{
  const char *text = n == 1 ? "abcabcabcabcd" : "a rose is a rose is";
  char small[50], again[50];
  size_t length = squeeze(text, small);
  expand(small, again);
  printf("%s %d %d\n", small, (int)length, strcmp(again, text));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
