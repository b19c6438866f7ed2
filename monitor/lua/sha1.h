/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SHA-1, for redis.sha1hex; nothing that matters rests on it. */
#ifndef FL_LUA_SHA1_H
#define FL_LUA_SHA1_H
#include <stddef.h>

void fl_sha1_hex(const char *text, size_t length, char digits[40]);
#endif
