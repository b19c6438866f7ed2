/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Where the anchor is kept: in a file, or by a command of the operator's, which may have it in a TPM, on another
 * machine, or wherever the disk's owner does not come. */
#ifndef FL_ANCHOR_PLACE_H
#define FL_ANCHOR_PLACE_H
#include "seal_trusted.h"

struct fl_anchor_place {
  const char *file, *command; /* both NULL: there is none */
  const char *keeper;         /* NULL: the file is ours alone. Others have it, too: this program writes it for all */
};

static inline bool fl_anchor_kept(const struct fl_anchor_place *place) { return place->file || place->command; }

/* 1: read. 0: there is none yet. -1: *why says why. */
int fl_anchor_place_read(const struct fl_anchor_place *place, struct fl_anchor *anchor, const char **why);

/* Replaces `before` (NULL: there was none). When it says true, the new one is there for good; when it says false,
 * either may be. */
bool fl_anchor_place_write(const struct fl_anchor_place *place, const struct fl_anchor *anchor,
                           const struct fl_anchor *before);

/* ---- A command (anchor_command.c) ----
 *
 *   COMMAND read     prints the anchor that it keeps, or nothing if it keeps none
 *   COMMAND write    reads an anchor to be kept, and after it the one that it replaces, or nothing; and does nothing if
 *                    it keeps neither of the two: then somebody else has written
 *
 * Status 0: it is done, for good. It is given to sh with one more word, its environment is ours, and it has half a
 * minute. With `file' it is a program instead, which gets that as its first word (anchor/keep_trusted.c). */
int fl_anchor_command_read(const char *command, const char *file, struct fl_anchor *anchor, const char **why);
bool fl_anchor_command_write(const char *command, const char *file, const struct fl_anchor *anchor,
                             const struct fl_anchor *before);
#endif
