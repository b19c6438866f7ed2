/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The monitor's secret: a key of AES-128, expanded (FIPS 197: 11 round keys). It does not leave the monitor, nor does a
   sum. */
#ifndef FL_MONITOR_SECRET_H
#define FL_MONITOR_SECRET_H
#include "verify.h"

/* From 16 bytes that nobody else knows. False if this processor has no AES instructions: then verify nothing. */
bool fl_monitor_secret(fl_monitor_state_Secret *secret, const uint8_t key[16]);
#endif
