/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Plain .fl functions beside hand-written C: same inputs, same results, turn by turn.
 * Prints samples for bench/report.py; exits 1 when any two results differ. */
#include "../clock.h"
#include "b64.h"
#include "hdr.h"
#include "rivals.h"
#include "sha.h"
#include "tab.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 41 };

static uint8_t data[1 << 16], text[87384];
static struct b64_bytes65536 decoded;
static uint8_t rival_decoded[65536];
static struct rival_bytes rival_bytes;
static struct tab_Table table;
static struct rival_table rival_table;
static struct hdr_Fields fields;
static struct rival_fields rival_fields_out;
static const char *const field_lines[] = {
    "Host: www.example.org",
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language: en-US,en;q=0.5",
    "Accept-Encoding: gzip, deflate, br, zstd",
    "Connection: keep-alive",
    "Cookie: session=0123456789abcdef; theme=dark",
    "Upgrade-Insecure-Requests: 1",
    "Sec-Fetch-Dest: document",
    "Sec-Fetch-Mode: navigate",
    "Priority: u=0, i"};
enum { LINES = sizeof field_lines / sizeof field_lines[0], HEADERS = 64 };
/* Many, in different orders and lengths: of a single one the processor learns every branch by heart. */
static struct {
  size_t length;
  char text[1024];
} headers[HEADERS];

static void die(const char *what) {
  fprintf(stderr, "bench/functions: %s: results differ\n", what);
  exit(1);
}

static uint64_t mix(uint64_t x) {
  x ^= x >> 31;
  x *= 0x9e3779b97f4a7c15u;
  return x ^ x >> 29;
}

/* ns for each unit of work in one batch. */
#define TIME(name, contestant, units, ...)                  \
  do {                                                      \
    double start = now_ns();                                \
    __VA_ARGS__;                                            \
    sample(name, contestant, (now_ns() - start) / (units)); \
  } while (0)

/* One batch of each, first ours or first theirs in turn. */
#define CONTEST(name, units, ours, theirs)      \
  for (int turn = 0; turn < 2 * ROUNDS; turn++) \
    if ((turn ^ turn >> 1) & 1)                 \
      TIME(name, "fairlead", units, ours);      \
    else                                        \
      TIME(name, "hand", units, theirs)

static void sha(void) {
  struct sha_bytes32 digest;
  uint8_t rival_digest[32];
  for (size_t n = 0; n < 300; n++) {
    if (!sha_sha256((struct sha_view){data, n}, &digest)) die("SHA-256 trapped");
    rival_sha256(data, n, rival_digest);
    if (digest.len != 32 || memcmp(digest.data, rival_digest, 32) != 0) die("SHA-256");
  }
  CONTEST("SHA-256, 16 KiB", 2 * 16384.0,
          for (int i = 0; i < 2; i++) sha_sha256((struct sha_view){data, 16384}, &digest),
          for (int i = 0; i < 2; i++) rival_sha256(data, 16384, rival_digest));
}

