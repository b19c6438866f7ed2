/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What all providers have in common. Before it come a provider's hash_begin, hash_update, hash_now and `wipe`. */
#ifndef PROVIDER_PARTS_H
#define PROVIDER_PARTS_H

#include "fairlead_tls.h"
#ifndef FL_TLS_NO_GCM /* where libfairlead-gcm cannot be compiled: it is for x86-64 */
#include "fairlead_gcm.h"
#endif

#include <string.h>

/* RFC 2104, with what is above: HMAC of libcrypto and of mbedTLS allocates. */
static void hmac(size_t size, const uint8_t *key, size_t key_length, const uint8_t *message, size_t length,
                 uint8_t *mac) {
  size_t block = size == 32 ? 64 : 128;
  uint8_t pad[128] = {0};
  fl_tls_hash hash;
  if (key_length > block) {
    hash_begin(&hash, size);
    hash_update(&hash, size, key, key_length);
    hash_now(&hash, size, pad);
  } else if (key_length > 0) {
    memcpy(pad, key, key_length);
  }
  for (size_t i = 0; i < block; i++) pad[i] ^= 0x36;
  hash_begin(&hash, size);
  hash_update(&hash, size, pad, block);
  hash_update(&hash, size, message, length);
  hash_now(&hash, size, mac);
  for (size_t i = 0; i < block; i++) pad[i] ^= 0x36 ^ 0x5c;
  hash_begin(&hash, size);
  hash_update(&hash, size, pad, block);
  hash_update(&hash, size, mac, size);
  hash_now(&hash, size, mac);
  wipe(pad, sizeof pad);
  wipe(&hash, sizeof hash);
}

/* ---- AEAD: libfairlead-gcm's, where the processor has what that needs ---- */

static size_t key_size(uint16_t suite) { return suite == 0x1301 ? 16 : 32; }

/* The provider's own. */
static int otherwise(int sealing, uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
                     size_t data_length, uint8_t *text, size_t length, uint8_t *tag);

static int aead(int sealing, uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
                size_t data_length, uint8_t *text, size_t length, uint8_t *tag) {
#ifndef FL_TLS_NO_GCM
  if (suite != 0x1303 && fl_gcm_supported()) {
    fl_gcm_key expanded;
    fl_gcm_result status = fl_gcm_key_init(&expanded, key, key_size(suite));
    if (status == FL_GCM_OK)
      status = sealing ? fl_gcm_seal(&expanded, nonce, 12, data, data_length, text, length, text, tag)
                       : fl_gcm_open(&expanded, nonce, 12, data, data_length, text, length, tag, 16, text);
    fl_gcm_key_wipe(&expanded);
    return status == FL_GCM_OK;
  }
#endif
  int done = otherwise(sealing, suite, key, nonce, data, data_length, text, length, tag);
  /* Nothing of a text that was not verified is given out. */
  if (!done && !sealing && length > 0) memset(text, 0, length);
  return done;
}

static int seal(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_length,
                uint8_t *text, size_t length, uint8_t tag[16]) {
  return aead(1, suite, key, nonce, data, data_length, text, length, tag);
}

static int open_sealed(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
                       size_t data_length, uint8_t *text, size_t length, const uint8_t tag[16]) {
  uint8_t its[16];
  memcpy(its, tag, sizeof its);
  return aead(0, suite, key, nonce, data, data_length, text, length, its);
}

#endif
