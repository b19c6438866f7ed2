/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is left to a process that reads what nobody vouches for. Libraries that trust their input may be taken over by
 * it; then that is all that whoever did it has: no file but those that are open, no program, no other process. */
#ifndef FL_SANDBOX_H
#define FL_SANDBOX_H
#include <stdbool.h>

/* Becomes another user, with no groups and no capabilities; "NAME" or "UID". Only root can. NULL: done; else why
 * not. */
const char *fl_sandbox_user(const char *user);

/* A file or folder is that user's from now on. */
const char *fl_sandbox_give(const char *path, const char *user);

/* From now on, and for ever: no file can be opened by name (Landlock), by this thread and those that it begins; and no
 * system call made, by any thread, but those that reading and writing what is open needs (seccomp): no connection
 * either, so that the server's own port is out of reach, and no thread. False: the kernel or the processor does not
 * have that. Both in this order, with what else is to run begun between. */
bool fl_sandbox_files(void);
bool fl_sandbox_calls(void);
#endif
