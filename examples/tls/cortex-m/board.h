/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A Cortex-M3 board, MPS2 with the image AN385, as QEMU has it: a UART that a peer is on, a clock, and what the
 * debugger lends (semihosting): a file, a source of random bytes, a place for messages. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void board_begin(void);
bool board_receive(uint8_t *byte); /* false: none has come */
void board_send(const uint8_t *bytes, size_t length);
uint32_t board_milliseconds(void);

size_t board_file(const char *name, uint8_t *bytes,
                  size_t room); /* the length of a file; 0: there is none, or no room */
void board_keep(const char *name, const uint8_t *bytes, size_t length); /* into a file */
void board_show(const uint8_t *bytes, size_t length);
void board_say(const char *text);
void board_exit(int status) __attribute__((noreturn));

/* Bytes at most so far. */
size_t board_heap(void), board_stack(void);

#endif
