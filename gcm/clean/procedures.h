/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The assembly procedures, as C calls them. A state is the next counter block, then the hash so
   far, both with their bytes reversed; groups are six blocks of text. */
#ifndef FL_GCM_PROCEDURES_H
#define FL_GCM_PROCEDURES_H

#include "fairlead_gcm.h"

void fl_gcm_expand_128(fl_gcm_key *key, const uint8_t *bytes);
void fl_gcm_expand_256(fl_gcm_key *key, const uint8_t *bytes);
void fl_gcm_powers(fl_gcm_key *key, const uint8_t hash_key[16]);
void fl_gcm_keystream_128(const fl_gcm_key *key, const uint8_t counter[16], uint8_t keystream[96]);
void fl_gcm_keystream_256(const fl_gcm_key *key, const uint8_t counter[16], uint8_t keystream[96]);
void fl_gcm_hash(const fl_gcm_key *key, uint8_t hash[16], const uint8_t *blocks, size_t count); /* 1 to 6 */
void fl_gcm_encrypt_128(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);
void fl_gcm_encrypt_256(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);
void fl_gcm_decrypt_128(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);
void fl_gcm_decrypt_256(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);

/* With 256-bit instructions: groups are eight blocks. The powers go beside those of fl_gcm_powers. */
void fl_gcm_wide_powers(fl_gcm_key *key, const uint8_t hash_key[16]);
void fl_gcm_wide_encrypt_128(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);
void fl_gcm_wide_encrypt_256(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);
void fl_gcm_wide_decrypt_128(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);
void fl_gcm_wide_decrypt_256(const fl_gcm_key *key, uint8_t state[32], const uint8_t *in, uint8_t *out, size_t groups);

#endif
