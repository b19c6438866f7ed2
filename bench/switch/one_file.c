/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Both machines once more, each in one file with its driver, so that the C compiler may inline the step. */
#define by_hand_step by_hand_inline_step
#define by_hand_decode by_hand_inline_decode
#define by_hand_size by_hand_inline_size
#include "by_hand_step.c"
#include "by_hand.c"

#define FL_API static inline __attribute__((always_inline))
#define fairlead_decode fairlead_inline_decode
#define fairlead_size fairlead_inline_size
#include "frames.c"
#include "fairlead.c"
