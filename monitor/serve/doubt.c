/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "doubt.h"

#include "redis_slots.h"

#include <stdio.h>

uint64_t fl_doubt_text(const struct fl_host *host, char text[FL_DOUBT_TEXT]) {
  struct fl_host_doubt d;
  char name[FL_REDIS_NAME], key[2 * FL_STORE_KEY + 1] = "", what[40];
  fl_host_doubt(host, &d);
  text[0] = 0;
  if (!d.why || d.length < 3) return 0;
  bool node = d.key[0] == 'n';
  size_t skipped = node ? 3 : 1, n = fl_redis_name(name, d.key, d.length);
  for (size_t i = skipped; i < d.length; i++) snprintf(key + 2 * (i - skipped), 3, "%02x", d.key[i]);
  if (node)
    snprintf(what, sizeof what, "the tree's, %u digits,", (unsigned)d.key[1] << 8 | d.key[2]);
  else
    snprintf(what, sizeof what, "%s of the key with SHA-256",
             d.key[0] == 'l'   ? "the leaf"
             : d.key[0] == 'v' ? "the value"
                               : "the name");
  snprintf(text, FL_DOUBT_TEXT, "%s: %s %s, slot %u", d.why, what, key, fl_redis_slot(name, n));
  return d.count;
}
