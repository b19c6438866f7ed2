/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* INFO, RECEIPT, CERTIFIED, CERTIFICATE, SEAL: texts. */
#define _GNU_SOURCE
#include "floats.h"
#include "serving.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t hex(char *to, const uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) snprintf(to + 2 * i, 3, "%02x", bytes[i]);
  return 2 * n;
}

static size_t server_section(struct fl_server *s, char *t) {
  return (size_t)snprintf(t, TEXT,
                          "# Server\r\nredis_version:7.0.0\r\nredis_mode:%s\r\nserver_name:fairlead-monitor\r\n"
                          "process_id:%ld\r\nuptime_in_seconds:%" PRIu64 "\r\nloading:0\r\n",
                          s->o.cluster->cluster ? "cluster" : "standalone", (long)getpid(),
                          (fl_clock_read(CLOCK_MONOTONIC) - s->started_ms) / 1000);
}
static size_t clients_section(struct fl_server *s, char *t) {
  return (size_t)snprintf(
      t, TEXT,
      "# Clients\r\nconnected_clients:%" PRIu64 "\r\nblocked_clients:%" PRIu64 "\r\npubsub_clients:%" PRIu64
      "\r\npubsub_let_go:%" PRIu64 "\r\nclients_memory:%" PRIu64 "\r\nclients_memory_most:%" PRIu64
      "\r\nmaxclients:%" PRIu32 "\r\ntls:%d\r\nwrong_passwords:%" PRIu64 "\r\ndenied_connections:%" PRIu64
      "\r\nfailed_handshakes:%" PRIu64 "\r\nlast_failed_handshake:%s\r\naccess_reloads:%" PRIu64 "\r\n",
      s->clients, s->queues.waiting, s->channels.clients, s->channels.let_go, s->held.bytes, s->o.clients_memory,
      s->o.limits.connections, s->o.tls != NULL, s->wrong_passwords, s->denied, s->handshakes_failed, s->handshake_why,
      s->reloads);
}
static size_t stats_section(struct fl_server *s, char *t) {
  return (size_t)snprintf(t, TEXT,
                          "# Stats\r\ntotal_connections_received:%" PRIu64 "\r\ntotal_commands_processed:%" PRIu64
                          "\r\nexpired_keys:%" PRIu64 "\r\nevicted_clients:%" PRIu64 "\r\n",
                          s->connections, s->commands, s->expired, s->held.let_go);
}
static size_t replication_section(struct fl_server *s, char *t) {
  uint64_t until = atomic_load(&s->o.lease->until), now = fl_lease_now();
  return (size_t)snprintf(t, TEXT,
                          "# Replication\r\nrole:master\r\nconnected_slaves:0\r\nlease_ms:%" PRIu32
                          "\r\nlease_left_ms:%" PRIu64 "\r\nanswers_without_lease:%" PRIu64 "\r\n",
                          s->o.lease->ms, until > now ? until - now : 0, s->unled);
}
static size_t cluster_section(struct fl_server *s, char *t) {
  return (size_t)snprintf(t, TEXT, "# Cluster\r\ncluster_enabled:%d\r\n", s->o.cluster->cluster != NULL);
}
static size_t monitor_section(struct fl_server *s, char *t) {
  struct fl_host_figures f;
  struct fl_sealing_figures seals = fl_sealing_figures(s);
  struct fl_certificates_figures kept = fl_certificates_figures(s->certificates);
  char doubt[FL_DOUBT_TEXT];
  uint64_t doubts = fl_doubt_text(s->host, doubt);
  fl_host_figures(s->host, &f);
  const char *why = fl_host_why(s->host);
  bool unstored = fl_store_is_failing(s);
  return (size_t)snprintf(
      t, TEXT,
      "# Monitor\r\nstatus:%s\r\nwhy:%s\r\nacknowledge:%s\r\n"
      "incarnation:%" PRIu64 "\r\nepoch_sealed:%" PRIu64 "\r\nepoch_anchored:%" PRIu64 "\r\nunsealed_changes:%d\r\n"
      "oldest_unsealed_ms:%" PRIu64 "\r\nunsealed_most_ms:%" PRIu32 "\r\nwaiting_to_change:%" PRIu64 "\r\n"
      "answers:%" PRIu64 "\r\nentries:%" PRIu64 "\r\nfetched:%" PRIu64 "\r\nrecords_cached:%" PRIu32 "\r\n"
      "pending_bytes:%zu\r\ncommit_failures:%" PRIu64 "\r\nanchor_failures:%" PRIu64 "\r\nrecords_refused:%" PRIu64
      "\r\nlast_refused:%s\r\nstore_sandbox:%s%s\r\ncertificates_above:%" PRIu64 "\r\ncertificates_bytes:%" PRIu64
      "\r\ncertificates_most_bytes:%" PRIu64 "\r\n",
      why        ? "refused"
      : unstored ? "unstored"
                 : "ok",
      why        ? why
      : unstored ? "the store does not take changes"
                 : "",
      s->o.sealed_first ? "sealed" : "at-once", s->incarnation, seals.sealed, seals.anchored,
      fl_unsealed(s) || fl_is_committing(s), fl_unsealed_ms(s), s->o.unsealed_ms, seals.stalled, s->answers, f.entries,
      f.fetched, f.cached, f.pending_bytes, seals.commit_failures, seals.anchor_failures, doubts, doubt,
      s->o.kept[0] ? "files " : "", s->o.kept[1] ? "calls" : "", kept.gone, kept.bytes, kept.most);
}

