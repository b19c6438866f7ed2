/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The example handshakes of RFC 8448 through the record layer and the key schedule of tls/clean.
 *
 * What each side received is read by the record layer, in pieces of every given size; the keys come from the key
 * schedule, the text must be the RFC's, and both Finished messages must verify. What each side sent under application
 * keys is sealed again and must be the same bytes. */
#include "trace.h"

#include "fairlead_tls.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct blob {
  uint8_t data[8192];
  size_t length;
};

enum { FIELDS = 64, INPUT = 40000 };
static struct {
  char section[64], name[64];
  struct blob value;
} fields[512];
static size_t count;

enum { SHA256 = 32, AES_128_GCM = 0x1301 };
static fl_tlsm_provider_Provider provider;

static void fail(const char *section, const char *why)
{
  fprintf(stderr, "trace: %s: %s\n", section, why);
  exit(1);
}

static void read_file(const char *path)
{
  static char line[40000];
  char section[64] = "";
  FILE *f = fopen(path, "r");
  if (!f) {
    perror(path);
    exit(2);
  }
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "[%63[^]]", section) == 1 || line[0] == '#' || !strchr(line, '='))
      continue;
    char *value = strchr(line, '=') + 1;
    if (count == sizeof fields / sizeof fields[0] || sscanf(line, "%63[A-Za-z0-9_]", fields[count].name) != 1)
      fail(section, "a file I cannot read");
    strcpy(fields[count].section, section);
    struct blob *b = &fields[count].value;
    unsigned byte;
    for (; *value && b->length < sizeof b->data; value++) /* there is a blank in one of them */
      if (isxdigit((unsigned char)value[0]) && sscanf(value, "%2x", &byte) == 1) {
        b->data[b->length++] = (uint8_t)byte;
        value++;
      }
    count++;
  }
  fclose(f);
}

static const struct blob *find(const char *section, const char *name)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(fields[i].section, section) == 0 && strcmp(fields[i].name, name) == 0)
      return &fields[i].value;
  return NULL;
}

static const struct blob *get(const char *section, const char *name)
{
  const struct blob *b = find(section, name);
  if (!b)
    fail(section, name);
  return b;
}

static struct fl_tlsm_view view(const void *data, size_t length) { return (struct fl_tlsm_view){data, length}; }
static struct fl_tlsm_view view48(const struct fl_tlsm_bytes48 *b) { return view(b->data, b->len); }

static void must(bool ok)
{
  if (!ok)
    fail("", "a function trapped");
}

static void put(struct blob *to, const struct blob *b)
{
  if (!b)
    return;
  if (to->length + b->length > sizeof to->data)
    fail("", "a transcript that is too long");
  memcpy(to->data + to->length, b->data, b->length);
  to->length += b->length;
}

static struct fl_tlsm_bytes48 hash(const struct blob *b, size_t length)
{
  struct fl_tlsm_bytes48 h;
  must(fl_tlsm_hash(&provider, SHA256, view(b->data, length), (uint32_t)(length / 3), &h));
  return h;
}

/* One side's view: all records that it received, and what they must contain. */
struct reading {
  const char *section;
  struct blob wire, messages, data;   /* messages in the clear first, then protected ones */
  size_t changes[2];                  /* after that many bytes of messages the keys change */
  const struct fl_tlsm_bytes48 *secrets[2];
};

