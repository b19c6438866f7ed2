// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <caml/mlvalues.h>
#include <sys/resource.h>

// Linux looks at the limit whenever the main thread's stack grows, and keeps 128 MiB free for that, whatever the limit
// was when the process began.
enum { WANTED = 112 * 1024 * 1024 };

value fairlead_raise_stack_limit(value unit) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < WANTED) {
    limit.rlim_cur = limit.rlim_max != RLIM_INFINITY && limit.rlim_max < WANTED ? limit.rlim_max : WANTED;
    (void)setrlimit(RLIMIT_STACK, &limit);
  }
  return unit;
}
