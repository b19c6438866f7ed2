/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A TLS server that sends back what it gets, on a Cortex-M3 without an operating system: libfairlead-tls, with
 * mbedTLS's cryptography. One peer at a time, on the UART. The certificate is certificate.der, the key key.der (P-256),
 * in the folder that the debugger is in. */
#include "board.h"
#include "fairlead_tls.h"

#include <stdio.h>

enum { PATIENCE = 10000 /* milliseconds without a byte */, INPUT = 16 * 1024 + 512 };

static fl_tls_output output;
static uint8_t input[INPUT]; /* a record of the largest size: a ClientHello may have no more here */
static fl_tls_server tls;

static void sent(void) {
  board_send(output.data, output.length);
  output.length = 0;
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
      for (size_t at = 0; at < length; sent()) at += fl_tls_server_send(&tls, io, data + at, length - at);
      fl_tls_server_used(&tls, length);
    }
    if (event == FL_TLS_ENDED) event = fl_tls_server_close(&tls, io);
    sent();
    if (event == FL_TLS_DONE) return false;
    if (event == FL_TLS_WANT) return true;
  }
}

static void serve(const fl_tls_context *context, const fl_tls_certificate *certificate, void *key) {
  fl_tls_io io = {.input = input, .output = &output};
  uint32_t last = board_milliseconds();
  bool begun = false;
  fl_tls_server_init(&tls, context);
  for (;;) {
    uint8_t *to = io.input + io.input_length;
    size_t came = 0;
    if (to == input + INPUT && io.input != input) { /* what is left goes to the front */
      for (size_t i = 0; i < io.input_length; i++) input[i] = io.input[i];
      io.input = input;
      to = input + io.input_length;
    }
    while (to + came < input + INPUT && board_receive(to + came)) came++;
    io.input_length += came;
    io.now = board_milliseconds() / 1000;
    if (came > 0) {
      begun = true;
      last = board_milliseconds();
      if (!go_on(&io, fl_tls_server_receive(&tls, &io), context, certificate, key)) return;
    } else if (to == input + INPUT || (begun && board_milliseconds() - last > PATIENCE)) {
      fl_tls_event event = fl_tls_server_no_more(&tls, &io, FL_TLS_LATE);
      if (!go_on(&io, event, context, certificate, key)) return;
      last = board_milliseconds();
    }
  }
}

int main(void) {
  static uint8_t der[2048], chain[2048];
  const fl_tls_context context = {.provider = fl_tls_mbedtls()};
  fl_tls_certificate certificate = {.chain = chain, .schemes = {0x0403}};
  board_begin();
  certificate.chain_length = fl_tls_put_certificate(chain, 0, der, board_file("certificate.der", der, sizeof der));
  void *key = context.provider->key(der, board_file("key.der", der, sizeof der));
  if (certificate.chain_length == 0 || !key) return board_say("no certificate.der and key.der here\n"), 1;
  board_say("listening\n");
  for (;;) {
    static const char *const ends[] = {"closed", "cut", "late", "failed", "alerted", "broken"};
    char line[96];
    uint8_t alert;
    serve(&context, &certificate, key);
    fl_tls_end end = fl_tls_server_end(&tls, &alert);
    snprintf(line, sizeof line, "%s %u, %u ms, heap %u, stack %u\n", ends[end], alert, (unsigned)board_milliseconds(),
             (unsigned)board_heap(), (unsigned)board_stack());
    board_say(line);
  }
}
