/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <dlfcn.h>
#include <fl_threads.h>
#include <stdio.h>
typedef cps int plugin(int);
static cps void body(plugin *f, int v)
{
  printf("%d %d\n", f(v) + f(v), fl_current() == fl_main());
}
/* Arguments: the library, and the symbol of its function `plugin`. */
int main(int argc, char **argv)
{
  void *l = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
  void *f = l ? dlsym(l, argv[2]) : NULL;
  if (!f) return puts(dlerror()), 2;
  plugin *p;
  __builtin_memcpy(&p, &f, sizeof p);
  fl_spawn(body(p, 7));
  return (int)fl_main_loop();
}
