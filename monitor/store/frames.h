/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Between the server and the process that has the store: whole requests, whole answers, one after the other, on a
 * stream socket. The server believes nothing of it, and takes no more than it has room for.
 *
 *   request    operation u8, length u32, so many bytes        answer    status u8, length u32, so many bytes
 *   'g'        key                                            FOUND and the value, ABSENT, FAILED
 *   'p'        32 bytes of a leaf's key, key                  FOUND and records: key length u8, key, value length u16,
 *                                                             value: on the way from the key to the leaf. FAILED
 *   'q'        the same: nothing was committed since who is   the same
 *              asked was asked last, so it need not look
 *              whether there is more
 *   'm'        0 or 1 u8, and for several ways 32 bytes of     FOUND and records, of all ways
 *              a leaf's key, key length u8, key. 0: nothing
 *              was committed, as with 'q'
 *   'c'        changes: key length u32, key, 1 or 0 u8,       FOUND (all of them, for good), FAILED, or ABSENT:
 *                                                             the store is another server's now
 *              value length u32, value (0: nothing is there)
 *
 * Numbers are big-endian; FAILED may come with a text that says why. */
#ifndef FL_FRAMES_H
#define FL_FRAMES_H
#include "fl_store.h"

enum { FL_FRAME_FOUND = 0, FL_FRAME_ABSENT = 1, FL_FRAME_FAILED = 2, FL_FRAME_HEAD = 5, FL_FRAME_PATH = 8000 };
/* Of 'm': so many ways at most, and bytes of an answer. */
enum { FL_FRAME_WAYS = 64, FL_FRAME_PATHS = 131072 };

/* A buffer that grows. */
struct fl_buffer {
  uint8_t *data;
  size_t length, room;
};
bool fl_buffer_room(struct fl_buffer *b, size_t length); /* for so many more; false: no memory */
bool fl_buffer_add(struct fl_buffer *b, const void *data, size_t length);
bool fl_buffer_add32(struct fl_buffer *b, uint32_t n);

uint32_t fl_frame_u32(const uint8_t *b);
void fl_frame_put32(uint8_t *to, uint32_t n);
void fl_frame_head(uint8_t head[FL_FRAME_HEAD], uint8_t what, uint32_t length);

/* A change, as above. */
bool fl_frame_add_change(struct fl_buffer *b, const struct fl_store_change *change);
/* The one that begins at *at, which moves behind it. False: there is none. Of what is in it nothing is known. */
bool fl_frame_change(const uint8_t **at, const uint8_t *end, struct fl_store_change *change);

/* All of it, or false: the other side is gone, or it was not done at that time, which fl_frame_until says (-1: there is
 * none). However slowly bytes come, nobody waits for longer. */
int64_t fl_frame_until(int timeout_ms);
bool fl_frame_send(int fd, const void *data, size_t length, int64_t until);
bool fl_frame_receive(int fd, void *data, size_t length, int64_t until);
/* A head and what follows it, in one call if that can be. */
bool fl_frame_say(int fd, uint8_t what, const void *data, size_t length, int64_t until);
/* An answer, of at most `room` bytes; the socket's own time-out (SO_RCVTIMEO) is how long the first of them may take.
 * False, too, if there is more than the answer: nobody asked for that. */
bool fl_frame_hear(int fd, uint8_t *status, void *data, size_t room, size_t *length, int64_t until);
#endif
