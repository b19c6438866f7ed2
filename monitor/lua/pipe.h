/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Between the server and the process that runs scripts: one message after the other, on a stream socket, each with a
 * head: what it is u8, its length u32. The server believes nothing of it but what the script says. Numbers are
 * big-endian.
 *
 *   to the process                                         from it
 *   'r' run: flags u8, 40 digits of the text's SHA-1,      'c' do this command: flags u8, RESP2's array of bulk strings
 *       length of the text u32, how many keys u32,         'k' the same, but only whether its user may do it
 *       how many keys and arguments u32; the text; each    'v' the script's answer, as RESP2 or RESP3 has it
 *       of them: length u32, bytes
 *   'l' the same, but it is only compiled                 'e' the same: the text is no script
 *   'a' the command's answer, as RESP2 or RESP3 has it */
#ifndef FL_LUA_PIPE_H
#define FL_LUA_PIPE_H

enum { FL_LUA_FD = 3, FL_LUA_HEAD = 5, FL_LUA_DIGITS = 40, FL_LUA_RUN = 1 + FL_LUA_DIGITS + 12 };
/* What runs: its client speaks RESP3; it may change nothing; there are several servers. */
enum { FL_LUA_RESP3 = 1, FL_LUA_READ_ONLY = 2, FL_LUA_SHARED = 4 };
/* A command: it is to be answered as RESP3 has it; it may not change anything, as the script says of itself; its keys
 * may be in any slot. */
enum { FL_LUA_CALL_RESP3 = 1, FL_LUA_CALL_READ_ONLY = 2 };
/* Bytes of one message. */
enum { FL_LUA_MOST = 80 << 20, FL_LUA_ANSWER = 64 << 20, FL_LUA_COMMAND = (4 << 20) - 16 };
#endif
