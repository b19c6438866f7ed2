/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* AES-GCM of AWS-LC and ring, as src/lib.rs makes them callable. Zero means success. */
#ifndef RIVALS_H
#define RIVALS_H

#include <stddef.h>
#include <stdint.h>

void *awslc_new(const uint8_t *key, size_t length);
int awslc_seal(const void *key, const uint8_t nonce[12], const uint8_t *in, size_t length, uint8_t *out,
               uint8_t tag[16]);
int awslc_open(const void *key, const uint8_t nonce[12], const uint8_t *in, size_t length, const uint8_t tag[16],
               uint8_t *out);

void *ring_new(const uint8_t *key, size_t length);
int ring_seal(const void *key, const uint8_t nonce[12], uint8_t *text, size_t length, uint8_t tag[16]);
int ring_open(const void *key, const uint8_t nonce[12], uint8_t *text, size_t length, const uint8_t tag[16]);

#endif
