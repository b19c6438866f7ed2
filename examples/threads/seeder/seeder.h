/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The parts of the seeder, and what they share. All threads are attached to the main loop, and go elsewhere only for
 * what blocks; so nothing here has a lock. */
#ifndef SEEDER_H
#define SEEDER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include <fl_ring.h>
#include <fl_stream.h>
#include <fl_threads.h>

#include "torrent.h"

struct options {
  const char *data, *address;
  uint16_t port;
  uint32_t peers;                 /* at most */
  uint32_t slots;                 /* peers that are served, at least, if so many want to be */
  uint32_t turn, idle, handshake; /* ms */
  uint32_t status;                /* ms; FL_FOREVER: never */
  bool check, announce;
  bool uring; /* blocks are read by io_uring */
};

struct request {
  uint32_t piece, begin, length;
};

/* Requests of one peer that wait to be answered. When there is no room for more, the peer is not read from. */
#define REQUESTS_MOST 256

struct peer {
  TAILQ_ENTRY(peer) all, interest;
  struct torrent *torrent;
  int fd;
  bool interested;
  bool served, told; /* unchoked; and whether it knows */
  bool forgot;       /* requests: so it must hear that it was choked, even if it is served again */
  bool ended;
  struct request *requests; /* NULL, or a ring of REQUESTS_MOST */
  unsigned first, count;
  uint64_t useful;     /* when something was last sent or asked for, ms */
  uint64_t turn_began; /* when it was unchoked */
  fl_nursery threads;
  fl_cond work, room; /* for the writer; in the ring */
};
TAILQ_HEAD(peers, peer);

struct seeder {
  struct options options;
  struct torrent *torrents;
  size_t torrents_count;
  char id[HASH];
  struct peers peers;            /* that have shaken hands: the least recently useful first */
  struct peers choked, unchoked; /* that are interested: those whose turn it is next first, and last */
  uint32_t connections, peers_count, choked_count, unchoked_count;
  uint64_t detached; /* blocks that were not in memory in time */
  fl_ring *ring;     /* NULL: blocks are sent from where their files are mapped */
  fl_nursery threads;
  fl_cond left; /* a connection has */
  atomic_bool stop;
};
extern struct seeder seeder;

uint64_t now_ms(void);

/* options.c: from the command line; ends the program with 2 if it is wrong, and for --help with 0. The index of the
 * first torrent. */
int options_parse(struct options *options, int argc, char **argv);

/* listen.c: a socket that listens, or -1: printed why not; and who takes its connections. */
cps int listen_on(const char *address, uint16_t *port);
cps void listener(void *fd);

/* peer.c: from a connection to its end: handshake, then reading what the peer sends. */
cps void connection(void *fd);
void peer_useful(struct peer *peer);

/* handshake.c: which torrent the peer wants; NULL: none, or it does not speak our language. */
cps struct torrent *handshake(int fd);

/* upload.c: sends what the peer asked for, a thread of each peer. */
cps void writer(void *peer);
void upload_request(struct peer *peer, struct request request);
void upload_cancel(struct peer *peer, struct request request);
void upload_forget(struct peer *peer);

/* disk.c: the bytes of a block are in memory now, unless somebody else needs it very much. A negated errno: they can't
 * be had. */
cps int disk_fetch(const struct torrent *torrent, uint64_t start, size_t length);

/* The same, by io_uring: into `to`, where they stay. */
cps int disk_read(const struct torrent *torrent, uint64_t start, char *to, size_t length);

/* turns.c: who is served. */
void turns_interested(struct peer *peer, bool interested);
void turns_fill(void);
cps void turns(void *nothing);

/* announce.c: tells the trackers of one torrent that we are here, a thread of each torrent. */
cps void announcer(void *torrent);

#endif
