/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Cycles per byte of sealing and opening: forms of our assembly beside OpenSSL, AWS-LC, ring and libsodium.

     main NAME=LIBRARY.so...            NAME-wide=LIBRARY.so for the 256-bit loops, which need VAES

   Contestants take turns within each round; what is printed is one line for each round, case and contestant, for
   bench/report.py. Keys are expanded beforehand; a nonce is set for each text. */
#define _GNU_SOURCE
#include "fairlead_gcm.h"
#include "quiet.h"
#include "rivals/rivals.h"

#include <dlfcn.h>
#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOST = 16384, ROUNDS = 25, FEWEST = 3, PER_ROUND = 15, TRIES = 150, FORMS = 8 };
static const size_t sizes[] = {64, 1350, 4096, 16384};
static const double seconds_for_a_case = 12;

static const uint8_t key_bytes[32] = {1, 2, 3}, nonce[12] = {4, 5, 6};

/* All read and write the same memory, half a page apart: where two texts lie to each other matters to the processor, and must not
   favour anyone. ring works in place, so its text is plain and cipher text in turn when it opens: one is the other decrypted, and
   each has its tag. */
static _Alignas(4096) struct { uint8_t text[MOST], sealed[MOST], gap[2048], out[MOST], in_place[MOST]; } memory;

typedef struct contestant {
  const char *name;
  int (*seal)(struct contestant *, size_t n);
  int (*open)(struct contestant *, size_t n);
  void *library, *sealing, *opening;
  uint8_t tags[2][16];
  int turn;
} contestant;

typedef fl_gcm_result init_function(fl_gcm_key *, const uint8_t *, size_t);
typedef fl_gcm_result seal_function(const fl_gcm_key *, const uint8_t *, size_t, const uint8_t *, size_t,
                                    const uint8_t *, size_t, uint8_t *, uint8_t *);
typedef fl_gcm_result open_function(const fl_gcm_key *, const uint8_t *, size_t, const uint8_t *, size_t,
                                    const uint8_t *, size_t, const uint8_t *, size_t, uint8_t *);

static int ours_seal(contestant *c, size_t n) {
  return ((seal_function *)c->sealing)(c->library, nonce, 12, NULL, 0, memory.text, n, memory.out, c->tags[0]) !=
         FL_GCM_OK;
}

static int ours_open(contestant *c, size_t n) {
  return ((open_function *)c->opening)(c->library, nonce, 12, NULL, 0, memory.sealed, n, c->tags[0], 16, memory.out) !=
         FL_GCM_OK;
}

static int openssl_seal(contestant *c, size_t n) {
  int m;
  return !(EVP_EncryptInit_ex(c->sealing, NULL, NULL, NULL, nonce) &&
           EVP_EncryptUpdate(c->sealing, memory.out, &m, memory.text, (int)n) &&
           EVP_EncryptFinal_ex(c->sealing, memory.out + n, &m) &&
           EVP_CIPHER_CTX_ctrl(c->sealing, EVP_CTRL_GCM_GET_TAG, 16, c->tags[0]));
}

static int openssl_open(contestant *c, size_t n) {
  int m;
  return !(EVP_DecryptInit_ex(c->opening, NULL, NULL, NULL, nonce) &&
           EVP_DecryptUpdate(c->opening, memory.out, &m, memory.sealed, (int)n) &&
           EVP_CIPHER_CTX_ctrl(c->opening, EVP_CTRL_GCM_SET_TAG, 16, c->tags[0]) &&
           EVP_DecryptFinal_ex(c->opening, memory.out + n, &m));
}

static int aws_lc_seal(contestant *c, size_t n) {
  return awslc_seal(c->library, nonce, memory.text, n, memory.out, c->tags[0]);
}

static int aws_lc_open(contestant *c, size_t n) {
  return awslc_open(c->library, nonce, memory.sealed, n, c->tags[0], memory.out);
}

static int in_place_seal(contestant *c, size_t n) {
  return ring_seal(c->library, nonce, memory.in_place, n, c->tags[0]);
}

