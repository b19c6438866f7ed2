/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A private key and its certificate chain, and certificates of authorities, out of PEM files (RFC 7468).
 *
 * A damaged file is refused, never taken for a shorter one: each line is one of a block, or text in front of a block.
 * What is refused is said as "FILE:LINE: what is wrong", or "FILE: what is wrong". */
#ifndef PEM_H
#define PEM_H

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <stdbool.h>
#include <stddef.h>

enum { PEM_WHY = 512 }; /* bytes for what is wrong, with its NUL */

/* The one private key of the file; NULL: see `why`. The file must be closed to others: its group may read it at most.
 * A key that is encrypted is refused: nobody is asked for a pass phrase. */
EVP_PKEY *fl_tls_pem_key(const char *path, char why[PEM_WHY]);

/* The certificates of the file in their order, the first of which must be the key's, if there is one; NULL: see `why`.
 * Private keys and parameters that lie beside them in the file are passed over. */
STACK_OF(X509) * fl_tls_pem_chain(const char *path, EVP_PKEY *key, char why[PEM_WHY]);
#endif
