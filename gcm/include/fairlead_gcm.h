/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-GCM (NIST SP 800-38D) with 128- and 256-bit keys, for x86-64 processors with AES-NI.

   Sealing encrypts a text and computes a tag over it and over additional data that stays
   public. Opening decrypts it again if the tag is right: whoever does not know the key cannot make
   a text that opens. Never seal two texts with the same key and nonce; that gives away both
   texts and the means to forge more.

   Every function that can fail says so in its result, which must be looked at. When one fails
   nothing of the text is given out: fl_gcm_seal and fl_gcm_open fill their output with zeros (in place, that is the
   end of the input too; an output longer than any text is left as it is), and the functions of a stream write nothing.
   A text may be encrypted and decrypted in place: input and output begin at the same address. Any other overlap of
   what a call writes (text, tag, key or stream) with what it reads or writes besides is FL_GCM_OVERLAP: then nothing
   at all is written, but for fl_gcm_key_init, which leaves zeros in the key as in each of its failures.
   Nothing is allocated.
   The time taken depends on lengths, on whether the call succeeds, and on the processor only. */
#ifndef FAIRLEAD_GCM_H
#define FAIRLEAD_GCM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FL_GCM_API __attribute__((visibility("default"), warn_unused_result))
#define FL_GCM_ALIGNED __attribute__((aligned(16)))

typedef enum fl_gcm_result {
  FL_GCM_OK = 0,
  FL_GCM_FORGED = 1,     /* the tag is not that of this text, data, nonce and key */
  FL_GCM_BAD_LENGTH = 2, /* of a key (16 or 32), nonce (1 or more), tag (12 to 16); or more data (2^61 - 1 bytes) or
                            text (2^36 - 32 bytes) than SP 800-38D allows, in one call or in all of a stream */
  FL_GCM_BAD_ORDER = 3,  /* of the calls of a stream */
  FL_GCM_NO_CPU = 4,     /* this processor lacks AES-NI, PCLMULQDQ or AVX */
  FL_GCM_OVERLAP = 5     /* what is written overlaps with what is read, and is not in place */
} fl_gcm_result;

/* An expanded key. Make one with fl_gcm_key_init, share it between threads at will, and end it
   with fl_gcm_key_wipe. */
typedef struct fl_gcm_key {
  FL_GCM_ALIGNED uint8_t round_keys[240];
  uint32_t bits;
  uint32_t wide; /* this processor has VAES and VPCLMULQDQ, and they are used; 0 turns that off for this key */
  uint8_t unused[8];
  uint8_t powers[96];       /* of the hash key */
  uint8_t wide_powers[192]; /* the same as the 256-bit code wants them */
} fl_gcm_key;

/* Whether this processor has what this library needs; if not, every fl_gcm_key_init fails with
   FL_GCM_NO_CPU, and no other instruction of those that are lacking is run. */
FL_GCM_API int fl_gcm_supported(void);

/* A result in words, never NULL; for FL_GCM_NO_CPU what it is that is lacking. */
FL_GCM_API const char *fl_gcm_message(fl_gcm_result result);

/* Expands a key of 16 or 32 bytes. */
FL_GCM_API fl_gcm_result fl_gcm_key_init(fl_gcm_key *key, const uint8_t *bytes, size_t length);

/* Overwrites a key. */
__attribute__((visibility("default"))) void fl_gcm_key_wipe(fl_gcm_key *key);

/* Encrypts length bytes from plaintext to ciphertext, and writes a tag of 16 bytes. */
FL_GCM_API fl_gcm_result fl_gcm_seal(const fl_gcm_key *key, const uint8_t *nonce, size_t nonce_length,
                                     const uint8_t *data, size_t data_length, const uint8_t *plaintext, size_t length,
                                     uint8_t *ciphertext, uint8_t tag[16]);

/* Decrypts length bytes from ciphertext to plaintext, if the tag (12 to 16 bytes; what is cut off
   makes forging easier) is right; otherwise fills plaintext with zeros. It decrypts before it
   knows: until it returns, plaintext must be memory that nobody else looks at. Where that
   cannot be had, use a stream, which decrypts only what was verified. */
FL_GCM_API fl_gcm_result fl_gcm_open(const fl_gcm_key *key, const uint8_t *nonce, size_t nonce_length,
                                     const uint8_t *data, size_t data_length, const uint8_t *ciphertext, size_t length,
                                     const uint8_t *tag, size_t tag_length, uint8_t *plaintext);

/* A text in pieces.

   Sealing:  fl_gcm_begin, fl_gcm_data (any number of times), fl_gcm_encrypt (any number of
             times), fl_gcm_tag.
   Opening:  fl_gcm_begin, fl_gcm_data, fl_gcm_check (the whole ciphertext, in pieces),
             fl_gcm_verify (the tag), and only then fl_gcm_decrypt (the same ciphertext again,
             in pieces of any size). There is no way to decrypt what was not verified; the
             ciphertext must not change between the two passes, so keep it in your own memory.
   The key must outlive the stream. A call in any other order is FL_GCM_BAD_ORDER and changes
   nothing; a forged tag ends the stream. End every stream with fl_gcm_stream_wipe. */
typedef struct fl_gcm_stream {
  FL_GCM_ALIGNED uint8_t state[32]; /* the next counter block and the hash, bytes reversed */
  uint8_t mask[16];                 /* for the tag */
  uint8_t start[16];                /* the counter block of the first block of text */
  uint8_t keystream[96];
  uint8_t pending[96]; /* to hash, not hashed yet */
  const fl_gcm_key *key;
  uint64_t data_length, length, decrypted;
  uint32_t keystream_at, keystream_end, waiting;
  int phase;
} fl_gcm_stream;

FL_GCM_API fl_gcm_result fl_gcm_begin(fl_gcm_stream *s, const fl_gcm_key *key, const uint8_t *nonce,
                                      size_t nonce_length);
FL_GCM_API fl_gcm_result fl_gcm_data(fl_gcm_stream *s, const uint8_t *data, size_t length);
FL_GCM_API fl_gcm_result fl_gcm_encrypt(fl_gcm_stream *s, const uint8_t *plaintext, size_t length, uint8_t *ciphertext);
FL_GCM_API fl_gcm_result fl_gcm_tag(fl_gcm_stream *s, uint8_t tag[16]);
FL_GCM_API fl_gcm_result fl_gcm_check(fl_gcm_stream *s, const uint8_t *ciphertext, size_t length);
FL_GCM_API fl_gcm_result fl_gcm_verify(fl_gcm_stream *s, const uint8_t *tag, size_t tag_length);
FL_GCM_API fl_gcm_result fl_gcm_decrypt(fl_gcm_stream *s, const uint8_t *ciphertext, size_t length, uint8_t *plaintext);
__attribute__((visibility("default"))) void fl_gcm_stream_wipe(fl_gcm_stream *s);

#ifdef __cplusplus
}
#endif

#endif
