/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the library gives to others, whatever it is compiled with. */
#pragma GCC visibility push(default)
cps int twice(int v), thrice(int v);
cps int weaker(int v) __attribute__((weak));
#pragma GCC visibility pop
