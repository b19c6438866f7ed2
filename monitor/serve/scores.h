/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Scores of sorted sets: doubles, as clean/scores.fl has them. */
#ifndef FL_SCORES_H
#define FL_SCORES_H
#include "serve.h"

/* As scores.read, scores.plus and scores.print have them. */
struct fl_serve_scores_Score fl_score_read(struct fl_serve_view text, bool bound);
struct fl_serve_scores_Score fl_score_plus(uint64_t a, uint64_t b, bool times);
/* Whether a sorted set may have it. */
bool fl_score_is(uint64_t score);
void fl_score_print(uint64_t score, bool whole, struct fl_serve_bytes32 *text);
#endif
