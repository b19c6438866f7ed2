/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which of the servers of a cluster's file this one is, and that its store was made for just those slots.
 *
 * A store's slots are said once, when it is made, in KEY.slots beside its key; so they are where nobody comes who has
 * the store. No start with others, or with none, goes on from that store: what is in it would be missing, or
 * another server would have it, too. */
#ifndef FL_CLUSTER_PLACE_H
#define FL_CLUSTER_PLACE_H
#include "cluster_file.h"

struct fl_cluster_place {
  const char *file, *me;      /* options */
  struct fl_cluster *cluster; /* NULL: all keys are here */
  size_t who;
};

#define FL_CLUSTER_OPTIONS \
  {"cluster", 1, 0, 'k'}, { "cluster-me", 1, 0, 'M' }
/* Reads the file, if there is to be one. 0, or an exit status, and then why was said. */
int fl_cluster_open(struct fl_cluster_place *place);
/* The file again: it may have other addresses, and other slots of others. 0: *fresh is what it has now. */
int fl_cluster_again(const struct fl_cluster_place *place, struct fl_cluster_place *fresh);
void fl_cluster_close(struct fl_cluster_place *place);

/* Whether the store of this key is for our slots; `made': there is one already. If not, it will be for them. 0, or an
 * exit status, and then why was said. */
int fl_cluster_own(const struct fl_cluster_place *place, const char *key, bool made);
#endif
