/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "anchor_place.h"

int fl_anchor_place_read(const struct fl_anchor_place *place, struct fl_anchor *anchor, const char **why) {
  if (place->file && place->keeper) return fl_anchor_command_read(place->keeper, place->file, anchor, why);
  if (place->file) return fl_anchor_read(place->file, anchor, why);
  if (place->command) return fl_anchor_command_read(place->command, NULL, anchor, why);
  *anchor = (struct fl_anchor){0};
  return 0;
}

bool fl_anchor_place_write(const struct fl_anchor_place *place, const struct fl_anchor *anchor,
                           const struct fl_anchor *before) {
  if (place->file && place->keeper) return fl_anchor_command_write(place->keeper, place->file, anchor, before);
  if (place->file) return fl_anchor_write(place->file, anchor);
  return !place->command || fl_anchor_command_write(place->command, NULL, anchor, before);
}
