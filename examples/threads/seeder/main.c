/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A BitTorrent seeder in the spirit of Hekate, with threads. */
#include <curl/curl.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "seeder.h"

#define RING 256 /* blocks that are read at a time */

struct seeder seeder;
static int exit_status;

uint64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* ---- content */

/* One thread of each torrent, on as many cores as there are. */
static cps void check(void *argument) {
  struct torrent *torrent = argument;
  uint32_t wrong;
  fl_detached { wrong = torrent_check(torrent, &seeder.stop); }
  free(torrent->hashes);
  torrent->hashes = NULL;
  if (wrong == 0 || seeder.stop) return;
  fprintf(stderr, "seeder: %s: %u of %u pieces are not what the torrent says\n", torrent->name, wrong, torrent->pieces);
  exit_status = 1;
}

static cps void check_all(void) {
  fl_nursery checks = FL_NURSERY_INIT;
  for (size_t i = 0; i < seeder.torrents_count; i++) fl_nursery_spawn(&checks, check, &seeder.torrents[i]);
  fl_nursery_join(&checks);
}

/* ---- signals */

static void print_status(void) {
  uint64_t sent = 0;
  for (size_t i = 0; i < seeder.torrents_count; i++) sent += seeder.torrents[i].uploaded;
  printf("connections %u, peers %u, interested %u, served %u, sent %llu bytes, detached reads %llu, "
         "threads' memory %zu bytes\n",
         seeder.connections, seeder.peers_count, seeder.choked_count + seeder.unchoked_count, seeder.unchoked_count,
         (unsigned long long)sent, (unsigned long long)seeder.detached, fl_memory());
  fflush(stdout);
}

/* Until a signal says that we should end. */
static cps void signals(void *argument) {
  int fd = (int)(intptr_t)argument;
  for (;;) {
    struct signalfd_siginfo info;
    int ready = fl_io_wait_for(fd, FL_IN, seeder.options.status, NULL);
    if (ready < 0 && ready != -ETIMEDOUT) break;
    if (ready > 0 && read(fd, &info, sizeof info) == sizeof info && info.ssi_signo != SIGUSR1) {
      seeder.stop = true;
      break;
    }
    print_status();
  }
  close(fd);
  fl_nursery_cancel(&seeder.threads);
}

/* ---- all of it */

static cps void seed(void *nothing) {
  (void)nothing;
  if (seeder.options.check) check_all();
  if (seeder.options.uring && !(seeder.ring = fl_ring_start(RING))) {
    perror("seeder: io_uring");
    exit_status = 1;
  }
  uint16_t *port = &seeder.options.port;
  int fd = exit_status != 0 || seeder.stop ? -1 : listen_on(seeder.options.address, port);
  if (fd == -1) {
    if (!seeder.stop) exit_status = 1;
    fl_nursery_cancel(&seeder.threads);
    return;
  }
  printf("seeder: listening on port %u\n", *port);
  fflush(stdout);
  fl_nursery_spawn(&seeder.threads, turns, NULL);
  for (size_t i = 0; seeder.options.announce && i < seeder.torrents_count; i++)
    fl_nursery_spawn(&seeder.threads, announcer, &seeder.torrents[i]);
  listener((void *)(intptr_t)fd);
  close(fd);
}

static cps void all(int signal_fd) {
  fl_nursery_spawn(&seeder.threads, signals, (void *)(intptr_t)signal_fd);
  fl_nursery_spawn(&seeder.threads, seed, NULL);
  fl_nursery_join(&seeder.threads);
  if (seeder.ring) fl_ring_stop(seeder.ring);
}

static bool open_torrents(int count, char **paths) {
  seeder.torrents = calloc((size_t)count, sizeof *seeder.torrents);
  bool good = seeder.torrents != NULL;
  for (int i = 0; good && i < count; i++) {
    struct torrent *torrent = &seeder.torrents[i];
    good = torrent_open(torrent, paths[i], seeder.options.data, seeder.options.uring ? OPEN : MAPPED);
    seeder.torrents_count += good;
    for (int k = 0; good && k < i; k++)
      if (memcmp(seeder.torrents[k].hash, torrent->hash, HASH) == 0) {
        fprintf(stderr, "seeder: %s: the same torrent as %s\n", paths[i], paths[k]);
        good = false;
      }
  }
  return good;
}

/* Descriptors for all peers, and some for others. */
static bool enough_descriptors(void) {
  struct rlimit limit;
  rlim_t needed = (rlim_t)seeder.options.peers + 64;
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= needed) return true;
  limit.rlim_cur = needed < limit.rlim_max ? needed : limit.rlim_max;
  if (limit.rlim_cur == needed && setrlimit(RLIMIT_NOFILE, &limit) == 0) return true;
  fprintf(stderr, "seeder: %u peers need %llu descriptors, %llu are allowed\n", seeder.options.peers,
          (unsigned long long)needed, (unsigned long long)limit.rlim_max);
  return false;
}

static int signals_by_descriptor(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGPIPE, SIG_IGN);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int main(int argc, char **argv) {
  int first = options_parse(&seeder.options, argc, argv);
  TAILQ_INIT(&seeder.peers);
  TAILQ_INIT(&seeder.choked);
  TAILQ_INIT(&seeder.unchoked);
  memcpy(seeder.id, "-FL0100-", 8);
  if (getrandom(seeder.id + 8, HASH - 8, 0) != HASH - 8 || curl_global_init(CURL_GLOBAL_DEFAULT) != 0) {
    perror("seeder");
    return 1;
  }
  exit_status = enough_descriptors() && open_torrents(argc - first, argv + first) ? 0 : 1;
  if (exit_status == 0) {
    fl_spawn(all(signals_by_descriptor()));
    fl_main_loop();
    print_status();
  }
  for (size_t i = 0; i < seeder.torrents_count; i++) torrent_close(&seeder.torrents[i]);
  free(seeder.torrents);
  curl_global_cleanup();
  return exit_status;
}
