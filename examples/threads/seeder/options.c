/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "seeder.h"

/* With fewer, peers that wait for their turn would be called idle. */
#define TURNS_IDLE 15

static const char usage[] =
    "usage: seeder [OPTION...] FILE.torrent...\n"
    "Seeds torrents: sends what they describe to BitTorrent peers, until SIGINT or SIGTERM.\n"
    "  --data FOLDER       where the content is (.)\n"
    "  --address NAME      where to listen (every address)\n"
    "  --port NUMBER       (6881; 0: any)\n"
    "  --peers NUMBER      connections at most (1000)\n"
    "  --slots NUMBER      serve so many peers, or one in ten if that is more (4)\n"
    "  --turn SECONDS      how long each of them, when others wait (10)\n"
    "  --idle SECONDS      drop a peer that asks for nothing for so long: at least 15 turns (300)\n"
    "  --handshake SECONDS drop a connection that does not introduce itself (10)\n"
    "  --status SECONDS    print a line so often; SIGUSR1 prints one, too\n"
    "  --io-uring          read blocks into memory of our own, by io_uring\n"
    "  --no-check          do not compare the content with its hashes first\n"
    "  --no-announce       do not tell trackers\n"
    "Exit status: 0 stopped by a signal; 1 a torrent, its content or the address cannot be used; 2 usage.\n";

_Noreturn static void wrong(const char *why, const char *what) {
  fprintf(stderr, "seeder: %s%s\n%s", why, what, usage);
  exit(2);
}

static uint32_t number(const char *text, uint32_t low, uint32_t high) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value < low || value > high) wrong("not a number, or out of range: ", text);
  return (uint32_t)value;
}

static uint32_t milliseconds(const char *text) {
  char *end;
  double seconds = strtod(text, &end);
  if (*text < '0' || *text > '9' || *end || !isfinite(seconds) || seconds < 0.001 || seconds > 1000000)
    wrong("not a number of seconds: ", text);
  return (uint32_t)(seconds * 1000 + 0.5);
}

int options_parse(struct options *options, int argc, char **argv) {
  enum { HELP, DATA, ADDRESS, PORT, PEERS, SLOTS, TURN, IDLE, HANDSHAKE, STATUS, URING, NO_CHECK, NO_ANNOUNCE };
  static const struct option known[] = {{"help", no_argument, NULL, HELP},
                                        {"data", required_argument, NULL, DATA},
                                        {"address", required_argument, NULL, ADDRESS},
                                        {"port", required_argument, NULL, PORT},
                                        {"peers", required_argument, NULL, PEERS},
                                        {"slots", required_argument, NULL, SLOTS},
                                        {"turn", required_argument, NULL, TURN},
                                        {"idle", required_argument, NULL, IDLE},
                                        {"handshake", required_argument, NULL, HANDSHAKE},
                                        {"status", required_argument, NULL, STATUS},
                                        {"io-uring", no_argument, NULL, URING},
                                        {"no-check", no_argument, NULL, NO_CHECK},
                                        {"no-announce", no_argument, NULL, NO_ANNOUNCE},
                                        {NULL, 0, NULL, 0}};
  *options = (struct options){.data = ".",
                              .port = 6881,
                              .peers = 1000,
                              .slots = 4,
                              .turn = 10000,
                              .idle = 300000,
                              .handshake = 10000,
                              .status = FL_FOREVER,
                              .check = true,
                              .announce = true};
  for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;) switch (option) {
    case HELP: fputs(usage, stdout); exit(0);
    case DATA: options->data = optarg; break;
    case ADDRESS: options->address = optarg; break;
    case PORT: options->port = (uint16_t)number(optarg, 0, 65535); break;
    case PEERS: options->peers = number(optarg, 1, 1000000); break;
    case SLOTS: options->slots = number(optarg, 1, 1000000); break;
    case TURN: options->turn = milliseconds(optarg); break;
    case IDLE: options->idle = milliseconds(optarg); break;
    case HANDSHAKE: options->handshake = milliseconds(optarg); break;
    case STATUS: options->status = milliseconds(optarg); break;
    case URING: options->uring = true; break;
    case NO_CHECK: options->check = false; break;
    case NO_ANNOUNCE: options->announce = false; break;
    default: fputs(usage, stderr); exit(2);
    }
  if (optind == argc) wrong("no torrent", "");
  if (options->idle / TURNS_IDLE < options->turn) wrong("--idle is less than 15 turns", "");
  return optind;
}
