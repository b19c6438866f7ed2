/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Programs that embed both sides and get something wrong: lists of protocols, chains, schemes, hosts and sessions that
 * are none, signatures of another key, alerts that are none, a provider that fails at its nth call. No such
 * conversation may crash, be believed, or end in silence: one side says an alert, and the other hears it.
 *   misuse CERTIFICATE KEY: one that is its own authority, of localhost; nothing is printed, or the defects. */
#include "fairlead_tls.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 4000, NOT_ONE = 700000 };

/* ---- A provider that fails ---- */

static int calls, fails_at; /* 0: never */
static const fl_tls_provider *real;
static bool fails(void) { return ++calls == fails_at; }

static int seal(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_length,
                uint8_t *text, size_t length, uint8_t tag[16]) {
  return fails() ? 0 : real->seal(suite, key, nonce, data, data_length, text, length, tag);
}
static int open_sealed(uint16_t suite, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
                       size_t data_length, uint8_t *text, size_t length, const uint8_t tag[16]) {
  return fails() ? 0 : real->open(suite, key, nonce, data, data_length, text, length, tag);
}
static int exchange(uint16_t group, const uint8_t *private_key, const uint8_t *peer, size_t peer_length, uint8_t *share,
                    uint8_t *secret) {
  return fails() ? -1 : real->exchange(group, private_key, peer, peer_length, share, secret);
}
static int draw(uint8_t *bytes, size_t length) { return fails() ? 0 : real->random(bytes, length); }

/* ---- A conversation ---- */

struct wrong {
  fl_tls_context server, client;
  const fl_tls_certificate *certificate; /* NULL: as it should be */
  const char *host;
  const uint8_t *session;
  size_t session_length, signature_length; /* NOT_ONE: signed as it should be */
  bool refuses, nobody;                    /* nobody: of a list of identities the chosen one is not in */
  uint8_t refused_with;
};
struct end {
  fl_tls_end end;
  uint8_t alert;
  bool established, resumed, over;
  size_t kept;      /* of the input, when it last wanted more */
  uint8_t protocol; /* the first letter of the one that was agreed on; 0: none */
};
static struct end ends[2]; /* server, client */
static uint8_t session[FL_TLS_SESSION_MOST];
static size_t session_length;
static fl_tls_output outputs[2];
static uint8_t inputs[2][4 * FL_TLS_INPUT];
static fl_tls_io ios[2];

static const fl_tls_identity *identity;
static fl_tls_trust *trust;

static fl_tls_event answer(const struct wrong *w, int side, fl_tls_server *tls, fl_tls_client *client,
                           fl_tls_event event) {
  static uint8_t signature[2 * FL_TLS_SIGNATURE];
  fl_tls_io *io = &ios[side];
  if (side == 1) {
    if (event == FL_TLS_VERIFY && w->refuses) return fl_tls_client_verify(client, io, false, w->refused_with);
    if (event == FL_TLS_SESSION) session_length = fl_tls_client_session(client, io, session, sizeof session);
    return fl_tls_trust_server(trust, client, io, event);
  }
  if (event == FL_TLS_CHOOSE && w->certificate) return fl_tls_server_choose(tls, io, w->certificate);
  if (event == FL_TLS_SIGN && w->signature_length != NOT_ONE)
    return fl_tls_server_sign(tls, io, signature, w->signature_length);
  return fl_tls_identity_answer(&identity, event == FL_TLS_SIGN && w->nobody ? 0 : 1, tls, io, event);
}