static void read_all(const struct reading *r, size_t piece)
{
  struct fl_tlsm_reader machine;
  union fl_tlsm_request asked;
  union fl_tlsm_response answer = {0};
  struct fl_tlsm_records_After after;
  size_t fed = 0, length = 0, messages = 0, data = 0, change = 0;
  uint8_t *input = malloc(1); /* exactly as large as what is in it, so that a sanitizer sees any access beyond */
  fl_tlsm_reader_init(&machine);
  for (;;) {
    switch (fl_tlsm_reader_step(&machine, answer, &asked, (struct fl_tlsm_span){input, length}, &provider)) {
    case FL_TLSM_ASKS_transport_more: {
      size_t n = r->wire.length - fed < piece ? r->wire.length - fed : piece;
      answer.transport_more.tag = n > 0 ? FL_TLSM_transport_More_arrived : FL_TLSM_transport_More_ended;
      input = realloc(input, length + n + 1);
      memcpy(input + length, r->wire.data + fed, n);
      fed += n;
      length += n;
      break;
    }
    case FL_TLSM_ASKS_transport_consume: {
      size_t n = asked.transport_consume.n;
      if (n > length)
        fail(r->section, "consumed more than there is");
      length -= n;
      memmove(input, input + n, length);
      break;
    }
    case FL_TLSM_ASKS_records_content: {
      size_t lo = asked.records_content.lo, n = asked.records_content.hi - lo;
      answer.records_content = &after;
      after.used = (uint32_t)n;
      after.then.keys.tag = FL_TLSM_records_Change_same;
      after.then.early = false;
      if (asked.records_content.kind.tag == FL_TLSM_records_Kind_data) {
        if (data + n > r->data.length || memcmp(input + lo, r->data.data + data, n) != 0)
          fail(r->section, "not the data of the trace");
        data += n;
        break;
      }
      if (messages + n > r->messages.length || memcmp(input + lo, r->messages.data + messages, n) != 0)
        fail(r->section, "not the messages of the trace");
      messages += n;
      if (change < 2 && messages == r->changes[change]) {
        after.then.keys.tag = FL_TLSM_records_Change_fresh;
        after.then.keys.u.fresh.suite = AES_128_GCM;
        after.then.keys.u.fresh.secret = *r->secrets[change++];
      }
      break;
    }
    case FL_TLSM_DONE:
      if (asked.done_reader.why.tag != FL_TLSM_records_End_closed || messages != r->messages.length || data != r->data.length || change != 2)
        fail(r->section, "ended too early, or otherwise than by close_notify");
      free(input);
      return;
    case FL_TLSM_TRAP:
      fail(r->section, "the record layer trapped");
    }
  }
}

static void reseal(const char *section, const struct fl_tlsm_bytes48 *secret, size_t before, const char *side)
{
  char name[64];
  struct fl_tlsm_keys_Protection p;
  static struct fl_tlsm_bytes66048 wire;
  struct blob want = {.length = 0};
  must(fl_tlsm_protection(&provider, AES_128_GCM, view48(secret), &p));
  p.sequence = before;
  wire.len = 0;
  snprintf(name, sizeof name, "%s_AppData", side);
  const struct blob *data = find(section, name);
  if (data) {
    must(fl_tlsm_seal(&provider, &wire, 23, view(data->data, data->length), 16384, &p));
    snprintf(name, sizeof name, "Record_%s_AppData", side);
    put(&want, get(section, name));
  }
  must(fl_tlsm_seal(&provider, &wire, 21, view("\1", 2), 16384, &p));
  snprintf(name, sizeof name, "Record_%s_CloseNotify", side);
  put(&want, get(section, name));
  if (wire.len != want.length || memcmp(wire.data, want.data, want.length) != 0)
    fail(section, "sealed otherwise than in the trace");
}

static void append_record(struct blob *messages, const struct blob *record)
{
  struct blob text = {.length = record->length - 5};
  memcpy(text.data, record->data + 5, text.length);
  put(messages, &text);
}