static void base64(void) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t n = 0;
  for (size_t i = 0; i + 3 <= 49152; i += 3) {
    uint32_t w = (uint32_t)data[i] << 16 | (uint32_t)data[i + 1] << 8 | data[i + 2];
    for (int shift = 18; shift >= 0; shift -= 6) text[n++] = (uint8_t)alphabet[w >> shift & 63];
  }
  bool good;
  for (size_t m = 0; m < 200; m++) { /* also wrong input */
    uint8_t odd[200];
    memcpy(odd, text, m);
    if (m % 4 == 0 && m > 0) odd[m - 1] = m % 3 ? '=' : odd[m - 1];
    if (m % 7 == 0 && m > 2) odd[m - 2] = '=';
    long rival = rival_base64(odd, m, rival_decoded, sizeof rival_decoded);
    if (!b64_decode((struct b64_view){odd, m}, &decoded, &good) || good != (rival >= 0) ||
        (good && ((long)decoded.len != rival || memcmp(decoded.data, rival_decoded, decoded.len) != 0)))
      die("base64");
  }
  b64_decode((struct b64_view){text, n}, &decoded, &good);
  long rival = rival_base64(text, n, rival_decoded, sizeof rival_decoded);
  if (!good || (long)decoded.len != rival || memcmp(decoded.data, rival_decoded, decoded.len) != 0) die("base64");
  if (rival_base64_checked(text, n, &rival_bytes) != rival - 3 ||
      memcmp(rival_bytes.data, rival_decoded, (size_t)rival - 3) != 0)
    die("base64");
  CONTEST("base64, 64 KiB of text", 2.0 * (double)n,
          for (int i = 0; i < 2; i++) b64_decode((struct b64_view){text, n}, &decoded, &good),
          for (int i = 0; i < 2; i++) rival_base64(text, n, rival_decoded, sizeof rival_decoded));
  for (int round = 0; round < ROUNDS; round++) /* what the checks cost when written by hand */
    TIME("base64, 64 KiB of text", "hand, checked", 2.0 * (double)n,
         for (int i = 0; i < 2; i++) rival_base64_checked(text, n, &rival_bytes));
}

static void hash_table(void) {
  uint64_t sum = 0, rival_sum = 0, got = 0;
  bool good;
  for (uint64_t i = 0; i < 60000; i++) {
    uint64_t key = mix(i % 45000 + 1) | 1;
    bool rival = rival_add(&rival_table, key, i);
    if (!tab_add(&table, key, i, &good) || good != rival) die("hash table");
  }
  for (uint64_t i = 0; i < 60000; i++) {
    uint64_t key = mix(i + 1) | 1;
    if (!tab_find(&table, key, &got) || got != rival_find(&rival_table, key)) die("hash table");
  }
  CONTEST(
      "hash table, find and add", 60000.0,
      for (uint64_t i = 0; i < 30000; i++) {
        uint64_t key = mix(i * 7 % 45000 + 1) | 1;
        tab_find(&table, key, &got);
        sum += got;
        tab_add(&table, key, 1, &good);
      },
      for (uint64_t i = 0; i < 30000; i++) {
        uint64_t key = mix(i * 7 % 45000 + 1) | 1;
        rival_sum += rival_find(&rival_table, key);
        rival_add(&rival_table, key, 1);
      });
  if (sum != rival_sum) die("hash table");
}

static void header_fields(void) {
  uint32_t end = 0;
  for (size_t h = 0; h < HEADERS; h++) {
    size_t order[LINES];
    char *to = headers[h].text;
    for (size_t i = 0; i < LINES; i++) {
      size_t j = mix(h * LINES + i) % (i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    for (size_t i = 0; i < LINES; i++)
      to += sprintf(to, "%.*s\r\n", 32 + (int)(mix(h + i * HEADERS) % 48), field_lines[order[i]]);
    to += sprintf(to, "\r\n");
    headers[h].length = (size_t)(to - headers[h].text);
    for (size_t n = 0; n <= headers[h].length; n++) {
      const uint8_t *text = (const uint8_t *)headers[h].text;
      size_t rival = rival_headers(text, n, &rival_fields_out);
      if (!hdr_parse((struct hdr_view){text, n}, &fields, &end) || end != rival ||
          (n == headers[h].length) != (rival > 0) ||
          (rival &&
           (fields.count != rival_fields_out.count ||
            memcmp(fields.list.a, rival_fields_out.list, fields.count * sizeof rival_fields_out.list[0]) != 0)))
        die("header fields");
    }
  }
  CONTEST("header fields, 11", (double)HEADERS,
          for (int h = 0; h < HEADERS; h++)
              hdr_parse((struct hdr_view){(const uint8_t *)headers[h].text, headers[h].length}, &fields, &end),
          for (int h = 0; h < HEADERS; h++)
              rival_headers((const uint8_t *)headers[h].text, headers[h].length, &rival_fields_out));
}

int main(void) {
  for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)mix(i);
  sha();
  base64();
  hash_table();
  header_fields();
}
