/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* libfairlead-tls, by its interface, against arbitrary bytes, in arbitrary pieces, behind cryptography that a fuzzer
 * can get past: records are not encrypted and every tag is right, unless its last byte is 0xee; key exchange gives
 * back what came; a MAC is 0, so that is what a Finished or a binder must be; a ticket is what the peer says it is.
 *
 * The first byte of the input says how the rest is cut: that many bytes arrive at a time (0: all at once; 126, 127:
 * too, and clients are asked, or have, to say who they are; a signature is right unless its first byte is 0xee), and
 * its top bit makes the peer late at the end rather than gone. Failures: a machine that traps; keeping more than
 * FL_TLS_INPUT; sending what is no record; an end without an alert of ours, unless one came; endless work. The input
 * lies in a block of its exact size and moves at each event, and the output is filled with other bytes whenever it
 * may be.
 *
 * With -DOTHER_SIDE='"fuzz_client.h"' it is a client that is spoken to.
 * With -fsanitize=fuzzer this is a libFuzzer target; with -DREPLAY it runs the files it is given, and says how they
 * end. */
#include "fairlead_tls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 300000, WRONG = 0xee };

static _Noreturn void fail(const char *why) {
  fprintf(stderr, "fuzz_connection: %s\n", why);
  abort();
}

/* ---- A provider ---- */

static size_t fed; /* bytes of the input */

static void hash_begin(fl_tls_hash *hash, size_t size) {
  memset(hash, 0, sizeof *hash);
  hash->opaque[0] = 14695981039346656037u + size;
}

static void hash_update(fl_tls_hash *hash, size_t size, const uint8_t *data, size_t length) {
  (void)size;
  for (size_t i = 0; i < length; i++) hash->opaque[0] = (hash->opaque[0] ^ data[i]) * 1099511628211u;
}

static void hash_now(const fl_tls_hash *hash, size_t size, uint8_t *digest) {
  memset(digest, 0, size);
  memcpy(digest, hash->opaque, 8);
}

static void hmac(size_t size, const uint8_t *key, size_t key_length, const uint8_t *message, size_t length,
                 uint8_t *mac) {
  static volatile uint8_t seen; /* all of what it is given is there */
  (void)seen;
  uint8_t any = 0;
  for (size_t i = 0; i < key_length; i++) any |= key[i];
  for (size_t i = 0; i < length; i++) any |= message[i];
  seen = any;
  memset(mac, 0, size);
}

static int seal(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_length,
                uint8_t *text, size_t length, uint8_t tag[16]) {
  (void)suite, (void)key, (void)nonce, (void)data, (void)text;
  if (length < 1 || length > 16384 + 1 || (data_length != 5 && data_length != 28)) fail("sealed with wrong lengths");
  memset(tag, 0, 16);
  return 1;
}

static int open_sealed(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
                       size_t data_length, uint8_t *text, size_t length, const uint8_t tag[16]) {
  (void)suite, (void)key, (void)nonce, (void)data, (void)text;
  if (length < 1 || length > 16384 + 256 - 16 || (data_length != 5 && data_length != 28))
    fail("opened with wrong lengths");
  return tag[15] != WRONG;
}

static int exchange(uint16_t group, const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                    uint8_t *secret) {
  size_t size = group == 0x11ec ? 64 : group == 24 ? 48 : group == 25 ? 66 : group == 30 ? 56 : 32;
#ifdef OTHER_SIDE
  enum { OURS = 1216, THEIRS = 1120 }; /* of X25519MLKEM768 */
#else
  enum { OURS = 1120, THEIRS = 1216 };
#endif
  size_t share_size = group == 0x11ec ? OURS : group == 29 || group == 30 ? size : 1 + 2 * size;
  uint8_t any = 0;
  if (peer_length != 0 && peer_length != (group == 0x11ec ? THEIRS : share_size)) fail("a share of a wrong length");
  memset(share, 4, share_size);
  memcpy(share, private_key, size);
  for (size_t i = 0; i < peer_length; i++) any |= peer[i];
  if (peer_length > 0) memcpy(secret, peer, size);
  return any ? fed % 67 == 66 ? -1 : 1 : 0;
}

static int draw(uint8_t *bytes, size_t length) {
  memset(bytes, 7, length);
  return fed % 61 != 60;
}

static const fl_tls_provider provider = {.suites = {0x1301, 0x1302, 0x1303},
                                         .groups = {0x11ec, 29, 23, 24, 25, 30},
                                         .hash_begin = hash_begin,
                                         .hash_update = hash_update,
                                         .hash_now = hash_now,
                                         .hmac = hmac,
                                         .seal = seal,
                                         .open = open_sealed,
                                         .exchange = exchange,
                                         .random = draw};

/* ---- What is sent ---- */

