/* Cycles per byte of sealing: our three forms of the assembly, OpenSSL, libsodium. Contestants take turns; what is
   printed is one line for each round, case and contestant, for bench/report.py. */
#include "fairlead_gcm.h"
#include "quiet.h"

#include <dlfcn.h>
#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 41, MOST = 16384, PER_ROUND = 25, TRIES = 400 };
static const size_t sizes[] = {64, 1350, 4096, 16384};
static const char *const forms[] = {"clean", "hand", "searched"};

typedef fl_gcm_result init_function(fl_gcm_key *, const uint8_t *, size_t);
typedef fl_gcm_result seal_function(const fl_gcm_key *, const uint8_t *, size_t, const uint8_t *, size_t, const uint8_t *,
                                    size_t, uint8_t *, uint8_t *);

static _Alignas(64) uint8_t in[MOST], out[6][MOST];
static uint8_t tags[6][16], key_bytes[32] = {1, 2, 3}, nonce[12] = {4, 5, 6};
static seal_function *seal[3];
static fl_gcm_key key[3];
static EVP_CIPHER_CTX *evp;
static crypto_aead_aes256gcm_state sodium;

static void run_one(int who, size_t n)
{
  int m, bad = 0;
  if (who < 3) {
    bad = seal[who](&key[who], nonce, 12, NULL, 0, in, n, out[who], tags[who]) != FL_GCM_OK;
  } else if (who == 3) {
    bad = !(EVP_EncryptInit_ex(evp, NULL, NULL, NULL, nonce) && EVP_EncryptUpdate(evp, out[3], &m, in, (int)n) &&
            EVP_EncryptFinal_ex(evp, out[3] + n, &m) && EVP_CIPHER_CTX_ctrl(evp, EVP_CTRL_GCM_GET_TAG, 16, tags[3]));
  } else {
    bad = crypto_aead_aes256gcm_encrypt_detached_afternm(out[4], tags[4], NULL, in, n, NULL, 0, NULL, nonce,
                                                         (const crypto_aead_aes256gcm_state *)&sodium) != 0;
  }
  if (bad)
    abort();
}

static double seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The median of some quiet samples; when there are too few, the best CPU time of all in units of the probe's,
   so that a busy machine still gives a table; the number of those is told at the end. */
static long noisy, measured;
static double cycles(int who, size_t n)
{
  static double v[PER_ROUND];
  int got = 0;
  double best = 1e18;
  size_t repeat = n < 1000 ? 8 : 1;
  for (int t = 0; t < TRIES && got < PER_ROUND; t++) {
    double s = seconds();
    double c = QUIET_CYCLES(for (size_t r = 0; r < repeat; r++) run_one(who, n));
    s = seconds() - s;
    if (s < best)
      best = s;
    if (c > 0)
      v[got++] = c / (double)repeat;
  }
  measured++;
  if (got >= 5)
    return median(v, got);
  noisy++;
  double floor_seconds = 1e18;
  for (int i = 0; i < 50; i++) {
    double s = seconds();
    (void)probe();
    (void)probe();
    s = seconds() - s;
    if (s < floor_seconds)
      floor_seconds = s;
  }
  return (best - floor_seconds) / floor_seconds * 2 * PROBE_CYCLES / (double)repeat;
}

int main(int argc, char **argv)
{
  if (argc != 4 || sodium_init() < 0)
    return 2;
  init_function *init[3];
  for (int i = 0; i < 3; i++) {
    void *library = dlopen(argv[1 + i], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    seal[i] = (seal_function *)dlsym(library, "fl_gcm_seal");
    init[i] = (init_function *)dlsym(library, "fl_gcm_key_init");
  }
  for (size_t i = 0; i < sizeof in; i++)
    in[i] = (uint8_t)(i * 7 >> 2);
  probe_warm_up();
  for (size_t kn = 16; kn <= 32; kn += 16) {
    for (int i = 0; i < 3; i++)
      if (init[i](&key[i], key_bytes, kn) != FL_GCM_OK)
        return 1;
    evp = EVP_CIPHER_CTX_new();
    if (!EVP_EncryptInit_ex(evp, kn == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm(), NULL, key_bytes, nonce))
      return 1;
    crypto_aead_aes256gcm_beforenm(&sodium, key_bytes);
    int contestants = kn == 32 && crypto_aead_aes256gcm_is_available() ? 5 : 4;
    for (size_t z = 0; z < sizeof sizes / sizeof *sizes; z++) {
      for (int who = 0; who < contestants; who++) {
        run_one(who, sizes[z]);
        if (memcmp(out[who], out[0], sizes[z]) != 0 || memcmp(tags[who], tags[0], 16) != 0) {
          fprintf(stderr, "contestant %d disagrees\n", who);
          return 1;
        }
      }
      for (int round = 0; round < ROUNDS; round++)
        for (int who = 0; who < contestants; who++)
          printf("AES-%zu %5zu B\t%s\t%.4f\n", 8 * kn, sizes[z],
                 who < 3 ? forms[who] : who == 3 ? "openssl" : "libsodium", cycles(who, sizes[z]) / (double)sizes[z]);
    }
    EVP_CIPHER_CTX_free(evp);
  }
  fprintf(stderr, "%ld of %ld measurements are CPU time, because the machine was not quiet\n", noisy, measured);
  return 0;
}
