/* SPDX-License-Identifier: Apache-2.0 OR MIT */
cps int outer(int v);
static inline cps int helper(int v)
{
  fl_yield();
  return v + 1;
}