static bool alert_was_last;
static fl_tls_output output;

static void send_output(void) {
  for (size_t at = 0; at < output.length;) {
    const uint8_t *data = output.data;
    if (output.length - at < 5 || data[at] < 20 || data[at] > 23 || data[at + 1] != 3 ||
        (data[at + 2] != 3 && (data[at] != 22 || data[at + 2] != 1)))
      fail("sent what is no record");
    size_t n = (size_t)(data[at + 3] << 8 | data[at + 4]);
    if (n == 0 || n > 16384 + 256 || n > output.length - at - 5) fail("sent a record of a wrong length");
    alert_was_last = data[at] == 21 || (data[at] == 23 && n > 16 && data[at + 5 + n - 17] == 21);
    at += 5 + n;
  }
  memset(output.data, 0xa5, sizeof output.data);
  output.length = 0;
}

static uint8_t *buffer; /* begins the block that the input is the end of */

/* The input, and `n` bytes more, elsewhere, in a block of its exact size: a sanitizer sees any access beyond. */
static void move(fl_tls_io *io, const uint8_t *more, size_t n) {
  uint8_t *other = malloc(io->input_length + n + 1);
  if (!other) abort();
  if (io->input_length > 0) memcpy(other, io->input, io->input_length);
  if (n > 0) memcpy(other + io->input_length, more, n);
  other = realloc(other, io->input_length + n ? io->input_length + n : 1);
  free(buffer);
  io->input = buffer = other;
  io->input_length += n;
}

static fl_tls_end end;
static uint8_t alert;
static size_t held; /* when it last asked for more */
static unsigned secrets;

static void log_secret(void *log, const char *label, const uint8_t random[32], const uint8_t *secret, size_t length) {
  (void)log, (void)secret;
  for (int i = 0; i < 32; i++) secrets += random[i];
  if (strlen(label) < 9 || (length != 32 && length != 48)) fail("logged what is no secret");
}

