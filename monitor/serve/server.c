/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Connections, and the server's life. */
#define _GNU_SOURCE
#include "serving.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* UNPROVED_INPUT: of a command of somebody who has not said who it is, as in Redis. */
enum { PATIENCE_MS = 60000, COUNTING_MS = 3600000, UNPROVED_INPUT = 16384 };

/* ---- Connections ---- */

/* What was there as the value is there when the machine goes on, whoever is served meanwhile. */
static bool keep_value(struct fl_server *s, struct client *c) {
  if (s->value_length == 0 || c->answer.kept) return true;
  c->answer.kept = malloc(s->value_length);
  if (!c->answer.kept) return false;
  memcpy(c->answer.kept, s->value, s->value_length);
  c->answer.kept_length = s->value_length;
  return true;
}

/* An answer: what was collected of it, `out`, and what comes after that. */
struct answer {
  const uint8_t *data;
  size_t length;
};

static bool put_together(struct fl_server *s, struct client *c, const uint8_t *tail, size_t length, struct answer *a) {
  *a = (struct answer){s->out.data, s->out.len};
  if (c->transaction.running || c->answer.gathering || c->answer.collected.length > 0 ||
      length > sizeof s->joined - s->out.len) {
    if (!fl_collect(c, s->out.data, s->out.len) || !fl_collect(c, tail, length)) return false;
    *a = (struct answer){c->answer.collected.data, c->answer.collected.length};
  } else if (length > 0) {
    memcpy(s->joined, s->out.data, s->out.len);
    memcpy(s->joined + s->out.len, tail, length);
    *a = (struct answer){s->joined, s->out.len + length};
  }
  return true;
}

/* FL_SENDING: an event follows. */
static enum fl_sending send_answer(struct fl_server *s, struct client *c, const struct answer *a) {
  uint64_t epoch = c->answer.hold_epoch;
  bool rests = c->answer.rests;
  c->answer.hold_epoch = 0;
  c->answer.rests = false;
  /* Before it waits, too: the anchor that it waits for may have been written before somebody else's, and we hear of it
   * later. What we made while we led may be sent when that is there. Whoever leads now, the client finds by connecting
   * anew. */
  if (rests && !fl_lease_holds(s->o.lease)) {
    s->unled++;
    return FL_SEND_FAILED;
  }
  if (epoch > fl_safe_epoch(s)) {
    if (fl_host_why(s->host) && epoch >= fl_next_epoch(s)) return FL_SEND_FAILED; /* there will be no such seal */
    c->answer.held = malloc(a->length + !a->length);
    if (!c->answer.held || !keep_value(s, c)) return FL_SEND_FAILED;
    memcpy(c->answer.held, a->data, a->length);
    c->answer.held_length = a->length;
    fl_wait_for_seal(s, c, epoch);
    fl_conn_park(c->conn, PATIENCE_MS);
    return FL_SENDING;
  }
  enum fl_sending sending = fl_channel_send(&c->channel, a->data, a->length);
  if (sending == FL_SENDING && !keep_value(s, c)) fl_forget_value(s, c);
  return sending;
}

static enum fl_sending respond(struct fl_server *s, struct client *c, bool with_value) {
  struct answer a;
  const uint8_t *tail = c->answer.kept ? c->answer.kept : s->value;
  size_t length = with_value ? c->answer.kept ? c->answer.kept_length : s->value_length : 0;
  struct fl_buffer names = {0};
  if (c->answer.give_names) {
    names = c->answer.names;
    c->answer.names = (struct fl_buffer){0};
    c->answer.give_names = false;
    tail = names.data;
    length = names.length;
  }
  bool ok = put_together(s, c, tail, length, &a);
  free(names.data);
  c->answer.lost = c->answer.lost || !ok;
  if (c->answer.lost && c->transaction.running) return FL_SEND_DONE; /* the rest of it is carried out */
  if (c->answer.lost) { /* nothing of it has been sent, and nothing else will be */
    if (!c->answer.told)
      fl_channel_last_words(&c->channel, "-ERR the answer has more than 64 MiB, or there is no memory for it\r\n");
    c->answer.told = true;
    return FL_SEND_FAILED;
  }
  if (c->transaction.running || c->answer.gathering)
    return FL_SEND_DONE; /* nobody else's turn comes before all of it is done */
  enum fl_sending sending = FL_SEND_DONE;
  if (!c->answer.hushed) sending = send_answer(s, c, &a);
  free(c->answer.collected.data);
  c->answer.collected = (struct fl_buffer){0};
  return sending;
}

