/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Steps that let others in. A transaction, or a command, that takes long is still one step: meanwhile only those
 * commands of others are carried out that have none of its keys. Done one after the other, in either order, both would
 * come to the same. Who has one of its keys waits until it is over, and so do seals, what waits for lists, and what
 * goes by itself. */
#define _GNU_SOURCE
#include "sent.h"
#include "serving.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* At once; what else takes long lets nobody in. LONG: who has waited for so many milliseconds until others' steps are
 * over waits for no more of them. */
enum { STEPS_MOST = 64, LONG_MS = 100 };

/* What stands for a key: two that have the same are taken for one, so somebody waits in vain. */
static uint64_t print_of(struct fl_serve_view key) {
  uint64_t n = 0xcbf29ce484222325u;
  for (uint32_t i = 0; i < key.len; i++) n = (n ^ key.data[i]) * 0x100000001b3u;
  return n;
}

static int by_number(const void *a, const void *b) {
  uint64_t x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return (x > y) - (x < y);
}

/* Who looks through commands. `keys': all are kept there; NULL: they are compared with those of others' steps. */
struct look {
  const struct fl_server *s;
  struct fl_buffer *keys;
  bool whole, met, memory; /* not only of some keys; one is another's; there was none */
};

static bool is_taken(const struct fl_server *s, struct fl_serve_view key) {
  uint64_t print = print_of(key);
  for (const struct client *c = s->steps.first; c; c = c->step.newer)
    if (c->step.whole ||
        (c->step.keys.length > 0 &&
         bsearch(&print, c->step.keys.data, c->step.keys.length / sizeof print, sizeof print, by_number)))
      return true;
  return fl_queue_is_called_for(s, key);
}

/* What waits for a list has its turn before whatever comes behind what it waits for. Several changes that are one step
 * for the host, too, are one client's. */
static bool may_not_change(const struct fl_server *s) { return s->queues.first || s->steps.batch; }

/* A script may use keys that it does not name. */
static bool may_use_others(uint8_t number) {
  return number == FL_SERVE_table_EVAL || number == FL_SERVE_table_EVALSHA || number == FL_SERVE_table_EVAL_RO ||
         number == FL_SERVE_table_EVALSHA_RO;
}

/* There is one process for scripts: it can take this text when the script that runs is done. */
static bool loads_script(const struct fl_server *s, const struct fl_sent_command *c, struct fl_serve_view word) {
  return c->known.tag == FL_SERVE_SOME && c->known.u.some.number == FL_SERVE_table_SCRIPT && s->scripts.client &&
         c->number == 1 && word.len == 4 && strncasecmp((const char *)word.data, "load", 4) == 0;
}

/* False: it cannot be read, such as a line for people. */
static bool look_at(struct look *l, struct fl_sent *r, struct fl_sent_command *command) {
  struct fl_serve_view word;
  if (!fl_sent_begin(r, command)) return false;
  if (command->known.tag == FL_SERVE_SOME) {
    const struct fl_serve_table_Command *known = &command->known.u.some;
    l->whole = l->whole || known->keys == FL_SERVE_table_ALL || known->number == FL_SERVE_table_CLUSTER ||
               may_use_others(known->number);
    l->met = l->met || (!l->keys && known->classes & FL_SERVE_table_WRITE && may_not_change(l->s));
  }
  for (size_t i = 1; i < command->words; i++) {
    if (!fl_sent_word(r, command, &word)) return false;
    l->met = l->met || (!l->keys && loads_script(l->s, command, word));
    if (!fl_sent_is_key(command)) continue;
    uint64_t print = l->keys ? print_of(word) : 0;
    if (l->keys)
      l->memory = l->memory || !fl_buffer_add(l->keys, &print, sizeof print);
    else
      l->met = l->met || is_taken(l->s, word);
  }
  return true;
}

/* All that was queued. */
static void look_at_queue(struct look *l, const struct client *c) {
  struct fl_sent_command command;
  struct fl_sent r = {c->transaction.queue.data, c->transaction.queue.data};
  if (c->transaction.queue.length > 0) r.end += c->transaction.queue.length;
  while (!l->whole && !l->met && !l->memory && r.at < r.end)
    if (!look_at(l, &r, &command)) l->whole = true;
}

static struct fl_sent sent_by(struct client *c) {
  size_t n;
  const uint8_t *input = fl_channel_input(&c->channel, &n);
  return (struct fl_sent){input, input + n};
}

static bool meets(struct fl_server *s, struct client *c) {
  struct look l = {.s = s};
  struct fl_sent_command command;
  if (!s->steps.first) return false;
  struct fl_sent r = sent_by(c);
  if (!look_at(&l, &r, &command)) return true;
  if (command.known.tag == FL_SERVE_SOME && command.known.u.some.number == FL_SERVE_table_EXEC) {
    if (s->steps.drains || fl_queue_has_turns(s)) return true; /* or there would always be another one */
    look_at_queue(&l, c);
  }
  return l.whole || l.met;
}

