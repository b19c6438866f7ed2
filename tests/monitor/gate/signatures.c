/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who may sign, and what is signed, where it is at an end: texts, keys for which anybody can sign, numbers, sizes, and
 * signatures that are another one's twin. */
#include "asked.h"
#include "bytes.h"
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t chance;
static uint64_t some(uint64_t n) { return draw(&chance) % n; }

static int texts(unsigned count) {
  static const char *const bad[] = {"x",
                                    "a 00",
                                    "a  b "
                                    "2222222222222222222222222222222222222222222222222222222222222222",
                                    " 2222222222222222222222222222222222222222222222222222222222222222",
                                    "a 2222222222222222222222222222222222222222222222222222222222222222 ",
                                    "a 222222222222222222222222222222222222222222222222222222222222222g",
                                    "a 222222222222222222222222222222222222222222222222222222222222222A",
                                    "a 2222222222222222222222222222222222222222222222222222222222222222\r\n",
                                    "a 2222222222222222222222222222222222222222222222222222222222222222\n"
                                    "b 2222222222222222222222222222222222222222222222222222222222222222\n"};
  const char *why;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (fl_signers_read(bad[i], strlen(bad[i]), &why)) return fprintf(stderr, "no clients: %s\n", bad[i]), 1;
  for (unsigned n = 0; n < count; n++) {
    char text[200];
    size_t length = (size_t)sprintf(text, "# a\n\nname %064u\nother %064u", n + 2, n + 3);
    if (n % 8) text[some(length)] = (char)some(256);
    if (n % 8 > 4) length = some(length + 1);
    char *exact = malloc(length + !length); /* what is read behind it is noticed */
    memcpy(exact, text, length);
    struct fl_signers *all = fl_signers_read(exact, length, &why);
    if (!all && n % 8 == 0) return fprintf(stderr, "clients are refused: %s\n", why), 1;
    fl_signers_free(all);
    free(exact);
  }
  return 0;
}

/* ---- Keys ---- */

/* y of the points whose order divides 8, and of some that are written as no smaller number; either sign of x. */
static int weak_keys(void) {
  static const char *const all[] = {"0000000000000000000000000000000000000000000000000000000000000000",
                                    "0100000000000000000000000000000000000000000000000000000000000000",
                                    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                                    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                                    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                                    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"};
  const char *why;
  for (size_t i = 0; i < 2 * (sizeof all / sizeof *all); i++) {
    char text[80];
    size_t length = (size_t)sprintf(text, "weak %s\n", all[i / 2]);
    unsigned digit = (unsigned)strtoul((char[]){text[5 + 62], 0}, NULL, 16) + (i % 2 ? 8 : 0);
    text[5 + 62] = "0123456789abcdef"[digit];
    if (fl_signers_read(text, length, &why)) return fprintf(stderr, "a key that anybody signs for: %s", text), 1;
    if (!strstr(why, "anybody")) return fprintf(stderr, "another reason: %s\n", why), 1;
  }
  return 0;
}

/* ---- Requests ---- */

static bool reads(const struct fl_signers *all, const uint8_t *bytes, size_t length, struct fl_request *r) {
  uint8_t seals[32], *exact = malloc(length + !length); /* what is read behind it is noticed */
  memcpy(exact, bytes, length);
  asked_public(0, seals);
  bool ok = fl_request_read(all, seals, exact, length, r);
  free(exact);
  return ok;
}

/* The signature's second half, and the order of the group: an equation modulo that is as true as before. */
static void add_order(uint8_t s[32]) {
  static const uint8_t order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9,
                                    0xde, 0x14, [31] = 0x10};
  unsigned carry = 0;
  for (size_t i = 0; i < 32; i++) {
    carry += (unsigned)s[i] + order[i];
    s[i] = (uint8_t)carry;
    carry >>= 8;
  }
}

static const char *requests(struct fl_signers *all) {
  uint8_t bytes[FL_MESSAGE] = {0}, value[40];
  struct fl_request r;
  size_t one = 104 + 73;
  for (size_t i = 0; i < 13; i++) bytes[104 + 73 * i] = 'd', bytes[104 + 73 * i + 1] = (uint8_t)i;
  fl_put64(bytes + 32, 1);
  for (size_t length = 104; length <= sizeof bytes; length++) {
    bool good = length > 104 && length <= 104 + 12 * 73 && (length - 104) % 73 == 0;
    asked_sign(1, 0, bytes, length, value);
    if (reads(all, bytes, length, &r) != good) return "its size";
    if (good && (r.count != (length - 104) / 73 || memcmp(r.value, value, 40) != 0)) return "what it comes to";
  }
  for (size_t length = 0; length < 104; length++)
    if (reads(all, bytes, length, &r)) return "its size";
  fl_put64(bytes + 32, 0);
  asked_sign(1, 0, bytes, one, value);
  if (reads(all, bytes, one, &r)) return "number 0";
  fl_put64(bytes + 32, 1);
  asked_sign(1, 0, bytes, one, value);
  for (size_t bit = 0; bit < 8 * one; bit++) {
    bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    if (reads(all, bytes, one, &r)) return "a bit";
    bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
  }
  if (!reads(all, bytes, one, &r)) return "what is right";
  add_order(bytes + 40 + 32);
  if (reads(all, bytes, one, &r)) return "a signature with another one's second half";
  return NULL;
}

/* Which number is next, behind each one, at the end, too; and what is no record is none. */
static const char *numbers(void) {
  static const uint64_t those[] = {0, 1, 2, 3, 255, 256, (uint64_t)1 << 63, UINT64_MAX - 1, UINT64_MAX};
  enum { COUNT = sizeof those / sizeof *those };
  uint8_t record[41] = {0};
  for (size_t i = 0; i < COUNT; i++)
    for (size_t j = 1; j < COUNT; j++) {
      struct fl_request r = {.number = those[j]};
      struct fl_value v = {.data = record, .length = 40}, ends = v, shorter = v, longer = v, large = v;
      ends.expires = 5, shorter.length = 39, longer.length = 41, large.data = NULL;
      fl_put64(record, those[i]);
      if (fl_request_follows(&r, &v) != (those[i] != UINT64_MAX && those[j] == those[i] + 1)) return "what is next";
      const struct fl_value *none[] = {NULL, &ends, &shorter, &longer, &large};
      for (size_t n = 0; n < sizeof none / sizeof *none; n++)
        if (fl_request_follows(&r, none[n]) != (those[j] == 1)) return "what is first";
    }
  return NULL;
}

int signatures(unsigned count, uint64_t from) {
  struct fl_signers *all = asked_signers();
  chance = from;
  const char *wrong = requests(all);
  if (!wrong) wrong = numbers();
  if (wrong) fprintf(stderr, "a request: %s\n", wrong);
  fl_signers_free(all);
  return wrong || texts(count) || weak_keys();
}