/* One side goes on until it wants more, and its output is the other's input. */
static bool turn(const struct wrong *w, int side, fl_tls_server *tls, fl_tls_client *client) {
  fl_tls_io *io = &ios[side], *to = &ios[!side];
  bool gone = ends[!side].over && io->input_length == ends[side].kept;
  fl_tls_event event = FL_TLS_WANT;
  if (side == 0) event = gone ? fl_tls_server_no_more(tls, io, FL_TLS_CUT) : fl_tls_server_receive(tls, io);
  if (side == 1) event = gone ? fl_tls_client_no_more(client, io, FL_TLS_CUT) : fl_tls_client_receive(client, io);
  for (int steps = 0; steps < MOST_STEPS; steps++) {
    fl_tls_event next = answer(w, side, tls, client, event);
    if (next != event) {
      event = next;
      continue;
    }
    if (event == FL_TLS_ESTABLISHED) {
      ends[side].established = true;
      fl_tls_agreed agreed = side == 0 ? fl_tls_server_agreed(tls) : fl_tls_client_agreed(client);
      ends[side].resumed = agreed.resumed;
      ends[side].protocol = agreed.protocol_length > 0 ? agreed.protocol[0] : 0;
      if (side == 1) fl_tls_client_send(client, io, (const uint8_t *)"hello", 5);
    }
    if (event == FL_TLS_DATA || event == FL_TLS_ENDED) {
      event = side == 0 ? fl_tls_server_close(tls, io) : fl_tls_client_close(client, io);
      continue;
    }
    if (event == FL_TLS_DONE) {
      uint8_t *alert = &ends[side].alert;
      ends[side].end = side == 0 ? fl_tls_server_end(tls, alert) : fl_tls_client_end(client, alert);
      ends[side].over = true;
    }
    if (event == FL_TLS_WANT || event == FL_TLS_FULL || event == FL_TLS_DONE) {
      size_t n = outputs[side].length;
      if (to->input_length + n > sizeof inputs[0]) return false;
      memmove(inputs[!side], to->input, to->input_length);
      to->input = inputs[!side];
      memcpy(to->input + to->input_length, outputs[side].data, n);
      to->input_length += n;
      outputs[side].length = 0;
      ends[side].kept = io->input_length;
      if (event != FL_TLS_FULL) return true;
    }
    event = side == 0 ? fl_tls_server_receive(tls, io) : fl_tls_client_receive(client, io);
  }
  return false;
}

static int defects;
static void defect(const char *name, size_t n, const char *what) {
  printf("%s %zu: %s: server %d alert %u%s, client %d alert %u%s\n", name, n, what, ends[0].end, ends[0].alert,
         ends[0].established ? " established" : "", ends[1].end, ends[1].alert,
         ends[1].established ? " established" : "");
  defects++;
}

enum { FINE = 1, REFUSED = 2, EITHER = 3 };

static void talk(const char *name, size_t n, const struct wrong *w, int want) {
  static fl_tls_server tls;
  static fl_tls_client client;
  memset(ends, 0, sizeof ends);
  for (int side = 0; side < 2; side++) {
    outputs[side].length = 0;
    ios[side] = (fl_tls_io){.input = inputs[side], .output = &outputs[side], .now = 1000};
  }
  calls = 0;
  fl_tls_server_init(&tls, &w->server);
  fl_tls_client_init(&client, &w->client, w->host, w->session, w->session_length);
  for (int turns = 0; !(ends[0].over && ends[1].over); turns++)
    if (turns == 100 || !turn(w, (turns + 1) % 2, &tls, &client)) {
      defect(name, n, "it does not end");
      return;
    }
  bool fine = ends[0].established && ends[1].established;
  bool said = ends[0].end == FL_TLS_END_FAILED || ends[1].end == FL_TLS_END_FAILED;
  bool heard = ends[0].end == FL_TLS_END_ALERTED || ends[1].end == FL_TLS_END_ALERTED;
  bool broken = ends[0].end == FL_TLS_END_BROKEN || ends[1].end == FL_TLS_END_BROKEN;
  if (fine && !(want & FINE)) defect(name, n, "it is believed");
  if (!fine && !(want & REFUSED)) defect(name, n, "it is refused");
  if (fine && ends[0].protocol != ends[1].protocol) defect(name, n, "they agree on different protocols");
  if (broken && fails_at == 0) defect(name, n, "it breaks");
  if (!fine && !broken && !(said && heard)) defect(name, n, "silence");
}

static fl_tls_certificate certificate_of(const uint8_t *chain, size_t length, uint16_t scheme) {
  return (fl_tls_certificate){.chain = chain, .chain_length = length, .schemes = {scheme}};
}

/* ---- What a provider signs ---- */

