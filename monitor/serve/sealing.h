/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is known of seals and anchors: for sealing.c, which makes them, and seals.c, which says how far they are. */
#ifndef FL_SEALING_H
#define FL_SEALING_H
#include "committer.h"
#include "serving.h"

/* A seal that was made. */
struct sealed {
  uint64_t epoch;
  uint8_t bytes[FL_SEAL], digest[32];
};

/* Seals, in their order: made; in the store; known to the anchor. */
struct fl_sealing {
  const struct fl_signer *signer;
  struct fl_committer *committer, *anchors;
  int stored, anchored, timer; /* readable: a batch is in the store; an anchor is kept; the time is over */
  struct sealed made, sealed;
  struct fl_anchor anchor, next_anchor; /* kept, for all that is known; on its way */
  bool committing, anchoring;
  bool asked;                     /* the gate's process is making the seal of what is being committed */
  struct fl_seal mine;            /* what has to be in it */
  uint8_t gate_log[32];           /* its digest in the seal that is made */
  bool checkpointing;             /* what is being committed is one */
  uint64_t last_checkpoint_ms;    /* when the last one was begun */
  uint64_t settling_ms;           /* since when one is prepared, or 0 */
  uint64_t settled_commands;      /* how many there were at the last slice of that */
  uint32_t unsettled;             /* records, then */
  bool ending;                    /* nobody is served any more */
  uint64_t last_seal_ms;          /* when one was begun */
  bool wanted;                    /* a seal */
  uint64_t anchor_wanted;         /* an epoch that somebody waits for */
  uint64_t armed, last_anchor_ms; /* when the timer fires, milliseconds, or 0; when an anchor was kept last */
  struct client *first, *last;    /* waiting */
  uint64_t stalled;               /* of them, to make a change */
};
#endif
