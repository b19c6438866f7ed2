/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"

#include <errno.h>
#include <mbedtls/entropy.h>
#include <mbedtls/entropy_poll.h>
#include <string.h>
#include <sys/time.h>

/* ---- The addresses: board.ld, and ARM's DAI 0385D, "Arm MPS2 FPGA Prototyping Board, AN385" ---- */

extern uint8_t board_data_from[], board_data[], board_data_end[], board_bss_end[], board_heap_from[], board_top[];

struct uart {
  volatile uint32_t data, state, control, interrupt, divisor;
};
struct systick {
  volatile uint32_t control, reload, current;
};
#define UART ((struct uart *)0x40004000)
#define SYSTICK ((struct systick *)0xe000e010)

enum { HERTZ = 25000000, SENDING_FULL = 1, RECEIVED = 2 };

/* ---- It begins ---- */

int main(void);
static volatile uint32_t milliseconds;

static void reset(void) {
  memcpy(board_data, board_data_from, (size_t)(board_data_end - board_data));
  memset(board_data_end, 0, (size_t)(board_bss_end - board_data_end));
  board_exit(main());
}
static void tick(void) { milliseconds++; }
static void fault(void) {
  board_say("a fault\n");
  board_exit(3);
}

__attribute__((section(".vectors"), used)) const void *const board_vectors[16] = {board_top,
                                                                                  (void *)reset,
                                                                                  (void *)fault,
                                                                                  (void *)fault,
                                                                                  (void *)fault,
                                                                                  (void *)fault,
                                                                                  (void *)fault,
                                                                                  0,
                                                                                  0,
                                                                                  0,
                                                                                  0,
                                                                                  (void *)fault,
                                                                                  (void *)fault,
                                                                                  0,
                                                                                  (void *)fault,
                                                                                  (void *)tick};

/* What is between heap and stack is painted, to see how deep the stack comes. */
enum { PAINT = 0x5a };
static uint8_t *heap_end = board_heap_from, *heap_most = board_heap_from;

void board_begin(void) {
  uint8_t *stack;
  __asm__ volatile("mov %0, sp" : "=r"(stack));
  memset(board_heap_from, PAINT, (size_t)(stack - board_heap_from) - 256); /* memset has a frame, too */
  UART->divisor = 16;
  UART->control = 3;
  SYSTICK->reload = HERTZ / 1000 - 1;
  SYSTICK->current = 0;
  SYSTICK->control = 7;
}

uint32_t board_milliseconds(void) { return milliseconds; }

bool board_receive(uint8_t *byte) {
  if (!(UART->state & RECEIVED)) return false;
  *byte = (uint8_t)UART->data;
  return true;
}

void board_send(const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    while (UART->state & SENDING_FULL) continue;
    UART->data = bytes[i];
  }
}

/* ---- Memory ---- */

enum { STACK = 20 * 1024 };

/* newlib's malloc asks for it. */
void *_sbrk(ptrdiff_t more);
void *_sbrk(ptrdiff_t more) {
  uint8_t *from = heap_end;
  if (more > (ptrdiff_t)((uintptr_t)board_top - (uintptr_t)heap_end) - STACK) {
    errno = ENOMEM;
    return (void *)-1;
  }
  heap_end += more;
  if (heap_end > heap_most) heap_most = heap_end;
  return from;
}

size_t board_heap(void) { return (size_t)(heap_most - board_heap_from); }

size_t board_stack(void) {
  const uint8_t *p = heap_most;
  while (p < board_top && *p == PAINT) p++;
  return (size_t)(board_top - p);
}

/* ---- Semihosting (Arm's 100863): BKPT 0xab, with an operation in r0 and its block in r1 ---- */

static int32_t host(uint32_t operation, const void *block) {
  register uint32_t r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = block;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory", "cc");
  return (int32_t)r0;
}
enum { OPEN = 1, CLOSE = 2, WRITE0 = 4, WRITE = 5, READ = 6, TIME = 0x11, EXIT_EXTENDED = 0x20 };
enum { READ_BINARY = 1, WRITE_BINARY = 5 };

void board_say(const char *text) { host(WRITE0, text); }

size_t board_file(const char *name, uint8_t *bytes, size_t room) {
  uint32_t opened[] = {(uint32_t)(uintptr_t)name, READ_BINARY, strlen(name)};
  int32_t handle = host(OPEN, opened);
  if (handle < 0) return 0;
  uint32_t read[] = {(uint32_t)handle, (uint32_t)(uintptr_t)bytes, room}, closed[] = {(uint32_t)handle};
  int32_t missing = host(READ, read);
  host(CLOSE, closed);
  return missing < 0 ? 0 : room - (size_t)missing;
}

void board_keep(const char *name, const uint8_t *bytes, size_t length) {
  uint32_t opened[] = {(uint32_t)(uintptr_t)name, WRITE_BINARY, strlen(name)};
  int32_t handle = host(OPEN, opened);
  if (handle < 0) return;
  uint32_t written[] = {(uint32_t)handle, (uint32_t)(uintptr_t)bytes, length}, closed[] = {(uint32_t)handle};
  if (length > 0) host(WRITE, written);
  host(CLOSE, closed);
}

void board_show(const uint8_t *bytes, size_t length) {
  char some[129];
  for (size_t n; length > 0; bytes += n, length -= n) {
    for (n = 0; n < length && n < sizeof some - 1; n++) some[n] = bytes[n] == 0 ? '?' : (char)bytes[n];
    some[n] = 0;
    board_say(some);
  }
}

/* newlib's time asks for it. A real board has a clock that was set, or certificates never expire on it. */
int _gettimeofday(struct timeval *now, void *zone);
int _gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  *now = (struct timeval){.tv_sec = (uint32_t)host(TIME, NULL)};
  return 0;
}

void board_exit(int status) {
  uint32_t block[] = {0x20026, (uint32_t)status};
  host(EXIT_EXTENDED, block);
  for (;;) continue;
}

/* mbedTLS's entropy. This board has no source of its own: a real one has, and reads it here. */
int mbedtls_hardware_poll(void *nothing, unsigned char *bytes, size_t length, size_t *made) {
  (void)nothing;
  *made = board_file("/dev/urandom", bytes, length);
  return *made == length ? 0 : MBEDTLS_ERR_ENTROPY_SOURCE_FAILED;
}