static bool is_word(struct fl_serve_view word, const char *name) {
  return word.len == strlen(name) && strncasecmp((const char *)word.data, name, word.len) == 0;
}

/* All of it, or one section: nothing, if there is none of that name. */
static size_t info(struct fl_server *s, struct fl_serve_view wanted, char *t) {
  static const struct {
    const char *name;
    size_t (*write)(struct fl_server *, char *);
  } sections[] = {{"server", server_section},           {"clients", clients_section}, {"stats", stats_section},
                  {"replication", replication_section}, {"cluster", cluster_section}, {"monitor", monitor_section}};
  bool all = wanted.len == 0 || is_word(wanted, "all") || is_word(wanted, "everything") || is_word(wanted, "default");
  size_t n = 0;
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (all || is_word(wanted, sections[i].name)) n += sections[i].write(s, t + n);
  return n;
}

/* EPOCH, or EPOCH.INDEX: the seal, and the way from a receipt to it. */
static uint8_t certificate(struct fl_server *s, struct client *c, struct fl_serve_view argument, char *t, size_t *out) {
  char words[64] = "";
  uint64_t epoch;
  uint32_t index = 0;
  int end = 0, more = 0;
  size_t n;
  struct fl_certificate found;
  if (argument.len >= sizeof words) return FL_SERVE_records_UNKNOWN;
  memcpy(words, argument.data, argument.len);
  if (sscanf(words, "%" SCNu64 "%n.%" SCNu32 "%n", &epoch, &end, &index, &more) < 1) return FL_SERVE_records_UNKNOWN;
  if (words[more ? more : end] || words[0] < '0' || words[0] > '9') return FL_SERVE_records_UNKNOWN;
  uint64_t sealed = fl_sealing_figures(s).sealed;
  /* With the strict option, not before the anchor knows it: until then it may come to nothing. */
  if (s->o.sealed_first && epoch <= sealed && c->answer.hold_epoch < epoch) c->answer.hold_epoch = epoch;
  if (!more && epoch == sealed) {
    n = (size_t)snprintf(t, TEXT, "seal ");
    n += hex(t + n, fl_last_seal(s), FL_SEAL);
    *out = n + (size_t)snprintf(t + n, TEXT - n, "\n");
    return FL_SERVE_records_OK;
  }
  switch (fl_certificates_find(s->certificates, epoch, index, &found)) {
  case FL_CERTIFICATE_GONE: return FL_SERVE_records_PAST;
  case FL_CERTIFICATE_UNKNOWN: return FL_SERVE_records_UNKNOWN;
  case FL_CERTIFICATE_FOUND: break;
  }
  n = (size_t)snprintf(t, TEXT, "seal ");
  n += hex(t + n, found.seal, FL_SEAL);
  if (more) {
    n += (size_t)snprintf(t + n, TEXT - n, "\npath %" PRIu32, found.leaves);
    for (size_t i = 0; i < found.steps; i++) {
      t[n++] = ' ';
      n += hex(t + n, found.path[i], 32);
    }
  }
  *out = n + (size_t)snprintf(t + n, TEXT - n, "\n");
  return FL_SERVE_records_OK;
}

