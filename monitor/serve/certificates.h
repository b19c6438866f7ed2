/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What CERTIFICATE answers from: the receipts' digests and the seals of the epochs that had receipts, as many of the
 * last ones as there is room for. Nothing of this is believed by anybody: a certificate checks, or is none. */
#ifndef FL_CERTIFICATES_H
#define FL_CERTIFICATES_H
#include "receipts_trusted.h"
#include "seal_trusted.h"

struct fl_certificates;
/* Of the epochs after this one, in so many bytes; the newest is kept, whatever it has. */
struct fl_certificates *fl_certificates_new(uint64_t after, uint64_t most);
void fl_certificates_free(struct fl_certificates *all);
/* An epoch, later than those before, that ends with these. False: no memory, and it is one of those that are gone. */
bool fl_certificates_keep(struct fl_certificates *all, uint64_t epoch, const uint8_t (*leaves)[32], uint32_t count);
void fl_certificates_sealed(struct fl_certificates *all, uint64_t epoch, const uint8_t seal[FL_SEAL]);

struct fl_certificate {
  const uint8_t *seal; /* FL_SEAL bytes, good until the next call */
  uint32_t leaves;
  uint8_t path[FL_RECEIPT_PATH][32];
  size_t steps;
};
/* UNKNOWN: it is not sealed yet, or there is no such receipt. GONE: if there was one, that was too long ago. */
enum fl_certificate_found { FL_CERTIFICATE_FOUND, FL_CERTIFICATE_UNKNOWN, FL_CERTIFICATE_GONE };
enum fl_certificate_found fl_certificates_find(const struct fl_certificates *all, uint64_t epoch, uint32_t index,
                                               struct fl_certificate *found);
/* Up to here they are gone; bytes that there are, and that there may be. */
struct fl_certificates_figures {
  uint64_t gone, bytes, most;
};
struct fl_certificates_figures fl_certificates_figures(const struct fl_certificates *all);
#endif
