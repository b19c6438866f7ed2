/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include <fl_threads.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static cps char *encode(const unsigned char *s, size_t n, char *to)
{
  for (; n; s += 3, n -= n < 3 ? n : 3) {
    unsigned v = (unsigned)s[0] << 16 | (n > 1 ? (unsigned)s[1] << 8 : 0) | (n > 2 ? s[2] : 0u);
    for (int i = 0; i < 4; i++) {
      *to++ = (size_t)i <= n ? digits[v >> (18 - 6 * i) & 63] : '=';
      fl_yield();
    }
  }
  *to = 0;
  return to;
}
static cps size_t decode(const char *s, unsigned char *to)
{
  unsigned char *start = to;
  while (*s) {
    unsigned v = 0;
    int pad = 0;
    for (int i = 0; i < 4; i++, s++) {
      const char *d = strchr(digits, *s);
      v = v << 6 | (*s == '=' ? pad++, 0u : (unsigned)(d - digits));
      if (i == 2) fl_yield();
    }
    for (int i = 0; i < 3 - pad; i++) *to++ = (unsigned char)(v >> (16 - 8 * i));
  }
  return (size_t)(to - start);
}
static cps void body(int n)
{
  char text[40];
  unsigned char back[30];
  encode((const unsigned char *)"many hands", 6u + (unsigned)n, text);
  size_t m = decode(text, back);
  printf("%s %.*s\n", text, (int)m, (const char *)back);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
