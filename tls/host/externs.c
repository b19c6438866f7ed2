/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The `extern fn's of provider.fl: the provider's functions, in the words of the generated code. */
#include "fairlead_tls.h"
#ifndef MACHINE
#define MACHINE "connection.h" /* what the compiler wrote for the program that this is linked with */
#endif
#include MACHINE

#include <string.h>

/* What is in a provider.Hash. */
struct hash {
  uint64_t size;
  fl_tls_hash state;
};

static const fl_tls_provider *table(const fl_tlsm_provider_Provider *p) {
  const fl_tls_provider *provider;
  memcpy(&provider, p->bytes, sizeof provider);
  return provider;
}

static bool has(const uint16_t *list, size_t size, uint16_t what) {
  for (size_t i = 0; i < size && list[i] != 0; i++)
    if (list[i] == what) return true;
  return false;
}

bool fl_tlsx_has_suite(const fl_tlsm_provider_Provider *p, uint16_t suite) { return has(table(p)->suites, 4, suite); }
bool fl_tlsx_has_group(const fl_tlsm_provider_Provider *p, uint16_t group) { return has(table(p)->groups, 8, group); }

void fl_tlsx_hash_begin(const fl_tlsm_provider_Provider *p, uint32_t size, fl_tlsm_provider_Hash *result) {
  struct hash h = {.size = size};
  table(p)->hash_begin(&h.state, size);
  memcpy(result->bytes, &h, sizeof h);
}

void fl_tlsx_hash_update(const fl_tlsm_provider_Provider *p, fl_tlsm_provider_Hash *hash, struct fl_tlsm_view data) {
  struct hash h;
  memcpy(&h, hash->bytes, sizeof h);
  table(p)->hash_update(&h.state, h.size, data.data, data.len);
  memcpy(hash->bytes, &h, sizeof h);
}

void fl_tlsx_hash_now(const fl_tlsm_provider_Provider *p, const fl_tlsm_provider_Hash *hash,
                      struct fl_tlsm_bytes48 *result) {
  struct hash h;
  memcpy(&h, hash->bytes, sizeof h);
  table(p)->hash_now(&h.state, h.size, result->data);
  result->len = (uint8_t)h.size;
}

void fl_tlsx_hmac(const fl_tlsm_provider_Provider *p, uint32_t size, struct fl_tlsm_view key,
                  struct fl_tlsm_view message, struct fl_tlsm_bytes48 *result) {
  table(p)->hmac(size, key.data, key.len, message.data, message.len, result->data);
  result->len = (uint8_t)size;
}

enum { TAG = 16 };

bool fl_tlsx_open(const fl_tlsm_provider_Provider *p, uint16_t suite, struct fl_tlsm_view key,
                  struct fl_tlsm_view nonce, struct fl_tlsm_view data, struct fl_tlsm_span text) {
  return text.len >= TAG && table(p)->open(suite, key.data, nonce.data, data.data, data.len, text.data, text.len - TAG,
                                           text.data + text.len - TAG);
}

bool fl_tlsx_seal(const fl_tlsm_provider_Provider *p, uint16_t suite, struct fl_tlsm_view key,
                  struct fl_tlsm_view nonce, struct fl_tlsm_view data, struct fl_tlsm_span text) {
  return text.len >= TAG && table(p)->seal(suite, key.data, nonce.data, data.data, data.len, text.data, text.len - TAG,
                                           text.data + text.len - TAG);
}

void fl_tlsx_exchange(const fl_tlsm_provider_Provider *p, uint16_t group, struct fl_tlsm_view private_key,
                      struct fl_tlsm_view peer, struct fl_tlsm_bytes1216 *share, struct fl_tlsm_bytes66 *result) {
  int done = table(p)->exchange(group, private_key.data, peer.data, peer.len, share->data, result->data);
  if (done < 0) share->len = 0;
  result->len = done <= 0 ? 0 : group == FL_TLSM_suites_X25519MLKEM768 ? 64 : (uint8_t)private_key.len;
}

bool fl_tlsx_same(struct fl_tlsm_view a, struct fl_tlsm_view b) {
  volatile uint8_t differ = 0; /* so that no compiler stops at the first byte that does */
  if (a.len != b.len) return false;
  for (size_t i = 0; i < a.len; i++) differ |= a.data[i] ^ b.data[i];
  return differ == 0;
}