/* Between two such, others may come in. */
static bool is_of_records(enum fl_serve_status what) {
  switch (what) {
  case FL_SERVE_ASKS_records_find:
  case FL_SERVE_ASKS_records_find_any:
  case FL_SERVE_ASKS_records_find_behind:
  case FL_SERVE_ASKS_records_is_there:
  case FL_SERVE_ASKS_records_put:
  case FL_SERVE_ASKS_records_put_as:
  case FL_SERVE_ASKS_records_delete:
  case FL_SERVE_ASKS_records_touch:
  case FL_SERVE_ASKS_records_increase:
  case FL_SERVE_ASKS_records_splice:
  case FL_SERVE_ASKS_records_prepare:
  case FL_SERVE_ASKS_records_batch_end: return true;
  default: return false;
  }
}

/* What a script's process says next. False: others have their turns meanwhile. */
static bool hear_script(struct fl_server *s, struct client *c, bool turn_is_over, union fl_serve_response *answer) {
  enum { TURN_MS = 10, AGAIN_MS = 1 };
  int wait_ms = s->scripts.waits ? AGAIN_MS : TURN_MS;
  s->scripts.waits = true;
  for (;; turn_is_over = false) {
    if (!turn_is_over && fl_script_next(s, c, wait_ms, &answer->scripts_next)) break;
    if (fl_step_pauses(s, c, answer)) return false;
  }
  s->scripts.waits = false;
  return true;
}

/* It may have let others in since it was asked whether it meets them: while an answer was sent, or in a queue. */
static uint8_t admits(struct fl_server *s, struct client *c) {
  bool now = c->transaction.running || fl_host_why(s->host);
  return !now && fl_step_meets(s, c) ? FL_SERVE_records_BUSY : fl_admit(s, c);
}