static void replay(const char *section)
{
  const struct blob *pool = get(section, "Server_RNG_Pool"), *hello = get(section, "Record_ClientHello_1");
  const struct blob *ticket = find(section, "Record_NewSessionTicket");
  /* The client's x25519 share: key_share with a single entry. */
  static const uint8_t entry[] = {0x00, 0x33, 0x00, 0x26, 0x00, 0x24, 0x00, 0x1d, 0x00, 0x20};
  const uint8_t *share = memmem(hello->data, hello->length, entry, sizeof entry);
  if (!share)
    fail(section, "no x25519 share");
  struct fl_tlsm_bytes66 shared;
  fl_tlsm_exchange(&provider, 29, view(pool->data + 32, 32), view(share + sizeof entry, 32), &shared);
  if (shared.len != 32)
    fail(section, "no shared secret");

  struct blob transcript = {.length = 0};
  append_record(&transcript, hello);
  put(&transcript, get(section, "Message_ServerHello"));
  size_t at_hello = transcript.length;
  put(&transcript, get(section, "Message_EncryptedExtensions"));
  put(&transcript, find(section, "Message_CertificateRequest"));
  put(&transcript, get(section, "Message_Server_Certificate"));
  put(&transcript, get(section, "Message_Server_CertificateVerify"));
  size_t at_verify = transcript.length;
  put(&transcript, get(section, "Message_Server_Finished"));
  struct fl_tlsm_bytes48 by_hello = hash(&transcript, at_hello), by_verify = hash(&transcript, at_verify),
                    by_finished = hash(&transcript, transcript.length), verify;
  struct fl_tlsm_Secrets secrets;
  must(fl_tlsm_secrets(&provider, SHA256, view("", 0), view(shared.data, shared.len), view48(&by_hello),
                       view48(&by_finished), &secrets));
  must(fl_tlsm_verify_data(&provider, SHA256, view48(&secrets.server_handshake), view48(&by_verify), &verify));
  if (memcmp(verify.data, transcript.data + transcript.length - 32, 32) != 0)
    fail(section, "the server's Finished does not verify");

  /* What the client received. A NewSessionTicket's text is not in the file: its record is left out, with its number. */
  static struct reading client, server;
  memset(&client, 0, sizeof client);
  memset(&server, 0, sizeof server);
  client.section = server.section = section;
  put(&client.wire, get(section, "Record_ServerHello"));
  put(&client.wire, get(section, "Record_ServerHandshakeMessages"));
  memcpy(client.messages.data, transcript.data + hello->length - 5, transcript.length - (hello->length - 5));
  client.messages.length = transcript.length - (hello->length - 5);
  client.changes[0] = at_hello - (hello->length - 5);
  client.changes[1] = client.messages.length;
  client.secrets[0] = &secrets.server_handshake;
  client.secrets[1] = &secrets.server_application;
  if (!ticket) {
    put(&client.wire, find(section, "Record_Server_AppData"));
    put(&client.data, find(section, "Server_AppData"));
    put(&client.wire, get(section, "Record_Server_CloseNotify"));
  }

  /* What the server received. A client's certificate is not in the file as messages. */
  put(&server.wire, hello);
  append_record(&server.messages, hello);
  server.changes[0] = server.messages.length;
  put(&server.wire, get(section, "Record_ClientFinished"));
  struct blob finished = {.data = {20, 0, 0, 32}, .length = 36};
  must(fl_tlsm_verify_data(&provider, SHA256, view48(&secrets.client_handshake), view48(&by_finished), &verify));
  memcpy(finished.data + 4, verify.data, 32);
  put(&server.messages, &finished);
  server.changes[1] = server.messages.length;
  server.secrets[0] = &secrets.client_handshake;
  server.secrets[1] = &secrets.client_application;
  put(&server.wire, find(section, "Record_Client_AppData"));
  put(&server.data, find(section, "Client_AppData"));
  put(&server.wire, get(section, "Record_Client_CloseNotify"));

  static const size_t pieces[] = {1, 2, 3, 5, 7, 64, 1000, INPUT};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
    if (!ticket)
      read_all(&client, pieces[i]);
    if (!find(section, "Message_CertificateRequest"))
      read_all(&server, pieces[i]);
  }
  reseal(section, &secrets.server_application, ticket ? 1 : 0, "Server");
  if (!find(section, "Message_CertificateRequest"))
    reseal(section, &secrets.client_application, 0, "Client");
}

int main(int argc, char **argv)
{
  if (argc < 3) {
    fprintf(stderr, "usage: trace FILE.vec SECTION...\n");
    return 2;
  }
  const fl_tls_provider *table = PROVIDER();
  memcpy(provider.bytes, &table, sizeof table);
  read_file(argv[1]);
  for (int i = 2; i < argc; i++)
    replay(argv[i]);
  printf("%d handshakes\n", argc - 2);
  return 0;
}
