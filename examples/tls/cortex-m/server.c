/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A TLS server that sends back what it gets, on a Cortex-M3 without an operating system: libfairlead-tls, with
 * mbedTLS's cryptography. One peer at a time, on the UART. The certificate is certificate.der, the key key.der (P-256),
 * in the folder that the debugger is in. Its tickets resume until it is reset, for two hours at most. */
#include "board.h"
#include "wire.h"

#include <string.h>

enum { TICKET_KEY_LIFE = 3600 * 1000 /* milliseconds */ };
static fl_tls_server tls;

/* The first key makes tickets, and the one before it opens them still. Whether there are any. */
static bool new_ticket_key(fl_tls_context *context, uint8_t keys[2 * FL_TLS_TICKET_KEY]) {
  uint8_t made[FL_TLS_TICKET_KEY];
  if (!context->provider->random(made, sizeof made)) return false;
  memcpy(keys + FL_TLS_TICKET_KEY, keys, FL_TLS_TICKET_KEY);
  memcpy(keys, made, sizeof made);
  context->ticket_keys = keys;
  context->ticket_keys_count += context->ticket_keys_count < 2;
  return true;
}

/* Everything up to the point where more bytes are needed. False: the connection is over. */
static bool go_on(fl_tls_io *io, fl_tls_event event, const fl_tls_context *context,
                  const fl_tls_certificate *certificate, void *key) {
  for (;; event = fl_tls_server_receive(&tls, io)) {
    size_t length;
    uint16_t scheme;
    uint8_t signature[FL_TLS_SIGNATURE];
    /* An answer may have an event of its own. */
    for (bool answered = true; answered;) {
      answered = true;
      if (event == FL_TLS_CHOOSE) {
        event = fl_tls_server_choose(&tls, io, certificate);
      } else if (event == FL_TLS_SIGN) {
        const uint8_t *content = fl_tls_server_to_sign(&tls, io, &length, &scheme);
        length = context->provider->sign(key, scheme, content, length, signature);
        event = fl_tls_server_sign(&tls, io, signature, length);
      } else {
        answered = false;
      }
    }
    if (event == FL_TLS_DATA) {
      const uint8_t *data = fl_tls_server_data(&tls, io, &length);
      for (size_t at = 0; at < length; wire_send()) at += fl_tls_server_send(&tls, io, data + at, length - at);
      fl_tls_server_used(&tls, length);
    }
    if (event == FL_TLS_ENDED) event = fl_tls_server_close(&tls, io);
    wire_send();
    if (event == FL_TLS_DONE) return false;
    if (event == FL_TLS_WANT) return true;
  }
}

static void serve(const fl_tls_context *context, const fl_tls_certificate *certificate, void *key) {
  fl_tls_io io;
  uint32_t last = board_milliseconds();
  bool begun = false;
  wire_begin(&io);
  fl_tls_server_init(&tls, context);
  for (;;) {
    if (wire_receive(&io) > 0) {
      begun = true;
      if (!go_on(&io, fl_tls_server_receive(&tls, &io), context, certificate, key)) return;
      last = board_milliseconds(); /* what it computed itself is not the peer's silence */
    } else if (wire_full(&io) || (begun && board_milliseconds() - last > WIRE_PATIENCE)) {
      fl_tls_event event = fl_tls_server_no_more(&tls, &io, FL_TLS_LATE);
      if (!go_on(&io, event, context, certificate, key)) return;
      last = board_milliseconds();
    }
  }
}

int main(void) {
  static uint8_t der[2048], chain[2048], ticket_keys[2 * FL_TLS_TICKET_KEY];
  fl_tls_context context = {.provider = fl_tls_mbedtls()};
  fl_tls_certificate certificate = {.chain = chain, .schemes = {0x0403}};
  board_begin();
  certificate.chain_length = fl_tls_put_certificate(chain, 0, der, board_file("certificate.der", der, sizeof der));
  void *key = context.provider->key(der, board_file("key.der", der, sizeof der));
  if (certificate.chain_length == 0 || !key) return board_say("no certificate.der and key.der here\n"), 1;
  board_say("listening\n");
  uint32_t made = 0;
  for (;;) {
    uint8_t alert;
    if ((!context.ticket_keys || board_milliseconds() - made > TICKET_KEY_LIFE) &&
        new_ticket_key(&context, ticket_keys))
      made = board_milliseconds();
    serve(&context, &certificate, key);
    fl_tls_end end = fl_tls_server_end(&tls, &alert);
    wire_report(end, alert);
  }
}
