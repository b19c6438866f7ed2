/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fl_threads.h>

#include "header_function.h"
static cps void body(void) { printf("%d %d\n", helper(4), outer(5)); }
cps int outer(int v) { return helper(v) * 2; }
int main(void)
{
  fl_spawn(body());
  return (int)fl_main_loop();
}