/* Runs the machine until it must wait. */
static void drive(struct fl_server *s, struct client *c, union fl_serve_response answer) {
  struct fl_conn *conn = c->conn;
  struct fl_serve_bytes32 digits; /* are lent until the machine asks again */
  struct fl_edited edited;
  uint64_t turn_ends = fl_turn_ends(), command_ends = turn_ends;
  c->listed.heard_ms = fl_clock_read(CLOCK_MONOTONIC_COARSE);
  if (fl_has_script(s, c) && s->scripts.waits && !hear_script(s, c, false, &answer)) return;
  for (;;) {
    union fl_serve_request asked;
    struct fl_serve_span input, value = {s->value, s->value_length};
    if (c->transaction.running)
      input = (struct fl_serve_span){c->transaction.queue.data + c->transaction.queue_at,
                                     c->transaction.queue.length - c->transaction.queue_at};
    else
      input.data = fl_channel_input(&c->channel, &input.len);
    if (c->answer.kept) value = (struct fl_serve_span){c->answer.kept, c->answer.kept_length};
    enum fl_serve_status what = fl_serve_session_step(&c->machine, answer, &asked, input, value, &s->out);
    switch (what) {
    case FL_SERVE_ASKS_resp_more:
      fl_forget_value(s, c);
      if (!c->standing.user && input.len > UNPROVED_INPUT) {
        fl_channel_last_words(&c->channel, "-ERR Protocol error: unauthenticated bulk length\r\n");
        fl_channel_close(&c->channel);
        return;
      }
      if (fl_channel_pull(&c->channel, s->o.limits.input)) {
        answer.resp_more = true;
        break;
      }
      if (c->channel.ended || (c->channel.tls && input.len >= s->o.limits.input)) {
        answer.resp_more = false;
        break;
      }
      fl_schedule(s);
      fl_channel_await(s, c);
      return;
    case FL_SERVE_ASKS_resp_consume:
      s->commands++;
      c->receipts.next_command = c->receipts.next_command || !c->transaction.running;
      if (c->transaction.running)
        c->transaction.queue_at += asked.resp_consume.n;
      else
        fl_channel_consume(&c->channel, asked.resp_consume.n), s->moment = 0;
      break;
    case FL_SERVE_ASKS_resp_meets: answer.resp_meets = fl_step_meets(s, c); break;
    case FL_SERVE_ASKS_resp_late:
      fl_queue_done(s, c);
      fl_step_over(s, c);
      answer.resp_late =
          s->queues.served || c->step.was || (fl_queue_has_turns(s) && !s->steps.first) || fl_turn_is_over(turn_ends);
      c->step.was = false;
      command_ends = fl_turn_ends();
      break;
    case FL_SERVE_ASKS_resp_rest:
      s->moment = 0;
      if (!s->queues.served && !s->steps.first && fl_queue_has_turns(s)) {
        fl_queue_turns(s);
        answer.resp_rest = true;
        break;
      }
      fl_rest(s, c);
      return;
    case FL_SERVE_ASKS_records_admit: answer.records_admit = admits(s, c); break;
    case FL_SERVE_ASKS_records_wait:
      fl_step_over(s, c);
      fl_forget_receipts(c); /* it is about keys, whatever it comes to */
      c->waits_to_change = true;
      s->moment = 0;
      if (c->step.met) { /* it is not the store that it waits for */
        fl_rest(s, c);
        return;
      }
      fl_wait_for_store(s, c);
      fl_conn_park(conn, PATIENCE_MS);
      return;
    case FL_SERVE_ASKS_records_find: answer.records_find = fl_find(s, c, asked.records_find.key); break;
    case FL_SERVE_ASKS_records_find_any: answer.records_find_any = fl_find_any(s, c, asked.records_find_any.key); break;
    case FL_SERVE_ASKS_records_find_behind:
      answer.records_find_behind = fl_find_behind(s, c, asked.records_find_behind.key);
      break;
    case FL_SERVE_ASKS_records_is_there: answer.records_is_there = fl_is_there(s, c, asked.records_is_there.key); break;
    case FL_SERVE_ASKS_records_put:
      answer.records_put =
          fl_put(s, c, asked.records_put.key, asked.records_put.data, asked.records_put.time, FL_SERVE_records_STRING);
      break;
    case FL_SERVE_ASKS_records_put_as:
      answer.records_put_as = fl_put(s, c, asked.records_put_as.key, asked.records_put_as.data,
                                     asked.records_put_as.time, asked.records_put_as.type);
      break;
    case FL_SERVE_ASKS_records_edit:
      edited = fl_edited_value(s, c);
      answer.records_edit = fl_edit(&edited, asked.records_edit.at, asked.records_edit.cut, asked.records_edit.head,
                                    asked.records_edit.data);
      break;
    case FL_SERVE_ASKS_records_sum:
      edited = fl_edited_value(s, c);
      answer.records_sum = fl_edit_sum(&edited, asked.records_sum.there, asked.records_sum.lo, asked.records_sum.hi,
                                       asked.records_sum.by);
      break;
    case FL_SERVE_ASKS_records_random: answer.records_random = fl_edit_random(asked.records_random.below); break;
    case FL_SERVE_ASKS_records_delete: answer.records_delete = fl_delete(s, c, asked.records_delete.key); break;
    case FL_SERVE_ASKS_records_touch:
      answer.records_touch = fl_touch(s, c, asked.records_touch.key, asked.records_touch.time);
      break;
    case FL_SERVE_ASKS_records_increase:
      answer.records_increase = fl_increase(s, c, asked.records_increase.key, asked.records_increase.by);
      break;
    case FL_SERVE_ASKS_records_splice:
      answer.records_splice =
          fl_splice(s, c, asked.records_splice.key, asked.records_splice.at, asked.records_splice.data);
      break;
    case FL_SERVE_ASKS_records_batch_begin:
      answer.records_batch_begin = fl_batch_begin(s, c, asked.records_batch_begin.count);
      break;
    case FL_SERVE_ASKS_records_prepare: answer.records_prepare = fl_prepare(s, asked.records_prepare.key); break;
    case FL_SERVE_ASKS_records_batch_end: fl_batch_end(s); break;
    case FL_SERVE_ASKS_records_now: answer.records_now = fl_now_ms(s); break;
    case FL_SERVE_ASKS_reports_report:
      answer.reports_report = fl_report(s, c, asked.reports_report.what, asked.reports_report.argument);
      break;
    case FL_SERVE_ASKS_answers_hush: c->answer.hushed = asked.answers_hush.on; break;
    case FL_SERVE_ASKS_reports_refused: fl_forget_receipts(c); break;
    case FL_SERVE_ASKS_walks_next:
      answer.walks_next = fl_walk(s, c, asked.walks_next.anew, asked.walks_next.mark);
      break;
    case FL_SERVE_ASKS_walks_tally: answer.walks_tally = fl_tally(s, c); break;
    case FL_SERVE_ASKS_walks_counted:
      fl_step_over(s, c);
      fl_wait_for_count(s, c);
      s->moment = 0;
      fl_conn_park(conn, COUNTING_MS);
      return;
    case FL_SERVE_ASKS_walks_keep: answer.walks_keep = fl_keep_name(s, c); break;
    case FL_SERVE_ASKS_walks_give: c->answer.give_names = true; break;
    case FL_SERVE_ASKS_walks_flush: answer.walks_flush = fl_flush(s, c); break;
    case FL_SERVE_ASKS_queues_patience:
      answer.queues_patience = fl_queue_patience(c, asked.queues_patience.seconds);
      break;
    case FL_SERVE_ASKS_queues_listen:
      answer.queues_listen =
          fl_queue_listen(c, asked.queues_listen.key, asked.queues_listen.first, asked.queues_listen.type);
      break;
    case FL_SERVE_ASKS_queues_wait:
      fl_step_over(s, c);
      s->moment = 0;
      fl_schedule(s);
      fl_queue_wait(s, c);
      return;
    case FL_SERVE_ASKS_scores_read:
      answer.scores_read = fl_score_read(asked.scores_read.word, asked.scores_read.bound);
      break;
    case FL_SERVE_ASKS_scores_plus:
      answer.scores_plus = fl_score_plus(asked.scores_plus.a, asked.scores_plus.b, asked.scores_plus.times);
      break;
    case FL_SERVE_ASKS_scores_print:
      fl_score_print(asked.scores_print.score, asked.scores_print.whole, &digits);
      answer.scores_print = &digits;
      break;
    case FL_SERVE_ASKS_channels_join:
      answer.channels_join = fl_channel_join(s, c, asked.channels_join.name, asked.channels_join.pattern);
      break;
    case FL_SERVE_ASKS_channels_leave:
      answer.channels_leave = fl_channel_leave(s, c, asked.channels_leave.name, asked.channels_leave.pattern);
      break;
    case FL_SERVE_ASKS_channels_any: answer.channels_any = fl_channel_any(s, c, asked.channels_any.pattern); break;
    case FL_SERVE_ASKS_channels_speaks: c->channels.resp3 = asked.channels_speaks.resp3; break;
    case FL_SERVE_ASKS_channels_tell:
      answer.channels_tell = fl_channel_tell(s, asked.channels_tell.channel, asked.channels_tell.message);
      break;
    case FL_SERVE_ASKS_channels_audience:
      answer.channels_audience = fl_channel_audience(s, asked.channels_audience.channel);
      break;
    case FL_SERVE_ASKS_channels_patterns: answer.channels_patterns = fl_channel_patterns(s); break;
    case FL_SERVE_ASKS_channels_list:
      answer.channels_list = fl_channel_list(s, c, asked.channels_list.all, asked.channels_list.pattern);
      break;
    case FL_SERVE_ASKS_scripts_find:
      answer.scripts_find = fl_script_find(s, c, asked.scripts_find.word, asked.scripts_find.is_text);
      break;
    case FL_SERVE_ASKS_scripts_known: answer.scripts_known = fl_script_is_known(s, asked.scripts_known.digits); break;
    case FL_SERVE_ASKS_scripts_argument:
      answer.scripts_argument = fl_script_word(s, asked.scripts_argument.word);
      break;
    case FL_SERVE_ASKS_scripts_begin:
      answer.scripts_begin =
          fl_script_begin(s, c, asked.scripts_begin.flags, asked.scripts_begin.keys, asked.scripts_begin.words);
      break;
    case FL_SERVE_ASKS_scripts_next:
      fl_script_answer(s, c);
      if (!hear_script(s, c, fl_turn_is_over(command_ends), &answer)) return;
      break;
    case FL_SERVE_ASKS_scripts_over: answer.scripts_over = fl_script_over(s, c, asked.scripts_over.answered); break;
    case FL_SERVE_ASKS_scripts_busy: answer.scripts_busy = fl_script_is_busy(s, c); break;
    case FL_SERVE_ASKS_scripts_stop: answer.scripts_stop = fl_script_kill(s); break;
    case FL_SERVE_ASKS_scripts_flush: fl_scripts_forget(s); break;
    case FL_SERVE_ASKS_slots_shared: answer.slots_shared = s->o.cluster->cluster != NULL; break;
    case FL_SERVE_ASKS_slots_place: answer.slots_place = fl_slot_of(s, asked.slots_place.key); break;
    case FL_SERVE_ASKS_transactions_queue:
      answer.transactions_queue = fl_queue(c, asked.transactions_queue.command, asked.transactions_queue.line);
      break;
    case FL_SERVE_ASKS_transactions_watch:
      answer.transactions_watch = fl_watch(s, c, asked.transactions_watch.key);
      break;
    case FL_SERVE_ASKS_transactions_forget: fl_forget_transaction(s, c, asked.transactions_forget.queued); break;
    case FL_SERVE_ASKS_transactions_begin: answer.transactions_begin = fl_transaction_begin(s, c); break;
    case FL_SERVE_ASKS_transactions_over:
      c->transaction.running = false;
      fl_step_over(s, c);
      answer.transactions_over = fl_host_why(s->host)                               ? FL_SERVE_transactions_LIED
                                 : c->answer.collected.length > 0 || c->answer.lost ? FL_SERVE_transactions_SOMETHING
                                                                                    : FL_SERVE_transactions_NOTHING;
      break;
    case FL_SERVE_ASKS_users_who: answer.users_who = fl_who(s, c); break;
    case FL_SERVE_ASKS_users_prove:
      answer.users_prove = fl_prove(s, c, asked.users_prove.named, asked.users_prove.name, asked.users_prove.password);
      break;
    case FL_SERVE_ASKS_users_may:
      answer.users_may =
          c->standing.user && fl_user_may(c->standing.user, asked.users_may.command, asked.users_may.classes);
      break;
    case FL_SERVE_ASKS_users_may_use:
      answer.users_may_use = c->standing.user && fl_user_may_use(c->standing.user, asked.users_may_use.key.data,
                                                                 asked.users_may_use.key.len);
      break;
    case FL_SERVE_ASKS_users_may_use_all:
      answer.users_may_use_all = c->standing.user && fl_user_may_use_all(c->standing.user);
      break;
    case FL_SERVE_ASKS_answers_gather:
      c->answer.gathering = true;
      c->answer.gathered_from = c->answer.collected.length;
      break;
    case FL_SERVE_ASKS_answers_drop: answer.answers_drop = fl_collected_drop(c, asked.answers_drop.keep); break;
    case FL_SERVE_ASKS_answers_gathered: /* in a transaction, all of it is */
      c->answer.gathering = false;
      answer.answers_gathered = !c->transaction.running && c->answer.collected.length > 0;
      break;
    case FL_SERVE_ASKS_answers_respond: {
      if (!c->transaction.running && !c->answer.gathering) fl_step_over(s, c);
      enum fl_sending sending = respond(s, c, asked.answers_respond.with_value);
      if (sending == FL_SENDING) return;
      if (c->standing.dismissed) sending = FL_SEND_FAILED;
      answer.answers_respond = sending == FL_SEND_DONE;
      break;
    }
    case FL_SERVE_TRAP:
      fprintf(stderr, "fairlead-monitor-serve: the protocol machine trapped; closing this connection\n");
      if (s->in_batch) fl_batch_end(s);
      fl_script_gone(s, c);
      fl_channel_close(&c->channel);
      return;
    case FL_SERVE_DONE:
    default:
      fl_schedule(s);
      fl_channel_close(&c->channel);
      return;
    }
    if (is_of_records(what) && fl_turn_is_over(command_ends) && fl_step_pauses(s, c, &answer)) return;
  }
}