/* ON, OFF: whether there are receipts from now on. */
static size_t receipts(struct client *c, struct fl_serve_view argument, char *t) {
  bool on = is_word(argument, "on"), off = is_word(argument, "off");
  if (!on && !off) return 0;
  c->receipts.on = on;
  c->receipts.given.length = 0;
  return (size_t)snprintf(t, TEXT, "%s\n", on ? "on" : "off");
}

static int nibble(uint8_t c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}
static uint8_t set_nonce(struct client *c, struct fl_serve_view digits) {
  uint8_t nonce[FL_NONCE] = {0};
  if (digits.len % 2 || digits.len / 2 > sizeof nonce) return FL_SERVE_records_UNKNOWN;
  for (size_t i = 0; i < digits.len; i++) {
    int n = nibble(digits.data[i]);
    if (n < 0) return FL_SERVE_records_UNKNOWN;
    nonce[i / 2] = (uint8_t)(nonce[i / 2] << 4 | n);
  }
  memcpy(c->receipts.nonce, nonce, sizeof nonce);
  c->receipts.nonce_length = (uint8_t)(digits.len / 2);
  return FL_SERVE_records_OK;
}

/* Of each key of the last command, in its order, as a bulk string, among what is sent next. */
static uint8_t list_receipts(struct client *c) {
  enum { MOST = 2 * FL_RECEIPT_LONG + 80 };
  size_t count = c->receipts.given.length / sizeof(struct fl_receipt), length = 0;
  char head[24];
  if (count == 0) return FL_SERVE_records_UNKNOWN;
  struct fl_buffer text = {0};
  if (!fl_buffer_room(&text, count * MOST)) return FL_SERVE_records_MEMORY;
  char *t = (char *)text.data;
  for (size_t i = 0; i < count; i++) {
    struct fl_receipt r;
    uint8_t bytes[FL_RECEIPT_LONG];
    memcpy(&r, c->receipts.given.data + i * sizeof r, sizeof r);
    length += (size_t)snprintf(t + length, MOST, "receipt ");
    length += hex(t + length, bytes, fl_receipt_write(&r, bytes));
    length += (size_t)snprintf(t + length, 60, "\nof %" PRIu64 ".%" PRIu32 "\n", r.epoch, r.index);
  }
  c->answer.names.length = 0;
  bool ok = fl_buffer_add(&c->answer.names, head, (size_t)snprintf(head, sizeof head, "$%zu\r\n", length)) &&
            fl_buffer_add(&c->answer.names, t, length) && fl_buffer_add(&c->answer.names, "\r\n", 2);
  free(text.data);
  c->answer.give_names = ok;
  return ok ? FL_SERVE_records_OK : FL_SERVE_records_MEMORY;
}

static uint8_t add_float(struct fl_server *s, struct fl_serve_view by, bool there) {
  struct fl_serve_view old = {s->value, s->value_length};
  return fl_float_add(there ? &old : NULL, by, s->value, VALUE, &s->value_length);
}

