/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A TLS client on a Cortex-M3 without an operating system: it sends a request to the server that is on the UART, and
 * prints the answer. In the folder that the debugger is in: authority.der, whom to believe (or the server's own
 * certificate, if it is signed by itself); host, the name that the server must have; request. Without them nobody is
 * believed. If they are there, `protocols` is for ALPN, and `session` resumes. What the next one may resume with is put
 * in `session`: whoever can read it can do so, and whoever can write it can pretend to be the server. */
#include "believe.h"
#include "board.h"
#include "wire.h"

#include <stdio.h>
#include <string.h>

static fl_tls_client tls;
static uint8_t authority[2048], request[1024], session[2048], protocols[64];
static char host[256];
static size_t authority_length, request_length;

/* Everything up to the point where more bytes are needed. False: the connection is over. */
static bool go_on(fl_tls_io *io, fl_tls_event event) {
  for (;; event = fl_tls_client_receive(&tls, io)) {
    size_t length;
    fl_tls_claim claim;
    if (event == FL_TLS_VERIFY && fl_tls_client_claim(&tls, io, &claim)) {
      uint8_t alert = believe(&claim, authority, authority_length, host);
      event = fl_tls_client_verify(&tls, io, alert == 0, alert);
    }
    if (event == FL_TLS_CHOOSE) event = fl_tls_client_choose(&tls, io, NULL); /* we do not say who we are */
    if (event == FL_TLS_ESTABLISHED) {
      char line[96];
      fl_tls_agreed agreed = fl_tls_client_agreed(&tls);
      snprintf(line, sizeof line, "suite %04x, %s %.*s\n", agreed.suite, agreed.resumed ? "resumed" : "verified",
               (int)agreed.protocol_length, (const char *)agreed.protocol);
      board_say(line);
      for (size_t at = 0; at < request_length; wire_send())
        at += fl_tls_client_send(&tls, io, request + at, request_length - at);
    }
    if (event == FL_TLS_SESSION && (length = fl_tls_client_session(&tls, io, session, sizeof session)) > 0)
      board_keep("session", session, length);
    if (event == FL_TLS_DATA || event == FL_TLS_ENDED) {
      const uint8_t *data = fl_tls_client_data(&tls, io, &length);
      board_show(data, length);
      fl_tls_client_used(&tls, length);
    }
    if (event == FL_TLS_ENDED) event = fl_tls_client_close(&tls, io);
    wire_send();
    if (event == FL_TLS_DONE) return false;
    if (event == FL_TLS_WANT) return true;
  }
}

int main(void) {
  fl_tls_context context = {.provider = fl_tls_mbedtls()};
  fl_tls_io io;
  uint8_t alert;
  board_begin();
  authority_length = board_file("authority.der", authority, sizeof authority);
  request_length = board_file("request", request, sizeof request);
  host[board_file("host", (uint8_t *)host, sizeof host - 1)] = 0;
  host[strcspn(host, "\r\n")] = 0;
  if (authority_length == 0 || request_length == 0) return board_say("no authority.der and request here\n"), 2;
  context.protocols_length = board_file("protocols", protocols, sizeof protocols);
  if (context.protocols_length > 0) context.protocols = protocols;
  size_t length = board_file("session", session, sizeof session);
  board_keep("session", NULL, 0); /* each is to be used once */
  wire_begin(&io);
  fl_tls_client_init(&tls, &context, host, length > 0 ? session : NULL, length);
  bool goes_on = go_on(&io, fl_tls_client_receive(&tls, &io));
  uint32_t last = board_milliseconds(); /* after what it computes itself, which is not the peer's silence */
  while (goes_on) {
    if (wire_receive(&io) > 0) {
      goes_on = go_on(&io, fl_tls_client_receive(&tls, &io));
      last = board_milliseconds();
    } else if (wire_full(&io) || board_milliseconds() - last > WIRE_PATIENCE) {
      last = board_milliseconds();
      goes_on = go_on(&io, fl_tls_client_no_more(&tls, &io, FL_TLS_LATE));
    }
  }
  fl_tls_end end = fl_tls_client_end(&tls, &alert);
  board_say("\n");
  wire_report(end, alert);
  return end == FL_TLS_END_CLOSED ? 0 : 1;
}