/* False: it is closed. */
static bool comes(struct fl_server *s, struct client *c, struct fl_conn *conn) {
  static const char denied[] =
      "-DENIED there is no password here, and this is another machine: --password-file FILE, --users FILE, or "
      "--protected-mode no\r\n";
  c->conn = conn;
  fl_client_comes(s, c);
  bool ok = fl_channel_open(&c->channel, conn, s->o.tls);
  if (ok && fl_is_denied(s, c)) {
    s->denied++;
    fl_channel_last_words(&c->channel, denied);
    ok = false;
  }
  if (!ok) {
    fl_conn_close(conn);
    return false;
  }
  fl_conn_expendable(conn, true); /* until it is somebody */
  return true;
}

/* True: the handshake is over, and the machine's turn has come. */
static bool shakes(struct fl_server *s, struct client *c, enum fl_event event) {
  enum fl_sending sending = fl_channel_shake(&c->channel, event);
  if (sending == FL_SEND_FAILED) {
    s->handshakes_failed++;
    snprintf(s->handshake_why, sizeof s->handshake_why, "%s", fl_tls_why(c->channel.tls));
    fl_channel_close(&c->channel);
  }
  return sending == FL_SEND_DONE;
}

static void happens(struct fl_server *s, struct fl_conn *conn, enum fl_event event) {
  struct client *c = fl_conn_state(conn);
  union fl_serve_response answer = {0};
  bool stalled = c->waits_to_change, counting = c->waits_for_count;
  bool parked = c->wait.epoch != 0 || c->answer.held || counting || c->rests;
  bool rested = c->rests != CLIENT_RESTS_NOT;
  c->waits_to_change = c->waits_for_count = false;
  c->rests = CLIENT_RESTS_NOT;
  if (c->step.waits) { /* whatever has happened: what it has begun is done */
    drive(s, c, fl_step_goes_on(s, c));
    s->moment = 0;
    return;
  }
  if (event == FL_OPENED && !comes(s, c, conn)) return;
  if (c->held.let_go && c->channel.shaken && !c->standing.dismissed)
    fl_channel_last_words(&c->channel, "-OOM all clients hold more than --clients-memory, and this one most of it\r\n");
  if (c->held.let_go || c->standing.dismissed) {
    fl_channel_close(&c->channel);
    return;
  }
  if (!c->begun) {
    if (!c->channel.shaken || c->channel.saying)
      if (!shakes(s, c, event)) return;
    c->begun = true;
    fl_serve_session_init(&c->machine);
    event = FL_OPENED;
  }
  s->value_length = 0;
  s->moment = 0;
  if (c->queue.waits) {
    if (!fl_queue_hears(s, c, event, &answer.queues_wait)) return;
    drive(s, c, answer);
    s->moment = 0;
    return;
  }
  bool more = false;
  if (!fl_channel_hears(s, c, event, &more)) return;
  if (more) {
    answer.resp_more = true;
    drive(s, c, answer);
    s->moment = 0;
    return;
  }
  switch (event) {
  case FL_OPENED: break;
  case FL_INPUT:
    answer.resp_more = true;
    if (c->channel.tls && !fl_channel_pull(&c->channel, s->o.limits.input)) {
      if (!c->channel.ended) { /* a part of a record */
        fl_channel_await(s, c);
        return;
      }
      answer.resp_more = false;
    }
    fl_foresee(s, c);
    break;
  case FL_SENT:
    if ((stalled || counting) && fl_step_meets(s, c)) { /* it has waited for something else, and waits on */
      c->waits_to_change = stalled;
      c->waits_for_count = counting;
      s->moment = 0;
      fl_rest(s, c);
      return;
    }
    if (stalled) {
      answer.records_wait = !fl_queue_is_gone(c);
    } else if (rested) {
      answer.resp_rest = true;
    } else if (counting) {
      answer.walks_counted = true;
    } else if (c->answer.held) { /* woken: its seal is there */
      uint8_t *held = c->answer.held;
      c->answer.held = NULL;
      enum fl_sending sending = fl_channel_send(&c->channel, held, c->answer.held_length);
      free(held);
      if (sending == FL_SENDING) return;
      answer.answers_respond = sending == FL_SEND_DONE;
    } else {
      answer.answers_respond = !c->answer.dropped;
    }
    break;
  case FL_EXPIRED:
    if (parked) {
      fl_channel_close(&c->channel);
      return;
    }
    break;
  case FL_ENDED:
  case FL_STOPPING: break; /* false: no more */
  }
  drive(s, c, answer);
  s->moment = 0;
}