bool fl_step_meets(struct fl_server *s, struct client *c) {
  bool met = meets(s, c);
  if (met && !c->step.met) {
    c->rested = ++s->rests; /* its place among those that wait */
    c->step.met_ms = fl_clock_read(CLOCK_MONOTONIC);
  }
  c->step.met = met;
  return met;
}

static bool somebody_has_waited(const struct fl_server *s) {
  uint64_t now = fl_clock_read(CLOCK_MONOTONIC);
  for (const struct client *c = s->all; c; c = c->listed.next)
    if ((c->step.met || c->waits_for_count) && now - c->step.met_ms > LONG_MS) return true;
  return false;
}

/* What may wait for a list has its place from when it came. */
static bool may_wait(const struct fl_sent_command *c) {
  return c->known.tag == FL_SERVE_SOME &&
         (c->known.u.some.keys == FL_SERVE_table_BUT_LAST || c->known.u.some.keys == FL_SERVE_table_COUNTED_THIRD ||
          c->known.u.some.keys == FL_SERVE_table_STREAMS) &&
         !may_use_others(c->known.u.some.number);
}

/* Which keys are its own, from now on until it is over. */
static bool begin(struct fl_server *s, struct client *c) {
  struct look l = {.s = s, .keys = &c->step.keys};
  struct fl_sent_command command;
  if (s->steps.count == STEPS_MOST || s->steps.barred > 0) return false;
  /* Who waits until there are none has its turn sooner; but a script may never end. */
  if ((s->steps.drains || fl_queue_has_turns(s) || somebody_has_waited(s)) && !fl_has_script(s, c)) return false;
  c->step.keys.length = 0;
  if (fl_has_script(s, c)) {
    l.whole = true;
  } else if (c->transaction.running) {
    look_at_queue(&l, c);
  } else {
    struct fl_sent r = sent_by(c);
    if (!look_at(&l, &r, &command) || may_wait(&command)) return false;
  }
  if (l.memory) return false;
  if (l.whole) c->step.keys.length = 0;
  c->step.whole = l.whole;
  if (c->step.keys.length > 0)
    qsort(c->step.keys.data, c->step.keys.length / sizeof(uint64_t), sizeof(uint64_t), by_number);
  c->step.under_way = true;
  c->step.older = NULL;
  c->step.newer = s->steps.first;
  if (s->steps.first) s->steps.first->step.older = c;
  s->steps.first = c;
  s->steps.count++;
  return true;
}

bool fl_step_pauses(struct fl_server *s, struct client *c, const union fl_serve_response *answer) {
  if (s->queues.served || fl_loop_stopping(s->loop) || fl_host_why(s->host)) return false;
  bool in_batch = s->in_batch && (!s->steps.batch || s->steps.batch == c); /* of its own */
  if (in_batch && s->steps.count > c->step.under_way) return false;        /* the others' may come to one, too */
  uint8_t *kept = malloc(s->out.len + s->value_length + 1);
  if (!kept) return false;
  if (!c->step.under_way && !begin(s, c)) {
    free(kept);
    return false;
  }
  if (in_batch) s->steps.batch = c;
  memcpy(kept, s->out.data, s->out.len);
  memcpy(kept + s->out.len, s->value, s->value_length);
  c->step.kept = kept;
  c->step.out_length = s->out.len;
  c->step.value_length = s->value_length;
  c->step.moment = s->moment;
  c->step.answer = *answer;
  c->step.waits = c->step.was = true;
  s->moment = 0;
  fl_rest(s, c);
  return true;
}

union fl_serve_response fl_step_goes_on(struct fl_server *s, struct client *c) {
  s->out.len = (uint32_t)c->step.out_length;
  memcpy(s->out.data, c->step.kept, c->step.out_length);
  s->value_length = c->step.value_length;
  memcpy(s->value, c->step.kept + c->step.out_length, s->value_length);
  free(c->step.kept);
  c->step.kept = NULL;
  s->moment = c->step.moment;
  c->step.waits = false;
  return c->step.answer;
}

void fl_step_over(struct fl_server *s, struct client *c) {
  free(c->step.kept);
  c->step.kept = NULL;
  c->step.waits = false;
  if (!c->step.under_way) return;
  c->step.under_way = false;
  *(c->step.older ? &c->step.older->step.newer : &s->steps.first) = c->step.newer;
  if (c->step.newer) c->step.newer->step.older = c->step.older;
  s->steps.count--;
  free(c->step.keys.data);
  c->step.keys = (struct fl_buffer){0};
  fl_turns_soon(s); /* of those that it kept waiting */
  if (s->steps.drains) fl_schedule(s);
}
