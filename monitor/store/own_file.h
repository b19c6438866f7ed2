/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Opens a file in a folder that somebody else may write to. What is opened is a regular file of its own in that folder,
 * or nothing is: no symbolic link is followed, a second name of somebody's file (a hard link) or something that was
 * mounted there is refused, and a pipe, a device or a socket is not even opened. The checks are of the inode that is
 * opened in the end, so nobody can exchange it between check and use. */
#ifndef FL_OWN_FILE_H
#define FL_OWN_FILE_H
#include <stdbool.h>
#include <sys/types.h>

enum { FL_OWN_PATH = 32 }; /* has room for fl_own_path */

/* `folder`: the descriptor of a folder; `name`: of a file in it. `flags`: O_RDONLY, O_WRONLY or O_RDWR, and O_CREAT if
 * it may be made, with `mode`; the descriptor is O_CLOEXEC and O_NONBLOCK. -1: *why says why, and errno; EINVAL: what
 * is there is not a file of its own. */
int fl_own_file(int folder, const char *name, int flags, mode_t mode, const char **why);

/* The folder that this path is in, as a descriptor; *name: what comes behind it. The path may have links up to there.
 * -1: errno. */
int fl_own_folder(const char *path, const char **name);

/* A name by which this process opens what the descriptor is, whatever lies under its old name by now. */
void fl_own_path(char path[FL_OWN_PATH], int fd);

/* "NAME: WHY", until it is called again. */
const char *fl_own_said(const char *name, const char *why);
#endif
