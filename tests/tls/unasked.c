/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Answers that nobody asked for, of connections that have received nothing: none may be told that a handshake is done,
 * and what answers for an application bears every event. unasked CERTIFICATE KEY: nothing is printed, or the defect. */
#include "fairlead_tls.h"

#include <stdio.h>

static int wrong;

static void expect(const char *what, fl_tls_event event) {
  if (event == FL_TLS_WANT || event == FL_TLS_FULL || event == FL_TLS_ENDED || event == FL_TLS_DONE) return;
  printf("%s: event %d\n", what, (int)event);
  wrong = 1;
}

int main(int count, char **files) {
  static fl_tls_output output;
  static uint8_t input[FL_TLS_INPUT], signature[64];
  char why[FL_TLS_WHY];
  fl_tls_io io = {.input = input, .output = &output, .now = 1};
  fl_tls_identity *identity = count == 3 ? fl_tls_identity_load(files[1], files[2], why) : NULL;
  const fl_tls_identity *identities[1] = {identity};
  if (!identity) return 2;
  for (int required = 0; required < 2; required++) {
    const fl_tls_context context = {.provider = fl_tls_libcrypto(),
                                    .clients = required ? FL_TLS_CLIENTS_REQUIRED : FL_TLS_CLIENTS_UNASKED};
    fl_tls_server server;
    fl_tls_client client;
    fl_tls_server_init(&server, &context);
    fl_tls_client_init(&client, &context, "localhost", NULL, 0);
    expect("server_verify", fl_tls_server_verify(&server, &io, true, 0));
    expect("server_sign", fl_tls_server_sign(&server, &io, signature, sizeof signature));
    expect("server_choose", fl_tls_server_choose(&server, &io, fl_tls_identity_certificate(identity)));
    expect("server_resume", fl_tls_server_resume(&server, &io, true));
    expect("client_verify", fl_tls_client_verify(&client, &io, true, 0));
    expect("client_sign", fl_tls_client_sign(&client, &io, signature, sizeof signature));
    expect("client_choose", fl_tls_client_choose(&client, &io, fl_tls_identity_certificate(identity)));
    for (int open = FL_TLS_WANT; open <= FL_TLS_DONE; open++) {
      const fl_tls_event event = (fl_tls_event)open;
      fl_tls_event next = fl_tls_identity_answer(identities, 1, &server, &io, event);
      if (next != event) expect("identity_answer", next);
      next = fl_tls_trust_client(NULL, &server, &io, event);
      if (next != event) expect("trust_client", next);
      next = fl_tls_identity_client(identity, &client, &io, event);
      if (next != event) expect("identity_client", next);
    }
  }
  fl_tls_identity_free(identity);
  return wrong;
}
