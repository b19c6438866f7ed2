/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is said between a server's process and its gate's (docs/monitor-gate.md). The server writes messages into a ring
 * of memory that both have; what the gate says, and who wakes whom, goes by two pipes. Numbers are big-endian.
 *
 * In the ring a message is its length u16 and so many bytes. The first is its kind:
 *
 *   b  where it begins; once, and first: whether there is a seal u8, the seal (200 bytes), the value of the root.
 *      2 for the u8: between the two there is the head of what has to be done again (again_trusted.h)
 *   a  a record comes:    thread u16, slot u32, its parent's slot u32, key (34 bytes), value
 *   e  one leaves:        thread u16, slot u32, its parent's slot u32
 *   r  one is removed:    the same
 *   i  a part of the tree is another thread's: the same, and that thread u16
 *   g  get:               thread u16, slot u32, 0 u32, key
 *   n  that there is none: the same, with the slot where that can be seen
 *   p  put:               the same, and the datum
 *   d  delete:            the same as of get
 *   u  a client's request (request_trusted.h) is done now: its record was got just before, and what is put and deleted
 *      next is that, and nothing else
 *   k  a receipt of the answer before: whether it was written u8, the client's nonce
 *   t  a seal: the server's time u64. With 32 bytes more, which go into the head (again_trusted.h), no checkpoint
 *
 * The gate says kind u8, length u8, and so many bytes:
 *
 *   b  it has begun:      its incarnation u64
 *   s  the seal
 *   r  there is room in the ring again, for who waits for that
 *   w  why it ends now: a text */
#ifndef FL_MESSAGES_H
#define FL_MESSAGES_H
#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>

enum { FL_MESSAGE = 1024, FL_SAID = 255, FL_CALL_HEAD = 11 }; /* at most so many bytes; those before a key */
enum { FL_RING = 1 << 20, FL_RING_SHOWN = 1 << 15 };          /* `tail' is told at least after so many bytes */

/* Positions count all bytes that ever were; each in a line of memory of its own, written by one side only. */
struct fl_ring {
  alignas(64) _Atomic uint64_t head;    /* the server's: up to where there are messages */
  alignas(64) _Atomic uint64_t tail;    /* the gate's: up to where they were taken */
  _Atomic uint32_t asleep;              /* the gate waits for a byte in its pipe */
  alignas(64) _Atomic uint32_t waiting; /* the server waits for room */
  alignas(64) uint8_t data[FL_RING];
};

/* Descriptors that the gate's process has from its beginning. */
enum { FL_GATE_RING = 3, FL_GATE_WAKE, FL_GATE_SAYS, FL_GATE_PRIVATE, FL_GATE_SIGNERS };
#endif
