/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Memory for large tables that are looked into at random: zeros, in large pages where the kernel has them, so that a
 * look is one miss of the caches and not two. */
#ifndef FL_PAGES_H
#define FL_PAGES_H
#include <stddef.h>

void *fl_pages_new(size_t size); /* NULL: no memory */
void fl_pages_free(void *pages, size_t size);
#endif