static void on_event(void *context, struct fl_conn *conn, enum fl_event event) {
  struct fl_server *s = context;
  struct client *c = fl_conn_state(conn);
  s->held.events++;
  happens(s, conn, event);
  if (c->conn) fl_held_changed(s, c);
  fl_queue_turns(s);
  fl_channels_turns(s);
  if (--s->held.events == 0) fl_held_bound(s);
}

static void on_closed(void *context, struct fl_conn *conn) {
  struct fl_server *s = context;
  struct client *c = fl_conn_state(conn);
  fl_queue_done(s, c);
  /* It does not come to this before what it has begun is done; and half a step is never sealed. */
  if (c->step.waits) fl_host_refuse(s->host, "a step that was cut off");
  fl_script_gone(s, c);
  fl_step_over(s, c);
  fl_channels_forget(s, c);
  if (fl_queue_has_turns(s)) fl_turns_soon(s);
  fl_no_longer_waiting(s, c);
  fl_forget_transaction(s, c, true);
  free(c->answer.names.data);
  free(c->answer.collected.data);
  free(c->receipts.given.data);
  free(c->answer.held);
  free(c->answer.kept);
  fl_channel_free(&c->channel);
  fl_held_forget(s, c);
  fl_client_goes(s, c);
  c->conn = NULL;
}

