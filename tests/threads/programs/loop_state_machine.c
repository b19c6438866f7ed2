/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

enum state { START, WORD, SPACE, END };
static const char *text = "the  quick brown   fox";
static cps int next(void)
{
  fl_yield();
  return *text ? *text++ : 0;
}
static cps void body(void)
{
  enum state s = START;
  int words = 0, c = 0;
  while (s != END) switch (s) {
    case START:
      c = next();
      s = c == ' ' ? SPACE : c ? WORD : END;
      break;
    case WORD:
      words++;
      while ((c = next()) && c != ' ') continue;
      s = c ? SPACE : END;
      break;
    case SPACE:
      do c = next();
      while (c == ' ');
      if (!c) {
        s = END;
        break;
      }
      s = WORD;
      continue;
    case END: return;
    }
  printf("%d\n", words);
}
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
