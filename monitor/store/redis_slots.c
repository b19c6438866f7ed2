/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "redis_slots.h"

#include <stdio.h>
#include <string.h>

/* CRC-16/XMODEM: polynomial 0x1021, from 0, not reflected. */
static unsigned crc16(const uint8_t *at, size_t length) {
  unsigned crc = 0;
  for (; length > 0; at++, length--) {
    crc ^= (unsigned)*at << 8;
    for (int i = 0; i < 8; i++) crc = (crc << 1 ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}

unsigned fl_redis_slot(const void *name, size_t length) {
  const uint8_t *at = name, *open = memchr(at, '{', length), *close = NULL;
  if (open) close = memchr(open + 1, '}', length - (size_t)(open + 1 - at));
  if (close && close > open + 1) at = open + 1, length = (size_t)(close - at);
  return crc16(at, length) % FL_REDIS_SLOTS;
}

/* The first 14 of the digits, with zeros behind those that there are. */
static unsigned beginning(const uint8_t *digits, size_t bytes) {
  return ((bytes > 0 ? (unsigned)digits[0] << 8 : 0) | (bytes > 1 ? digits[1] : 0)) >> 2;
}

size_t fl_redis_name(char name[FL_REDIS_NAME], const uint8_t *key, size_t length) {
  int n;
  switch (length > 0 ? key[0] : 0) {
  case 'n': n = sprintf(name, "fairlead:{%04x}", beginning(key + 3, length > 3 ? length - 3 : 0)); break;
  case 'l':
  case 'v':
  case 'k': n = sprintf(name, "fairlead:{%04x}", beginning(key + 1, length - 1)); break;
  /* The seal and the head of the redo log; its pieces, by the last byte of their numbers; the journal. */
  case 's': n = sprintf(name, length > 2 ? "fairlead:{s%02x}" : "fairlead:{s}", key[length - 1]); break;
  default: n = sprintf(name, length > 1 ? "fairlead:{j%02x}" : "fairlead:{j}", length > 0 ? key[length - 1] : 0);
  }
  memcpy(name + n, key, length);
  return (size_t)n + length;
}
