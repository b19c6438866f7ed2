/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* CPUID and XCR0 of the processor this runs on, for processor.ml. */
#include <cpuid.h>
#include <stdint.h>

#include <caml/alloc.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>

/* eax, ebx, ecx, edx; zeros for a leaf that is not there. */
value fl_processor_cpuid(value leaf, value subleaf) {
  CAMLparam2(leaf, subleaf);
  CAMLlocal1(result);
  unsigned r[4] = {0, 0, 0, 0};
  if (!__get_cpuid_count((unsigned)Long_val(leaf), (unsigned)Long_val(subleaf), &r[0], &r[1], &r[2], &r[3]))
    r[0] = r[1] = r[2] = r[3] = 0;
  result = caml_alloc_tuple(4);
  for (unsigned i = 0; i < 4; i++) Store_field(result, i, Val_long((long)r[i]));
  CAMLreturn(result);
}

/* Which registers the operating system saves; it may be asked only where CPUID says OSXSAVE. */
value fl_processor_xcr0(value unit) {
  (void)unit;
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return Val_long((long)((uint64_t)high << 32 | low));
}
