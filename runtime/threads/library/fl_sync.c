/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "fl_sync.h"

#include <errno.h>
#include <string.h>

cps int fl_barrier_wait(fl_barrier *barrier) {
  fl_scheduler *home = fl_link(fl_cond_loop(&barrier->all));
  int result = fl_cancelled();
  if (result == 0 && ++barrier->waiting >= barrier->count) {
    barrier->waiting = 0;
    barrier->rounds++;
    fl_signal_all(&barrier->all);
    result = 1;
  } else if (result == 0) {
    unsigned round = barrier->rounds;
    result = fl_wait(&barrier->all);
    if (result < 0 && round == barrier->rounds) barrier->waiting--; /* cancelled: it does not count any more */
  }
  fl_link(home);
  return result;
}

/* Who waits in a select, once for each of its channels. */
struct fl_selecting {
  struct fl_selecting *next, **from;
  fl_cond *cond;
};

void fl_channel_init(fl_channel *channel, void *items, size_t capacity, size_t size) {
  memset(channel, 0, sizeof *channel);
  channel->items = items;
  channel->capacity = capacity;
  channel->size = size;
}

static void wake_selecting(fl_channel *channel) {
  for (struct fl_selecting *s = channel->selecting; s; s = s->next) fl_signal(s->cond);
}

static bool put(fl_channel *channel, const void *item) {
  if (channel->count == channel->capacity) return false;
  size_t place = (channel->first + channel->count) % channel->capacity;
  memcpy(channel->items + place * channel->size, item, channel->size);
  channel->count++;
  fl_signal(&channel->changed_out);
  wake_selecting(channel);
  return true;
}

static bool get(fl_channel *channel, void *item) {
  if (channel->count == 0) return false;
  memcpy(item, channel->items + channel->first * channel->size, channel->size);
  channel->first = (channel->first + 1) % channel->capacity;
  channel->count--;
  fl_signal(&channel->changed_in);
  wake_selecting(channel);
  return true;
}

/* Who was woken and then cancelled, or found the channel as it was, leaves the signal to the next. */
cps int fl_send(fl_channel *channel, const void *item) {
  fl_scheduler *home = fl_link(fl_cond_loop(&channel->changed_in));
  fl_cond_loop(&channel->changed_out);
  int result = fl_cancelled();
  while (result == 0 && !channel->closed && !put(channel, item)) result = fl_wait(&channel->changed_in);
  if (result < 0 && channel->count < channel->capacity) fl_signal(&channel->changed_in);
  if (result == 0 && channel->closed) result = -EPIPE;
  fl_link(home);
  return result;
}

cps int fl_receive(fl_channel *channel, void *item) {
  fl_scheduler *home = fl_link(fl_cond_loop(&channel->changed_in));
  fl_cond_loop(&channel->changed_out);
  int result = fl_cancelled();
  while (result == 0 && !get(channel, item)) {
    if (channel->closed) {
      fl_link(home);
      return 0;
    }
    result = fl_wait(&channel->changed_out);
  }
  if (result < 0 && channel->count > 0) fl_signal(&channel->changed_out);
  fl_link(home);
  return result < 0 ? result : 1;
}

void fl_channel_close(fl_channel *channel) {
  channel->closed = true;
  fl_signal_all(&channel->changed_in);
  fl_signal_all(&channel->changed_out);
  wake_selecting(channel);
}

static bool possible(fl_choice *choice) {
  fl_channel *channel = choice->channel;
  if (choice->send) {
    choice->result = channel->closed ? -EPIPE : 0;
    return channel->closed || put(channel, choice->send);
  }
  choice->result = get(channel, choice->receive);
  return choice->result == 1 || channel->closed;
}

cps int fl_select(fl_choice *choices, size_t count, uint32_t ms) {
  if (count == 0 || count > 64) return -EINVAL;
  fl_scheduler *home = fl_link(fl_cond_loop(&choices[0].channel->changed_in));
  struct fl_selecting waiting[64];
  fl_cond changed = FL_COND_INIT;
  uint64_t end = fl_now_ms() + ms;
  int result = fl_cancelled();
  for (size_t i = 0; i < count; i++)
    if (fl_cond_loop(&choices[i].channel->changed_in) != fl_current() ||
        fl_cond_loop(&choices[i].channel->changed_out) != fl_current())
      result = -EINVAL;
  while (result == 0) {
    size_t chosen = 0;
    while (chosen < count && !possible(&choices[chosen])) chosen++;
    if (chosen < count) {
      fl_link(home);
      return (int)chosen;
    }
    /* Who asks without waiting may be walking a list that others change. */
    if (ms == 0) {
      result = -ETIMEDOUT;
      break;
    }
    for (size_t i = 0; i < count; i++) {
      struct fl_selecting **head = &choices[i].channel->selecting, *s = &waiting[i];
      s->cond = &changed;
      s->next = *head;
      s->from = head;
      if (*head) (*head)->from = &s->next;
      *head = s;
    }
    uint64_t now = fl_now_ms();
    int slept = fl_sleep(ms == FL_FOREVER ? FL_FOREVER : now >= end ? 0 : (uint32_t)(end - now), &changed);
    for (size_t i = 0; i < count; i++) {
      *waiting[i].from = waiting[i].next;
      if (waiting[i].next) waiting[i].next->from = waiting[i].from;
    }
    if (slept == 0)
      result = -ETIMEDOUT;
    else if (slept != -EINTR)
      result = slept;
  }
  fl_link(home);
  return result;
}
