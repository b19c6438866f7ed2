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
                            "  --no-verify       do not look at what comes\n"
                            "Exit status: 0 all is well; 1 somebody did not get what he should; 2 usage.\n";

static uint32_t number(const char *text, uint32_t high)
{
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && value > 0 && value <= high)
    return (uint32_t)value;
  fprintf(stderr, "swarm: not a number, or out of range: %s\n%s", text, usage);
  exit(2);
}

static cps void all(uint32_t clients)
{
  if (swarm.seconds != FL_FOREVER)
    fl_nursery_deadline(&swarm.threads, swarm.seconds * 1000);
  for (uint32_t i = 0; i < clients; i++)
    fl_nursery_spawn(&swarm.threads, client, (void *)(uintptr_t)i);
  fl_nursery_join(&swarm.threads);
}

static void options(int argc, char **argv)
{
  enum { HELP, CLIENTS, PIECES, PIPELINE, SECONDS, NO_VERIFY };
  static const struct option known[] = {{"help", no_argument, NULL, HELP},
                                        {"clients", required_argument, NULL, CLIENTS},
                                        {"pieces", required_argument, NULL, PIECES},
                                        {"pipeline", required_argument, NULL, PIPELINE},
                                        {"seconds", required_argument, NULL, SECONDS},
                                        {"no-verify", no_argument, NULL, NO_VERIFY},
                                        {NULL, 0, NULL, 0}};
  for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;)
    switch (option) {
    case HELP: fputs(usage, stdout); exit(0);
    case CLIENTS: swarm.clients = number(optarg, 1000000); break;
    case PIECES: swarm.pieces = number(optarg, UINT32_MAX); break;
    case PIPELINE: swarm.pipeline = number(optarg, 1000); break;
    case SECONDS: swarm.seconds = number(optarg, 1000000); break;
    case NO_VERIFY: swarm.verify = false; break;
    default: fputs(usage, stderr); exit(2);
    }
  if (argc - optind != 3) {
    fputs(usage, stderr);
    exit(2);
  }
  swarm.to.sin_family = AF_INET;
  swarm.to.sin_port = htons((uint16_t)number(argv[optind + 2], 65535));
  if (inet_pton(AF_INET, argv[optind + 1], &swarm.to.sin_addr) != 1) {
    fprintf(stderr, "swarm: not an IPv4 address: %s\n", argv[optind + 1]);
    exit(2);
  }
}

int main(int argc, char **argv)
{
  struct timespec began, ended;
  options(argc, argv);
  signal(SIGPIPE, SIG_IGN);
  if (!torrent_open(&swarm.torrent, argv[optind], NULL))
    return 1;
  if (swarm.pieces == 0 || swarm.pieces > swarm.torrent.pieces)
    swarm.pieces = swarm.torrent.pieces;
  clock_gettime(CLOCK_MONOTONIC, &began);
  fl_spawn(all(swarm.clients));
  fl_main_loop();
  clock_gettime(CLOCK_MONOTONIC, &ended);
  double seconds = (double)(ended.tv_sec - began.tv_sec) + (double)(ended.tv_nsec - began.tv_nsec) / 1e9;
  printf("finished %u, failed %u, wrong pieces %u, bytes %llu, seconds %.2f, MB/s %.1f\n", swarm.finished, swarm.failed,
         swarm.wrong, (unsigned long long)swarm.bytes, seconds, (double)swarm.bytes / 1e6 / seconds);
  torrent_close(&swarm.torrent);
  return swarm.failed > 0 || swarm.wrong > 0 || (swarm.seconds == FL_FOREVER && swarm.finished < swarm.clients);
}