static int in_place_open(contestant *c, size_t n) {
  return ring_open(c->library, nonce, memory.in_place, n, c->tags[c->turn++ % 2]);
}

static int sodium_seal(contestant *c, size_t n) {
  return crypto_aead_aes256gcm_encrypt_detached_afternm(memory.out, c->tags[0], NULL, memory.text, n, NULL, 0, NULL,
                                                        nonce, (const crypto_aead_aes256gcm_state *)c->library);
}

static int sodium_open(contestant *c, size_t n) {
  return crypto_aead_aes256gcm_decrypt_detached_afternm(memory.out, NULL, memory.sealed, n, c->tags[0], NULL, 0, nonce,
                                                        (const crypto_aead_aes256gcm_state *)c->library);
}

static _Noreturn void fail(const char *what, const char *who) {
  fprintf(stderr, "bench/gcm: %s: %s\n", who, what);
  exit(1);
}

/* Everyone seals to what the first one does, and opens that. [sealed] is what they open. */
static void prepare(contestant *c, const contestant *first, size_t n) {
  int ring = c->seal == in_place_seal;
  if (ring) {
    memcpy(memory.in_place, memory.sealed, n);
    if (ring_seal(c->library, nonce, memory.in_place, n, c->tags[1]) != 0 ||
        memcmp(memory.in_place, memory.text, n) != 0)
      fail("counter mode is not its own inverse", c->name);
    c->turn = 0;
  }
  const uint8_t *result = ring ? memory.in_place : memory.out;
  if (c->seal(c, n) != 0 || memcmp(result, memory.sealed, n) != 0 || memcmp(c->tags[0], first->tags[0], 16) != 0)
    fail("seals to something else", c->name);
  if (c->open(c, n) != 0 || memcmp(result, memory.text, n) != 0) fail("opens to something else", c->name);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The quiet samples of one round of one contestant. They are looked at again in the end: the floor may have sunk since. */
typedef struct round {
  const char *name, *verb;
  size_t kn, n;
  int samples;
  double cycles[PER_ROUND];
  uint64_t probes[PER_ROUND];
} round;

enum { MOST_ROUNDS = 2 * 2 * 4 * (FORMS + 4) * ROUNDS };
static round rounds[MOST_ROUNDS];
static int rounds_done;

/* Whether there were enough. */
static int measure(contestant *c, const char *verb, size_t kn, size_t n) {
  int (*run)(contestant *, size_t) = verb[0] == 's' ? c->seal : c->open;
  round *in = &rounds[rounds_done];
  int got = 0, bad = 0;
  size_t repeat = REPEATS(bad |= run(c, n));
  if (n < 1000 && repeat < 8) repeat = 8;
  for (int t = 0; t < TRIES && got < PER_ROUND; t++) {
    double x = QUIET_CYCLES(for (size_t r = 0; r < repeat; r++) bad |= run(c, n));
    if (x > 0) {
      in->cycles[got] = x / (double)repeat;
      in->probes[got++] = last_probe;
    }
  }
  if (bad != 0) fail("fails", c->name);
  in->name = c->name;
  in->verb = verb;
  in->kn = kn;
  in->n = n;
  in->samples = got;
  rounds_done += got >= FEWEST;
  return got >= FEWEST;
}

static contestant everyone[FORMS + 4];
static int contestants;

static contestant *enter(const char *name, int (*seal)(contestant *, size_t), int (*open)(contestant *, size_t)) {
  contestant *c = &everyone[contestants++];
  c->name = name;
  c->seal = seal;
  c->open = open;
  return c;
}

static void enter_form(char *argument, size_t kn) {
  static fl_gcm_key keys[FORMS];
  char *path = strchr(argument, '=');
  void *library = path ? dlopen(path + 1, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library == NULL) fail(path ? dlerror() : "expected NAME=LIBRARY.so", argument);
  contestant *c = enter(strndup(argument, (size_t)(path - argument)), ours_seal, ours_open);
  init_function *init = (init_function *)dlsym(library, "fl_gcm_key_init");
  c->library = &keys[contestants - 1];
  c->sealing = dlsym(library, "fl_gcm_seal");
  c->opening = dlsym(library, "fl_gcm_open");
  if (init == NULL || init(c->library, key_bytes, kn) != FL_GCM_OK) fail("no key", c->name);
  size_t length = strlen(c->name);
  if (length < 5 || strcmp(c->name + length - 5, "-wide") != 0)
    keys[contestants - 1].wide = 0;
  else if (!keys[contestants - 1].wide)
    fail("this processor has no VAES", c->name);
}

static void enter_everyone(int argc, char **argv, size_t kn) {
  static crypto_aead_aes256gcm_state sodium;
  contestants = 0;
  for (int i = 1; i < argc && i <= FORMS; i++) enter_form(argv[i], kn);
  const EVP_CIPHER *cipher = kn == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm();
  contestant *openssl = enter("openssl", openssl_seal, openssl_open);
  openssl->sealing = EVP_CIPHER_CTX_new();
  openssl->opening = EVP_CIPHER_CTX_new();
  if (!EVP_EncryptInit_ex(openssl->sealing, cipher, NULL, key_bytes, nonce) ||
      !EVP_DecryptInit_ex(openssl->opening, cipher, NULL, key_bytes, nonce))
    fail("no key", openssl->name);
  enter("aws-lc", aws_lc_seal, aws_lc_open)->library = awslc_new(key_bytes, kn);
  enter("ring", in_place_seal, in_place_open)->library = ring_new(key_bytes, kn);
  if (kn == 32 && crypto_aead_aes256gcm_is_available()) {
    crypto_aead_aes256gcm_beforenm(&sodium, key_bytes);
    enter("libsodium", sodium_seal, sodium_open)->library = &sodium;
  }
}

static void run_case(const char *verb, size_t kn, size_t n) {
  int counts[FORMS + 4] = {0}, fewest = 0;
  double start = now();
  while (fewest < ROUNDS && now() - start < seconds_for_a_case) {
    fewest = ROUNDS;
    for (int i = 0; i < contestants; i++) {
      if (counts[i] < ROUNDS) counts[i] += measure(&everyone[i], verb, kn, n);
      fewest = counts[i] < fewest ? counts[i] : fewest;
    }
  }
  for (int i = 0; i < contestants; i++)
    if (counts[i] == 0)
      fprintf(stderr, "AES-%zu %s %zu B: no quiet moment for %s\n", 8 * kn, verb, n, everyone[i].name);
}

/* The median of each round, as far as its samples are quiet by the final floor. Returns how many rounds are not. */
static int print_rounds(void) {
  int noisy = 0;
  for (int i = 0; i < rounds_done; i++) {
    round *r = &rounds[i];
    double v[PER_ROUND];
    int got = 0;
    for (int k = 0; k < r->samples; k++)
      if (is_quiet(r->probes[k])) v[got++] = r->cycles[k];
    if (got >= FEWEST)
      printf("AES-%zu %s %zu B\t%s\t%.4f\n", 8 * r->kn, r->verb, r->n, r->name, median(v, got) / (double)r->n);
    else
      noisy++;
  }
  return noisy;
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > FORMS + 1 || sodium_init() < 0) return 2;
  for (size_t i = 0; i < sizeof memory.text; i++) memory.text[i] = (uint8_t)(i * 7 >> 2);
  find_quiet(20000);
  for (size_t kn = 16; kn <= 32; kn += 16) {
    enter_everyone(argc, argv, kn);
    for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++) {
      if (everyone[0].seal(&everyone[0], sizes[z]) != 0) fail("fails", everyone[0].name);
      memcpy(memory.sealed, memory.out, sizes[z]);
      for (int i = 0; i < contestants; i++) prepare(&everyone[i], &everyone[0], sizes[z]);
      run_case("open", kn, sizes[z]);
      run_case("seal", kn, sizes[z]);
    }
  }
  int noisy = print_rounds();
  if (4 * noisy > rounds_done || rounds_done == 0) {
    fprintf(stderr, "bench/gcm: the machine was not quiet: %d of %d rounds had to be dropped; run it again\n", noisy,
            rounds_done);
    return 3;
  }
  return 0;
}
