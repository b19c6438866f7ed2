/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <complex.h>
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps double _Complex turn(double _Complex z)
{
  fl_yield();
  return z * I;
}
static cps void body(int n)
{
  double complex z = n + 2 * I, w[2] = {turn(z), turn(turn(z))};
  fl_yield();
  z += w[later(1)] * turn(w[0]);
  float _Complex f = (float complex)turn(1);
  printf("%g %g %g %g %g\n", creal(z), cimag(z), creal(w[0]), cimag(w[1]), cimag(f));
}
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