#ifndef OTHER_SIDE
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t entries[700], ticket_keys[2 * FL_TLS_TICKET_KEY];
  static const uint8_t protocols[] = "\x02h2\x08http/1.1";
  fl_tls_context context = {.provider = &provider,
                            .protocols = protocols,
                            .protocols_length = 12,
                            .ticket_keys = ticket_keys,
                            .ticket_keys_count = 2,
                            .tickets_once = (size & 1) != 0,
                            .key_log = log_secret};
  fl_tls_certificate certificate = {.chain = entries, .chain_length = sizeof entries, .schemes = {0x0807, 0x0403}};
  fl_tls_server tls;
  fl_tls_io io = {.output = &output, .now = 1000};
  if (size < 1) return 0;
  size_t how = data[0] & 127u, piece = how == 0 || how >= 126 ? FL_TLS_INPUT : how;
  if (how >= 126) context.clients = how == 126 ? FL_TLS_CLIENTS_ASKED : FL_TLS_CLIENTS_REQUIRED;
  fl_tls_why why = data[0] & 128u ? FL_TLS_LATE : FL_TLS_CUT;
  data++;
  size--;
  fed = held = 0;
  bool verified = false;
  alert_was_last = false;
  memset(ticket_keys, 'k', FL_TLS_TICKET_KEY);
  send_output();
  buffer = NULL;
  move(&io, NULL, 0);
  fl_tls_server_init(&tls, &context);
  fl_tls_event event = fl_tls_server_receive(&tls, &io);
  for (int events = 0; event != FL_TLS_DONE; events++) {
    if (events == MOST_EVENTS) fail("endless work");
    if (fed % 3 == 0) send_output();
    move(&io, NULL, 0);
    switch (event) {
    case FL_TLS_WANT: {
      size_t room = FL_TLS_INPUT - io.input_length, rest = size - fed;
      size_t n = piece < rest ? piece : rest;
      if (io.input_length >= FL_TLS_INPUT) fail("keeps more input than it may");
      n = n < room ? n : room;
      held = io.input_length;
      move(&io, data + fed, n);
      fed += n;
      event = n > 0            ? fl_tls_server_receive(&tls, &io)
              : fed % 73 == 72 ? fl_tls_server_close(&tls, &io)
                               : fl_tls_server_no_more(&tls, &io, why);
      break;
    }
    case FL_TLS_FULL:
      if (output.length == 0) fail("no room in an empty output");
      send_output();
      event = fl_tls_server_receive(&tls, &io);
      break;
    case FL_TLS_CHOOSE: {
      size_t name, schemes;
      fl_tls_server_name(&tls, &io, &name);
      fl_tls_server_schemes(&tls, &io, &schemes);
      if (schemes < 2 || name + schemes > io.input_length) fail("a name or schemes beyond the input");
      event = fl_tls_server_choose(&tls, &io, fed % 71 == 70 ? NULL : &certificate);
      break;
    }
    case FL_TLS_TICKET: {
      const uint8_t *name = fl_tls_server_ticket(&tls, &io);
      if (!name || name < io.input || name + FL_TLS_TICKET_NAME > io.input + io.input_length)
        fail("a ticket beyond the input");
      event = fl_tls_server_resume(&tls, &io, name[FL_TLS_TICKET_NAME - 1] % 2 == 0);
      break;
    }
    case FL_TLS_SIGN: {
      uint8_t signature[70] = {0};
      size_t length;
      uint16_t scheme = 0;
      const uint8_t *content = fl_tls_server_to_sign(&tls, &io, &length, &scheme);
      if ((length != 130 && length != 146) || content[64] != 'T' || (scheme != 0x0807 && scheme != 0x0403))
        fail("nothing to sign");
      event = fl_tls_server_sign(&tls, &io, signature, fed % 59 == 58 ? 0 : sizeof signature);
      break;
    }
    case FL_TLS_VERIFY: {
      fl_tls_claim claim, left;
      size_t length;
      unsigned certificates = 0;
      if (!fl_tls_server_claim(&tls, &io, &claim)) fail("nothing is claimed");
      for (left = claim; fl_tls_next_certificate(&left, &length); certificates++)
        if (length == 0 || left.chain > io.input + io.input_length) fail("a certificate beyond the input");
      if (certificates == 0 || claim.signature + claim.signature_length > io.input + io.input_length ||
          claim.content_length < 98 + 32 || claim.content[73] != 'c')
        fail("nothing to verify");
      event = fl_tls_server_verify(&tls, &io, claim.signature_length == 0 || claim.signature[0] != WRONG, 51);
      verified = true;
      break;
    }
    case FL_TLS_ESTABLISHED: {
      uint8_t exported[100];
      fl_tls_agreed agreed = fl_tls_server_agreed(&tls);
      if (agreed.verified != verified || (!verified && how == 127)) fail("somebody came in unseen");
      if (agreed.suite < 0x1301 || agreed.suite > 0x1303 || agreed.most < 63 || agreed.most > 16384 ||
          (agreed.protocol_length != 0 && agreed.protocol_length != 2 && agreed.protocol_length != 8))
        fail("agreed on nothing");
      if (!fl_tls_server_export(&tls, &io, "EXPORTER-x", NULL, 0, exported, sizeof exported)) fail("nothing exported");
      event = fl_tls_server_receive(&tls, &io);
      break;
    }
    case FL_TLS_DATA:
    case FL_TLS_ENDED: {
      size_t length;
      const uint8_t *text = fl_tls_server_data(&tls, &io, &length);
      if (!text || length > io.input_length) fail("no data");
      /* Back it goes, some of it or all; a little is left for the next time. */
      for (size_t at = 0; at < length;) {
        size_t taken = fl_tls_server_send(&tls, &io, text + at, length - at);
        if (taken == 0 && output.length == 0) fail("no room in an empty output");
        at += taken;
        if (at < length) send_output();
      }
      fl_tls_server_used(&tls, fed % 3 || length > 3000 ? length : length / 2);
      event =
          event == FL_TLS_ENDED || fed % 79 == 78 ? fl_tls_server_close(&tls, &io) : fl_tls_server_receive(&tls, &io);
      break;
    }
    case FL_TLS_SESSION: fail("a client's event");
    case FL_TLS_DONE: break;
    }
  }
  send_output();
  end = fl_tls_server_end(&tls, &alert);
  if (end == FL_TLS_END_BROKEN) fail("the machine trapped");
  if (!alert_was_last && end != FL_TLS_END_ALERTED) fail("ended without an alert");
  free(buffer);
  return 0;
}

#else
#include OTHER_SIDE
#endif

#ifdef REPLAY
int main(int argc, char **argv) {
  static const char *const names[] = {[FL_TLS_END_CLOSED] = "closed",
                                      [FL_TLS_END_CUT] = "cut",
                                      [FL_TLS_END_LATE] = "late",
                                      [FL_TLS_END_FAILED] = "failed",
                                      [FL_TLS_END_ALERTED] = "alerted"};
  for (int i = 1; i < argc; i++) {
    FILE *f = fopen(argv[i], "rb");
    if (!f) {
      perror(argv[i]);
      return 1;
    }
    static uint8_t data[1 << 20];
    size_t n = fread(data, 1, sizeof data, f);
    fclose(f);
    uint8_t *exact = malloc(n ? n : 1);
    if (!exact) return 1;
    memcpy(exact, data, n);
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    const char *name = strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i];
    printf("%s: %s", name, names[end]);
    if (end == FL_TLS_END_FAILED) printf(" %u", (unsigned)alert);
    printf(", held %zu\n", held);
  }
  return 0;
}
#endif
