/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "pages.h"

#include <stdint.h>
#include <sys/mman.h>

enum { LARGE = 2 << 20 };

void *fl_pages_new(size_t size) {
  if (size == 0 || size > SIZE_MAX / 2) return NULL;
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return NULL;
  if (size >= LARGE) madvise(p, size, MADV_HUGEPAGE); /* where the kernel will not, it is as well */
  return p;
}

void fl_pages_free(void *pages, size_t size) {
  if (pages) munmap(pages, size);
}
