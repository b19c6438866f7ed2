/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who the server is: a certificate chain and the P-256 key of its first certificate. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct identity;

/* From PEM files. NULL, with a reason on standard error. */
struct identity *identity_load(const char *certificate, const char *key);
void identity_free(struct identity *identity);

/* The entries of certificate_list (RFC 8446, 4.4.2). */
const uint8_t *identity_certificates(const struct identity *identity, size_t *length);

/* Signs a SHA-256 digest with ECDSA. Returns the length of the DER signature, at most 72, or 0. */
uint8_t identity_sign(const struct identity *identity, const uint8_t digest[32], uint8_t signature[72]);

#endif
