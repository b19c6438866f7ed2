/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef SWARM_H
#define SWARM_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include <fl_threads.h>

#include "../torrent.h"

struct swarm {
  uint32_t clients, pieces, pipeline, seconds, warm_up;
  bool verify;
  struct sockaddr_in to;
  uint32_t from; /* address of client 0, of the next one more; 0: the system's choice */
  struct torrent torrent;
  fl_nursery threads;
  uint32_t finished, failed, wrong;
  uint64_t bytes, began; /* ns */
};
extern struct swarm swarm;

/* From connecting until it has all that it wants; again and again, if the swarm runs for some time. */
cps void client(void *number);

#endif
