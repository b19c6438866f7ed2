/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* mbedTLS 2.28 with its own TLS 1.2 server: what the example has, and as large records. */
#ifndef SMALL_MBEDTLS_CONFIG_H
#define SMALL_MBEDTLS_CONFIG_H

#define MBEDTLS_SSL_TLS_C
#define MBEDTLS_SSL_SRV_C
#define MBEDTLS_SSL_PROTO_TLS1_2
#define MBEDTLS_SSL_EXTENDED_MASTER_SECRET
#define MBEDTLS_KEY_EXCHANGE_ECDHE_ECDSA_ENABLED
#define MBEDTLS_SSL_IN_CONTENT_LEN 16384
#define MBEDTLS_SSL_OUT_CONTENT_LEN 7936
#include "../../../examples/tls/cortex-m/mbedtls_config.h"

#endif
