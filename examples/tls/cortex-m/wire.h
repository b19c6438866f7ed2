/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a connection on the UART works on: one input and one output, for whoever has it. */
#ifndef WIRE_H
#define WIRE_H

#include "fairlead_tls.h"

enum { WIRE_PATIENCE = 10000 /* milliseconds without a byte */ };

void wire_begin(fl_tls_io *io);
size_t wire_receive(fl_tls_io *io);  /* appends what has come to the input: so many bytes */
bool wire_full(const fl_tls_io *io); /* the input has no room for more */
void wire_send(void);                /* the output */

/* How a connection ended, and what it took, for the debugger. */
void wire_report(fl_tls_end end, uint8_t alert);

#endif
