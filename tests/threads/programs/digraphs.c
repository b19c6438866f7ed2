/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include <fl_threads.h>

static cps int later(int v)
{
  fl_yield();
  return v;
}
static cps void body(int n)
<%
  int a<:3:> = <%n, later(2), 3%>;
  fl_yield();
  for (int i = 0; i < 3; i++) <%
    a<:i:> += later(i);
  %>
  printf("%d %d %d\n", a<:0:>, a<:1:>, a<:2:>);
%>
int main(void)
{
  fl_spawn(body(1));
  fl_spawn(body(4));
  return (int)fl_main_loop();
}