/* ---- Its life ---- */

struct fl_server *fl_server_new(const struct fl_server_options *options, struct fl_host *host, struct fl_store *store,
                                const struct fl_signer *signer, const struct fl_anchor *anchor,
                                const uint8_t last_seal[32]) {
  struct fl_server *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->o = *options;
  s->host = host;
  s->incarnation = anchor->incarnation;
  s->clock.last = options->time;
  s->unsealed.redo.pieces = options->redo_pieces;
  s->unsealed.redo.unknown = true;
  s->started_ms = fl_clock_read(CLOCK_MONOTONIC);
  struct fl_handler handler = {sizeof(struct client), on_event, on_closed, s};
  s->receipts = fl_receipts_new();
  s->loop = fl_loop_new(&options->limits, &handler);
  s->rested = -1;
  bool looks = s->loop && fl_expiry_new(s) && fl_turns_new(s);
  size_t seals = sizeof s->seals;
  bool known = EVP_PKEY_get_raw_public_key(fl_signer_key(signer), s->seals, &seals) == 1;
  if (known && s->loop && fl_sealing_new(s, store, signer, anchor, last_seal))
    s->certificates = fl_certificates_new(fl_next_epoch(s) - 1, options->certificates);
  if (!s->receipts || !s->certificates || !looks) {
    fl_server_free(s);
    return NULL;
  }
  return s;
}

struct fl_loop *fl_server_loop(struct fl_server *s) {
  return s->loop;
}

bool fl_server_refused(const struct fl_server *s) { return fl_host_why(s->host) != NULL; }

void fl_server_free(struct fl_server *s) {
  if (!s) return;
  fl_loop_free(s->loop); /* closes its connections, which are in our list */
  fl_sealing_free(s->sealing);
  fl_expiry_free(s->expiry);
  fl_turns_free(s);
  fl_receipts_free(s->receipts);
  fl_certificates_free(s->certificates);
  fl_redo_free(&s->unsealed.redo);
  fl_scripts_free(s);
  free(s);
}
