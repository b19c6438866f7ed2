/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages between peers (BEP 3): a length in four bytes, high ones first, then so many bytes, of which the first says
 * what the message is. */
#ifndef SEEDER_PROTOCOL_H
#define SEEDER_PROTOCOL_H

#include <stdint.h>

enum { CHOKE, UNCHOKE, INTERESTED, NOT_INTERESTED, HAVE, BITFIELD, REQUEST, PIECE, CANCEL };

struct head {
  uint32_t length;
  uint8_t kind;
} __attribute__((packed));

struct block_head {
  uint32_t length;
  uint8_t kind;
  uint32_t piece, begin;
} __attribute__((packed));

/* Of REQUEST and CANCEL. */
struct request_body {
  uint32_t piece, begin, length;
} __attribute__((packed));

/* Peers ask for 16 KiB at a time, some of long ago for more. */
#define BLOCK_MOST (128 << 10)

/* Of messages that we don't know, which should not be there, as we announce no extension. */
#define MESSAGE_MOST (16 << 10)

#endif
