/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
{
  const char *a = "a \"quoted\" /* no comment */ // nor this \\" "joined\x41\101\n";
  char b[] = "na\0me", c = '"', d = '\'', e = '\\';
  fl_yield();
  const wchar_t *w = L"wide \u00e9";
  static const char table[][4] = {"one", "two"};
  fl_yield();
  printf("%s%d %d %c%c%c %s %d\n", a, (int)strlen(b), (int)sizeof b, c, d, e, table[n & 1], (int)wcslen(w));
  printf("%c%c %s\n", "abcdef"[later(n)], later(1)["xyz"], u8"\u20ac" + 0);
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
