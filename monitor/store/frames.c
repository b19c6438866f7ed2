/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "frames.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>

bool fl_buffer_room(struct fl_buffer *b, size_t length) {
  if (b->room - b->length >= length) return true;
  size_t room = b->room ? b->room : 4096;
  while (room - b->length < length) room *= 2;
  uint8_t *larger = realloc(b->data, room);
  if (!larger) return false;
  b->data = larger;
  b->room = room;
  return true;
}

bool fl_buffer_add(struct fl_buffer *b, const void *data, size_t length) {
  if (!fl_buffer_room(b, length)) return false;
  if (length) memcpy(b->data + b->length, data, length);
  b->length += length;
  return true;
}

uint32_t fl_frame_u32(const uint8_t *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}
void fl_frame_put32(uint8_t *b, uint32_t n) {
  for (int i = 0; i < 4; i++) b[i] = (uint8_t)(n >> 8 * (3 - i));
}
bool fl_buffer_add32(struct fl_buffer *b, uint32_t n) {
  uint8_t bytes[4];
  fl_frame_put32(bytes, n);
  return fl_buffer_add(b, bytes, 4);
}
bool fl_frame_add_change(struct fl_buffer *b, const struct fl_store_change *c) {
  uint8_t there = c->value != NULL;
  uint32_t n = there ? c->value_length : 0;
  return fl_buffer_add32(b, c->key_length) && fl_buffer_add(b, c->key, c->key_length) && fl_buffer_add(b, &there, 1) &&
         fl_buffer_add32(b, n) && fl_buffer_add(b, c->value, n);
}
bool fl_frame_change(const uint8_t **from, const uint8_t *end, struct fl_store_change *c) {
  const uint8_t *at = *from;
  if (end - at < 4) return false;
  c->key_length = fl_frame_u32(at);
  at += 4;
  if ((size_t)(end - at) < (size_t)c->key_length + 5) return false;
  c->key = at;
  at += c->key_length;
  c->value_length = fl_frame_u32(at + 1);
  c->value = at[0] ? at + 5 : NULL;
  at += 5;
  if ((size_t)(end - at) < c->value_length) return false;
  *from = at + c->value_length;
  return true;
}
void fl_frame_head(uint8_t head[FL_FRAME_HEAD], uint8_t what, uint32_t length) {
  head[0] = what;
  fl_frame_put32(head + 1, length);
}

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
int64_t fl_frame_until(int timeout_ms) { return timeout_ms < 0 ? -1 : now_ms() + timeout_ms; }

static bool ready(int fd, short events, int64_t until) {
  struct pollfd p = {.fd = fd, .events = events};
  for (;;) {
    int64_t left = until < 0 ? -1 : until - now_ms();
    if (until >= 0 && left <= 0) return false;
    int n = poll(&p, 1, left > 1000000 ? 1000000 : (int)left);
    if (n > 0) return true;
    if (n < 0 && errno != EINTR) return false;
  }
}

bool fl_frame_send(int fd, const void *data, size_t length, int64_t until) {
  const uint8_t *at = data;
  while (length > 0) {
    ssize_t n = send(fd, at, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno != EAGAIN || !ready(fd, POLLOUT, until))) return false;
    if (n > 0) at += n, length -= (size_t)n;
  }
  return true;
}

bool fl_frame_receive(int fd, void *data, size_t length, int64_t until) {
  uint8_t *at = data;
  while (length > 0) {
    ssize_t n = recv(fd, at, length, MSG_DONTWAIT);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return false;
    if (n < 0 && errno == EAGAIN && !ready(fd, POLLIN, until)) return false;
    if (n > 0) {
      at += n;
      length -= (size_t)n;
      /* Byte after byte there is always something: the time is looked at all the same. */
      if (length > 0 && until >= 0 && now_ms() > until) return false;
    }
  }
  return true;
}

bool fl_frame_say(int fd, uint8_t what, const void *data, size_t length, int64_t until) {
  uint8_t head[FL_FRAME_HEAD];
  struct iovec parts[2] = {{head, sizeof head}, {(void *)(uintptr_t)data, length}};
  struct msghdr all = {.msg_iov = parts, .msg_iovlen = 2};
  fl_frame_head(head, what, (uint32_t)length);
  ssize_t n = sendmsg(fd, &all, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n < 0 && errno != EAGAIN && errno != EINTR) return false;
  size_t sent = n < 0 ? 0 : (size_t)n;
  if (sent < sizeof head)
    return fl_frame_send(fd, head + sent, sizeof head - sent, until) && fl_frame_send(fd, data, length, until);
  sent -= sizeof head;
  return fl_frame_send(fd, (const uint8_t *)data + sent, length - sent, until);
}

bool fl_frame_hear(int fd, uint8_t *status, void *data, size_t room, size_t *length, int64_t until) {
  uint8_t head[FL_FRAME_HEAD];
  struct iovec parts[2] = {{head, sizeof head}, {data, room}};
  struct msghdr all = {.msg_iov = parts, .msg_iovlen = 2};
  ssize_t n;
  do n = recvmsg(fd, &all, 0);
  while (n < 0 && errno == EINTR && now_ms() <= until);
  if (n <= 0) return false;
  size_t got = (size_t)n, size;
  if (got < sizeof head) {
    if (!fl_frame_receive(fd, head + got, sizeof head - got, until)) return false;
    got = sizeof head;
  }
  got -= sizeof head;
  size = fl_frame_u32(head + 1);
  if (size > room || got > size || !fl_frame_receive(fd, (uint8_t *)data + got, size - got, until)) return false;
  *status = head[0];
  *length = size;
  return true;
}
