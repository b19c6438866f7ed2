/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* By which a batch of the journal that was torn is told from one that is whole: XXH3 of 128 bits, with zeros behind it
 * to the width that the format has. Each process of the store computes it of each batch, so it costs little, unlike
 * SHA-256: nothing is believed of a journal, and whoever can write its file can make any sum right. What was sealed the
 * server looks at (redo_trusted.h, gate_trusted.h). */
#ifndef FL_JOURNAL_SUM_H
#define FL_JOURNAL_SUM_H
#include <stddef.h>
#include <stdint.h>

enum { FL_JOURNAL_SUM = 32 };
void fl_journal_sum(const uint8_t *data, size_t length, uint8_t sum[FL_JOURNAL_SUM]);
#endif
