/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* examples/tls/cortex-m/server.c, with the TLS 1.2 of BearSSL instead of ours (constant time, 32 bits). */
#include "board.h"

#include <bearssl.h>
#include <stdio.h>
#include <string.h>

static br_skey_decoder_context decoder;
static br_ssl_server_context server;
static uint8_t in[16384 + 325], out[8192 + 85];

static void prepare(br_x509_certificate *chain) {
  static const uint16_t suites[] = {BR_TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
                                    BR_TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
                                    BR_TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256};
  br_ssl_engine_context *engine = &server.eng;
  uint8_t seed[32];
  br_ssl_server_zero(&server);
  br_ssl_engine_set_versions(engine, BR_TLS12, BR_TLS12);
  br_ssl_engine_set_suites(engine, suites, 3);
  br_ssl_engine_set_hash(engine, br_sha256_ID, &br_sha256_vtable);
  br_ssl_engine_set_hash(engine, br_sha384_ID, &br_sha384_vtable);
  br_ssl_engine_set_prf_sha256(engine, &br_tls12_sha256_prf);
  br_ssl_engine_set_prf_sha384(engine, &br_tls12_sha384_prf);
  br_ssl_engine_set_ec(engine, &br_ec_all_m15);
  br_ssl_engine_set_aes_ctr(engine, &br_aes_ct_ctr_vtable);
  br_ssl_engine_set_ghash(engine, &br_ghash_ctmul32);
  br_ssl_engine_set_gcm(engine, &br_sslrec_in_gcm_vtable, &br_sslrec_out_gcm_vtable);
  br_ssl_engine_set_chacha20(engine, &br_chacha20_ct_run);
  br_ssl_engine_set_poly1305(engine, &br_poly1305_ctmul32_run);
  br_ssl_engine_set_chapol(engine, &br_sslrec_in_chapol_vtable, &br_sslrec_out_chapol_vtable);
  br_ssl_server_set_single_ec(&server, chain, 1, br_skey_decoder_get_ec(&decoder), BR_KEYTYPE_SIGN, 0, &br_ec_all_m15,
                              br_ecdsa_i15_sign_asn1);
  br_ssl_engine_set_buffers_bidi(engine, in, sizeof in, out, sizeof out);
  board_file("/dev/urandom", seed, sizeof seed);
  br_ssl_engine_inject_entropy(engine, seed, sizeof seed);
  br_ssl_server_reset(&server);
}

int main(void) {
  static uint8_t der[2048], certificate[2048];
  br_x509_certificate chain = {.data = certificate};
  size_t length;
  board_begin();
  chain.data_len = board_file("certificate.der", certificate, sizeof certificate);
  br_skey_decoder_init(&decoder);
  br_skey_decoder_push(&decoder, der, board_file("key.der", der, sizeof der));
  if (chain.data_len == 0 || br_skey_decoder_last_error(&decoder) != 0)
    return board_say("no certificate.der and key.der here\n"), 1;
  prepare(&chain);
  board_say("listening\n");
  br_ssl_engine_context *engine = &server.eng;
  for (unsigned state; !((state = br_ssl_engine_current_state(engine)) & BR_SSL_CLOSED);) {
    uint8_t *from, *to;
    if (state & BR_SSL_SENDREC) {
      from = br_ssl_engine_sendrec_buf(engine, &length);
      board_send(from, length);
      br_ssl_engine_sendrec_ack(engine, length);
    } else if ((state & BR_SSL_RECVAPP) && (state & BR_SSL_SENDAPP)) {
      size_t room;
      from = br_ssl_engine_recvapp_buf(engine, &length);
      to = br_ssl_engine_sendapp_buf(engine, &room);
      if (length > room) length = room;
      memcpy(to, from, length);
      br_ssl_engine_recvapp_ack(engine, length);
      br_ssl_engine_sendapp_ack(engine, length);
      br_ssl_engine_flush(engine, 0);
    } else if (state & BR_SSL_RECVREC) {
      size_t came = 0;
      to = br_ssl_engine_recvrec_buf(engine, &length);
      while (came < length && board_receive(to + came)) came++;
      if (came > 0) br_ssl_engine_recvrec_ack(engine, came);
    }
  }
  char line[96];
  snprintf(line, sizeof line, "%s %d, connection %u, heap %u, stack %u\n",
           br_ssl_engine_last_error(engine) == 0 ? "closed" : "failed", br_ssl_engine_last_error(engine),
           (unsigned)(sizeof server + sizeof in + sizeof out), (unsigned)board_heap(), (unsigned)board_stack());
  board_say(line);
}