/* Keys sign with the schemes that are theirs, and with no other number. */
static void signs_as_it_may(void) {
  static const struct {
    const char *kind, *curve;
    uint16_t schemes[3];
  } kinds[] = {{"EC", "P-256", {0x0403}}, {"EC", "P-384", {0x0503}}, {"ED25519", NULL, {0x0807}},
               {"RSA", NULL, {0x0804, 0x0805, 0x0806}}};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    EVP_PKEY *made = kinds[i].curve          ? EVP_PKEY_Q_keygen(NULL, NULL, "EC", kinds[i].curve)
                     : kinds[i].kind[0] == 'R' ? EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)2048)
                                               : EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    uint8_t *der = NULL, signature[FL_TLS_SIGNATURE];
    int length = i2d_PrivateKey(made, &der);
    void *key = length > 0 ? real->key(der, (size_t)length) : NULL;
    for (unsigned scheme = 0; key && scheme < 65536; scheme++) {
      bool may = false;
      for (size_t j = 0; j < 3; j++) may = may || (kinds[i].schemes[j] == scheme && scheme > 0);
      if ((real->sign(key, (uint16_t)scheme, (const uint8_t *)"content", 7, signature) > 0) == may) continue;
      printf("a key of kind %zu %s with scheme %04x\n", i, may ? "does not sign" : "signs", scheme);
      defects++;
    }
    if (key) real->key_free(key); /* none: the provider has no such keys */
    OPENSSL_free(der);
    EVP_PKEY_free(made);
  }
}

