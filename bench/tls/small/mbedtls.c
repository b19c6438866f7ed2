/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* examples/tls/cortex-m/server.c, with the TLS 1.2 of mbedTLS instead of ours. */
#include "board.h"

#include <mbedtls/entropy_poll.h>
#include <mbedtls/ssl_internal.h>
#include <stdio.h>

static int draw(void *nothing, unsigned char *bytes, size_t length) {
  size_t made;
  return mbedtls_hardware_poll(nothing, bytes, length, &made);
}

static int put(void *nothing, const unsigned char *bytes, size_t length) {
  (void)nothing;
  board_send(bytes, length);
  return (int)length;
}

static int get(void *nothing, unsigned char *bytes, size_t room) {
  size_t came = 0;
  (void)nothing;
  while (came < room && board_receive(bytes + came)) came++;
  return came > 0 ? (int)came : MBEDTLS_ERR_SSL_WANT_READ;
}

int main(void) {
  static uint8_t der[2048], data[4096];
  static mbedtls_x509_crt certificate;
  static mbedtls_pk_context key;
  static mbedtls_ssl_config config;
  static mbedtls_ssl_context tls;
  board_begin();
  mbedtls_x509_crt_init(&certificate);
  mbedtls_pk_init(&key);
  mbedtls_ssl_config_init(&config);
  mbedtls_ssl_init(&tls);
  int wrong = mbedtls_x509_crt_parse_der(&certificate, der, board_file("certificate.der", der, sizeof der));
  wrong |= mbedtls_pk_parse_key(&key, der, board_file("key.der", der, sizeof der), NULL, 0);
  wrong |= mbedtls_ssl_config_defaults(&config, MBEDTLS_SSL_IS_SERVER, MBEDTLS_SSL_TRANSPORT_STREAM,
                                       MBEDTLS_SSL_PRESET_DEFAULT);
  mbedtls_ssl_conf_rng(&config, draw, NULL);
  wrong |= mbedtls_ssl_conf_own_cert(&config, &certificate, &key);
  wrong |= mbedtls_ssl_setup(&tls, &config);
  if (wrong) return board_say("no certificate.der and key.der here\n"), 1;
  mbedtls_ssl_set_bio(&tls, NULL, put, get, NULL);
  board_say("listening\n");
  int length;
  do length = mbedtls_ssl_handshake(&tls);
  while (length == MBEDTLS_ERR_SSL_WANT_READ);
  while (length >= 0 || length == MBEDTLS_ERR_SSL_WANT_READ) {
    length = mbedtls_ssl_read(&tls, data, sizeof data);
    if (length == 0) break;
    for (int at = 0, n; length > 0 && at < length; at += n) {
      n = mbedtls_ssl_write(&tls, data + at, (size_t)(length - at));
      if (n < 0) return board_say("failed\n"), 1;
    }
  }
  mbedtls_ssl_close_notify(&tls);
  char line[96];
  snprintf(line, sizeof line, "%s %d, connection %u, heap %u, stack %u\n",
           length == 0 || length == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY ? "closed" : "failed", length,
           (unsigned)(sizeof tls + MBEDTLS_SSL_IN_BUFFER_LEN + MBEDTLS_SSL_OUT_BUFFER_LEN), (unsigned)board_heap(),
           (unsigned)board_stack());
  board_say(line);
}
