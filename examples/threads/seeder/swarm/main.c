/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Many BitTorrent clients in one program, a thread of each, to see what a seeder does under load. They download,
 * compare what they get with its hashes, and keep nothing. */
#include <arpa/inet.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "swarm.h"

struct swarm swarm = {.clients = 1, .pipeline = 32, .seconds = FL_FOREVER, .verify = true};

static const char usage[] = "usage: swarm [OPTION...] FILE.torrent ADDRESS PORT\n"
                            "  --clients NUMBER  (1)\n"
                            "  --pieces NUMBER   that each of them downloads (all)\n"
                            "  --pipeline NUMBER requests that are under way (32)\n"
                            "  --seconds NUMBER  go on for so long, beginning again when done\n"
                            "  --warm-up NUMBER  of these seconds: bytes are counted after them (0)\n"
                            "  --no-verify       do not look at what comes\n"
                            "  --from ADDRESS    of the first client; each has the next (they must be this system's)\n"
                            "Exit status: 0 all is well; 1 somebody did not get what he should; 2 usage.\n";

static uint32_t number(const char *text, uint32_t high) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && value > 0 && value <= high) return (uint32_t)value;
  fprintf(stderr, "swarm: not a number, or out of range: %s\n%s", text, usage);
  exit(2);
}

static struct in_addr address(const char *text) {
  struct in_addr result;
  if (inet_pton(AF_INET, text, &result) == 1) return result;
  fprintf(stderr, "swarm: not an IPv4 address: %s\n", text);
  exit(2);
}

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static cps void count_from_now(void *nothing) {
  (void)nothing;
  if (fl_sleep(swarm.warm_up * 1000, NULL) != 0) return;
  swarm.bytes = 0;
  swarm.began = now_ns();
}

static cps void all(uint32_t clients) {
  if (swarm.warm_up > 0) fl_nursery_spawn(&swarm.threads, count_from_now, NULL);
  if (swarm.seconds != FL_FOREVER) fl_nursery_deadline(&swarm.threads, swarm.seconds * 1000);
  for (uint32_t i = 0; i < clients; i++) fl_nursery_spawn(&swarm.threads, client, (void *)(uintptr_t)i);
  fl_nursery_join(&swarm.threads);
}

static void options(int argc, char **argv) {
  enum { HELP, CLIENTS, PIECES, PIPELINE, SECONDS, WARM_UP, NO_VERIFY, FROM };
  static const struct option known[] = {{"help", no_argument, NULL, HELP},
                                        {"clients", required_argument, NULL, CLIENTS},
                                        {"pieces", required_argument, NULL, PIECES},
                                        {"pipeline", required_argument, NULL, PIPELINE},
                                        {"seconds", required_argument, NULL, SECONDS},
                                        {"warm-up", required_argument, NULL, WARM_UP},
                                        {"no-verify", no_argument, NULL, NO_VERIFY},
                                        {"from", required_argument, NULL, FROM},
                                        {NULL, 0, NULL, 0}};
  for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;) switch (option) {
    case HELP: fputs(usage, stdout); exit(0);
    case CLIENTS: swarm.clients = number(optarg, 1000000); break;
    case PIECES: swarm.pieces = number(optarg, UINT32_MAX); break;
    case PIPELINE: swarm.pipeline = number(optarg, 1000); break;
    case SECONDS: swarm.seconds = number(optarg, 1000000); break;
    case WARM_UP: swarm.warm_up = number(optarg, 1000000); break;
    case NO_VERIFY: swarm.verify = false; break;
    case FROM: swarm.from = ntohl(address(optarg).s_addr); break;
    default: fputs(usage, stderr); exit(2);
    }
  if (argc - optind != 3) {
    fputs(usage, stderr);
    exit(2);
  }
  swarm.to.sin_family = AF_INET;
  swarm.to.sin_port = htons((uint16_t)number(argv[optind + 2], 65535));
  swarm.to.sin_addr = address(argv[optind + 1]);
}

int main(int argc, char **argv) {
  options(argc, argv);
  signal(SIGPIPE, SIG_IGN);
  if (!torrent_open(&swarm.torrent, argv[optind], "", NO_CONTENT)) return 1;
  if (swarm.pieces == 0 || swarm.pieces > swarm.torrent.pieces) swarm.pieces = swarm.torrent.pieces;
  swarm.began = now_ns();
  fl_spawn(all(swarm.clients));
  fl_main_loop();
  double seconds = (double)(now_ns() - swarm.began) / 1e9;
  printf("finished %u, failed %u, wrong pieces %u, bytes %llu, seconds %.2f, MB/s %.1f\n", swarm.finished, swarm.failed,
         swarm.wrong, (unsigned long long)swarm.bytes, seconds, (double)swarm.bytes / 1e6 / seconds);
  torrent_close(&swarm.torrent);
  return swarm.failed > 0 || swarm.wrong > 0 || (swarm.seconds == FL_FOREVER && swarm.finished < swarm.clients);
}