int main(int count, char **files) {
  static uint8_t keys[2 * FL_TLS_TICKET_KEY], bytes[80000], kept[FL_TLS_SESSION_MOST], damaged[FL_TLS_SESSION_MOST];
  static const char *const hosts[] = {
      "",     ".",         "..",  "a b",        "local host",        "*",    "*.localhost", "localhost.", "\xff\xfe",
      "\x01", "127.0.0.2", "::1", "localhost/", "LOCALHOST.EXAMPLE", "xn--", "%00"};
  char why[FL_TLS_WHY] = "", host[301];
  setvbuf(stdout, NULL, _IOLBF, 0);
  fl_tls_identity *loaded = count == 3 ? fl_tls_identity_load(files[1], files[2], why) : NULL;
  trust = loaded ? fl_tls_trust_load(files[1], why) : NULL;
  if (!trust) return fprintf(stderr, "misuse CERTIFICATE KEY: %s\n", why), 2;
  identity = loaded;
  real = PROVIDER();
  fl_tls_provider failing = *real;
  failing.seal = seal, failing.open = open_sealed, failing.exchange = exchange, failing.random = draw;
  const fl_tls_certificate *own = fl_tls_identity_certificate(identity);
  const struct wrong fine = {.server = {.provider = real, .ticket_keys = keys, .ticket_keys_count = 1},
                             .client = {.provider = real},
                             .host = "localhost",
                             .signature_length = NOT_ONE};
  struct wrong w = fine;
  memset(bytes, 'x', sizeof bytes);
  talk("nothing is wrong", 0, &w, FINE);
  memcpy(kept, session, session_length);
  size_t length = session_length;

  /* Sessions: cut, damaged, longer, of other keys; a full handshake in their place. */
  w.session = damaged;
  for (size_t n = 0; n <= length; n += n < 140 ? 1 : 37) {
    memcpy(damaged, kept, length);
    w.session_length = n;
    talk("a session that is cut", n, &w, FINE);
    if (ends[0].resumed != (n == length)) defect("a session that is cut", n, "resumes, or does not");
    if (n < length) damaged[n] ^= 0x41;
    w.session_length = length;
    talk("a session that is damaged", n, &w, EITHER);
  }
  memcpy(damaged, kept, length);
  keys[5] = 1;
  talk("a ticket of another key", 0, &w, FINE);
  if (ends[0].resumed) defect("a ticket of another key", 0, "resumes");
  keys[5] = 0;
  w.session = bytes;
  for (size_t n = 0; n < sizeof bytes; n = 2 * n + 1) {
    w.session_length = n;
    talk("a session that is none", n, &w, FINE);
  }

  /* Protocols: a list cut short, of empty names, and too long for any message. */
  for (size_t n = 0; n < sizeof bytes; n = n < 12 ? n + 1 : 3 * n) {
    for (int filler = 0; filler < 2; filler++) {
      static uint8_t list[sizeof bytes];
      memset(list, filler ? 'x' : 0, sizeof list);
      memcpy(list, "\x08http/1.1", 9);
      w = fine;
      w.server.protocols = list, w.server.protocols_length = n;
      talk("a server's protocols", n, &w, EITHER);
      w = fine;
      w.client.protocols = list, w.client.protocols_length = n;
      talk("a client's protocols", n, &w, EITHER);
      w.server.protocols = list, w.server.protocols_length = n;
      talk("both sides' protocols", n, &w, EITHER);
    }
  }

  /* The client's name stands behind some that fill the server's list to about the longest that a message may have. */
  for (size_t before = 65516; before < 65556; before++) {
    static uint8_t list[sizeof bytes];
    memset(list, 'x', sizeof list);
    for (size_t at = 0; at < before; at += 1 + (size_t)list[at])
      list[at] = (uint8_t)(before - at > 512 ? 255 : before - at > 256 ? (before - at) / 2 - 1 : before - at - 1);
    memcpy(list + before, "\x08http/1.1", 9);
    w = fine;
    w.server.protocols = list, w.server.protocols_length = before + 9;
    w.client.protocols = list + before, w.client.protocols_length = 9;
    talk("a name far behind in a server's protocols", before, &w, before + 9 <= 65535 ? FINE : REFUSED);
  }

  /* Hosts. */
  w = fine;
  for (size_t n = 0; n < sizeof hosts / sizeof hosts[0]; n++) {
    w.host = hosts[n];
    talk("a host that it is not", n, &w, strcmp(hosts[n], "localhost.") == 0 ? EITHER : REFUSED);
  }
  w.host = NULL;
  talk("no host", 0, &w, REFUSED);
  memset(host, 'h', sizeof host);
  w.host = host;
  for (size_t n = 250; n < sizeof host; n++) {
    host[n] = 0;
    talk("a long host", n, &w, REFUSED);
    host[n] = 'h';
  }

  /* Certificates. */
  static uint8_t chain[sizeof bytes];
  w = fine;
  for (size_t n = 0; n < sizeof chain; n = n < own->chain_length + 8 ? n + 61 : 2 * n) {
    memset(chain, 0, sizeof chain);
    memcpy(chain, own->chain, own->chain_length);
    fl_tls_certificate cut = certificate_of(chain, n, 0x0403), none = certificate_of(bytes, n, 0x0403);
    w.certificate = &cut, w.signature_length = 70;
    talk("a chain that is cut, or longer", n, &w, REFUSED);
    w.certificate = &none;
    talk("a chain that is none", n, &w, REFUSED);
  }
  for (unsigned scheme = 0; scheme < 0x0a00; scheme += 0x0101) {
    fl_tls_certificate other = certificate_of(own->chain, own->chain_length, (uint16_t)scheme);
    w.certificate = &other;
    talk("another scheme", scheme, &w, REFUSED);
  }
  fl_tls_certificate nobodys = certificate_of(own->chain, own->chain_length, 0);
  w.certificate = &nobodys;
  for (size_t named = 0; named < 2; named++) {
    w.host = named ? "localhost" : "127.0.0.1";
    talk("nobody, of a name or of none", named, &w, REFUSED);
    if (ends[0].alert != (named ? 112 : 40)) defect("nobody, of a name or of none", named, "another alert");
  }
  w = fine;
  w.certificate = own;
  talk("to sign, when it was chosen as it should be", 0, &w, FINE);
  for (size_t n = 0; n <= 2 * FL_TLS_SIGNATURE; n += 64) {
    w.signature_length = n;
    talk("a signature that is none", n, &w, REFUSED);
  }
  w.signature_length = NOT_ONE;
  w.nobody = true;
  talk("to sign, of a list without the one that was chosen", 0, &w, REFUSED);
  fl_tls_certificate copy = *own;
  w.nobody = false;
  w.certificate = &copy;
  talk("to sign, when somebody else chose", 0, &w, REFUSED);

  /* Verdicts. */
  w = fine;
  w.refuses = true;
  for (unsigned n = 0; n < 256; n++) {
    w.refused_with = (uint8_t)n;
    talk("refused with an alert", n, &w, REFUSED);
  }

  signs_as_it_may();

  /* A provider that fails at each of its calls, of either side. */
  for (int side = 0; side < 2; side++) {
    w = fine;
    *(side == 0 ? &w.server.provider : &w.client.provider) = &failing;
    fails_at = 0;
    talk("a provider", 0, &w, FINE);
    for (int n = 1, all = calls; n <= all; n++) {
      fails_at = n;
      talk(side == 0 ? "a server's provider fails" : "a client's provider fails", (size_t)n, &w, EITHER);
    }
    fails_at = 0;
  }
  fl_tls_trust_free(trust);
  fl_tls_identity_free(loaded);
  return defects != 0;
}
