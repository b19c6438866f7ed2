/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The part of fuzz_connection.c that speaks, for a client: what it is told are arbitrary bytes, as there. The top bit
 * of the first byte gives it a session to go on with, too. A client that was not asked to verify anybody, and
 * brought no session, must not be established. */

/* A version, a suite, when it was issued, for how long, what hides its age, a hash of "h", a secret, and a ticket */
static size_t make_session(uint8_t session[200]) {
  fl_tls_hash hash;
  memset(session, 0, 200);
  memcpy(session, "\1\x13\1\0\0\0\0\0\0\3\x84\0\0\x1c\x20\0\1\2\3", 19);
  hash_begin(&hash, 32);
  hash_update(&hash, 32, (const uint8_t *)"h", 1);
  hash_now(&hash, 32, session + 19);
  return 120;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t entries[700], session[200];
  static const uint8_t protocols[] = "\x02h2\x08http/1.1";
  fl_tls_context context = {
      .provider = &provider, .protocols = protocols, .protocols_length = 12, .key_log = log_secret};
  fl_tls_certificate certificate = {.chain = entries, .chain_length = sizeof entries, .schemes = {0x0807, 0x0403}};
  fl_tls_client tls;
  fl_tls_io io = {.output = &output, .now = 1000};
  if (size < 1) return 0;
  size_t piece = data[0] & 127u ? data[0] & 127u : FL_TLS_INPUT, session_length = make_session(session);
  bool brings = (data[0] & 128u) != 0, verified = false;
  data++;
  size--;
  fed = held = 0;
  alert_was_last = false;
  send_output();
  buffer = NULL;
  move(&io, NULL, 0);
  fl_tls_client_init(&tls, &context, "h", brings ? session : NULL, brings ? session_length : 0);
  fl_tls_event event = fl_tls_client_receive(&tls, &io);
  for (int events = 0; event != FL_TLS_DONE; events++) {
    size_t length;
    if (events == MOST_EVENTS) fail("endless work");
    if (fed % 3 == 0) send_output();
    move(&io, NULL, 0);
    switch (event) {
    case FL_TLS_WANT: {
      size_t room = FL_TLS_INPUT - io.input_length, rest = size - fed, n = piece < rest ? piece : rest;
      if (io.input_length >= FL_TLS_INPUT) fail("keeps more input than it may");
      n = n < room ? n : room;
      held = io.input_length;
      move(&io, data + fed, n);
      fed += n;
      event = n > 0            ? fl_tls_client_receive(&tls, &io)
              : fed % 73 == 72 ? fl_tls_client_close(&tls, &io)
                               : fl_tls_client_no_more(&tls, &io, FL_TLS_CUT);
      break;
    }
    case FL_TLS_FULL:
      if (output.length == 0) fail("no room in an empty output");
      send_output();
      event = fl_tls_client_receive(&tls, &io);
      break;
    case FL_TLS_CHOOSE:
      fl_tls_client_schemes(&tls, &io, &length);
      if (length < 2 || length > io.input_length) fail("schemes beyond the input");
      event = fl_tls_client_choose(&tls, &io, fed % 71 == 70 ? NULL : &certificate);
      break;
    case FL_TLS_SIGN: {
      uint8_t signature[70] = {0};
      uint16_t scheme = 0;
      const uint8_t *content = fl_tls_client_to_sign(&tls, &io, &length, &scheme);
      if ((length != 130 && length != 146) || content[73] != 'c') fail("nothing to sign");
      event = fl_tls_client_sign(&tls, &io, signature, fed % 59 == 58 ? 0 : sizeof signature);
      break;
    }
    case FL_TLS_VERIFY: {
      fl_tls_claim claim, left;
      unsigned certificates = 0;
      if (!fl_tls_client_claim(&tls, &io, &claim)) fail("nothing is claimed");
      for (left = claim; fl_tls_next_certificate(&left, &length); certificates++)
        if (length == 0 || left.chain > io.input + io.input_length) fail("a certificate beyond the input");
      if (certificates == 0 || claim.signature + claim.signature_length > io.input + io.input_length ||
          claim.content[73] != 's')
        fail("nothing to verify");
      verified = claim.signature_length == 0 || claim.signature[0] != WRONG;
      event = fl_tls_client_verify(&tls, &io, verified, 51);
      break;
    }
    case FL_TLS_SESSION: {
      uint8_t kept[FL_TLS_SESSION_MOST];
      length = fl_tls_client_session(&tls, &io, kept, sizeof kept);
      if (length > 0 && (length < 84 || kept[0] != 1)) fail("no session");
      event = fl_tls_client_receive(&tls, &io);
      break;
    }
    case FL_TLS_ESTABLISHED: {
      fl_tls_agreed agreed = fl_tls_client_agreed(&tls);
      if (agreed.resumed == agreed.verified || agreed.verified != verified || (agreed.resumed && !brings))
        fail("believed somebody unseen");
      if (fl_tls_client_send(&tls, &io, (const uint8_t *)"hello", 5) != 5 && output.length == 0) fail("cannot send");
      event = fl_tls_client_receive(&tls, &io);
      break;
    }
    case FL_TLS_DATA:
    case FL_TLS_ENDED:
      if (!fl_tls_client_data(&tls, &io, &length) || length > io.input_length) fail("no data");
      if (!verified && !brings) fail("data of somebody unseen");
      fl_tls_client_used(&tls, fed % 3 || length > 3000 ? length : length / 2);
      event = event == FL_TLS_ENDED || fed % 79 == 78 ? fl_tls_client_close(&tls, &io)
                                                      : fl_tls_client_receive(&tls, &io);
      break;
    case FL_TLS_TICKET: fail("a server's event");
    case FL_TLS_DONE: break;
    }
  }
  send_output();
  end = fl_tls_client_end(&tls, &alert);
  if (end == FL_TLS_END_BROKEN) fail("the machine trapped");
  if (!alert_was_last && end != FL_TLS_END_ALERTED) fail("ended without an alert");
  free(buffer);
  return 0;
}