uint8_t fl_report(struct fl_server *s, struct client *c, uint8_t what, struct fl_serve_view argument) {
  char *t = (char *)s->value;
  size_t n = 0;
  if (what == FL_SERVE_reports_ADD_FLOAT || what == FL_SERVE_reports_NEW_FLOAT)
    return add_float(s, argument, what == FL_SERVE_reports_ADD_FLOAT);
  fl_forget_value(s, c);
  switch (what) {
  case FL_SERVE_reports_INFO: s->value_length = info(s, argument, t); return FL_SERVE_records_OK;
  case FL_SERVE_reports_CLIENT_ID: n = (size_t)snprintf(t, TEXT, "%" PRIu64, c->listed.id); break;
  case FL_SERVE_reports_CLIENT_NAME:
    memcpy(t, c->listed.name, s->value_length = strlen(c->listed.name));
    return FL_SERVE_records_OK;
  case FL_SERVE_reports_NAME_CLIENT: return fl_name_client(c, argument);
  case FL_SERVE_reports_STAYS:
    if (!is_word(argument, "on") && !is_word(argument, "off")) return FL_SERVE_records_UNKNOWN;
    c->held.stays = is_word(argument, "on");
    return FL_SERVE_records_OK;
  case FL_SERVE_reports_UNBLOCK:
  case FL_SERVE_reports_UNBLOCK_ERROR:
    return fl_queue_end(s, argument,
                        what == FL_SERVE_reports_UNBLOCK ? FL_SERVE_queues_OVER : FL_SERVE_queues_UNBLOCKED)
               ? FL_SERVE_records_OK
               : FL_SERVE_records_UNKNOWN;
  case FL_SERVE_reports_CLIENT: n = fl_client_line(s, c, t, LINE); break;
  case FL_SERVE_reports_CLIENTS: return fl_list_clients(s, c);
  case FL_SERVE_reports_RESET:
    c->listed.name[0] = 0;
    fl_channels_leave(s, c);
    c->channels.resp3 = false;
    c->receipts.on = c->held.stays = false;
    c->receipts.given.length = c->receipts.nonce_length = 0;
    memset(c->receipts.nonce, 0, sizeof c->receipts.nonce);
    return FL_SERVE_records_OK;
  case FL_SERVE_reports_RECEIPT: n = receipts(c, argument, t); break;
  case FL_SERVE_reports_NONCE: return set_nonce(c, argument);
  case FL_SERVE_reports_RECEIPTS: return list_receipts(c);
  case FL_SERVE_reports_CERTIFICATE: return certificate(s, c, argument, t, &s->value_length);
  case FL_SERVE_reports_CERTIFIED:
    n = (size_t)snprintf(t, TEXT, "epoch %" PRIu64 "\nincarnation %" PRIu64 "\nanchored %" PRIu64 "\n",
                         fl_sealing_figures(s).sealed, s->incarnation, fl_sealing_figures(s).anchored);
    break;
  case FL_SERVE_reports_MOVED: n = fl_moved_to(s->o.cluster, argument, t, TEXT); break;
  case FL_SERVE_reports_CLUSTER:
  case FL_SERVE_reports_CLUSTER3: return fl_report_cluster(s, c, argument, what == FL_SERVE_reports_CLUSTER3);
  case FL_SERVE_reports_SIGNED: return fl_signed(s, c, argument);
  case FL_SERVE_reports_SEAL:
    if (fl_host_why(s->host)) return FL_SERVE_records_LIE;
    c->answer.hold_epoch = fl_want_anchor(s);
    n = (size_t)snprintf(t, TEXT, "epoch %" PRIu64 "\n", c->answer.hold_epoch);
    break;
  default: break;
  }
  s->value_length = n;
  return n > 0 ? FL_SERVE_records_OK : FL_SERVE_records_UNKNOWN;
}
