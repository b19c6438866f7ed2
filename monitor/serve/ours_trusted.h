/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Who else may come to a file of ours: keys, passwords, certificates, the anchor. */
#ifndef FL_OURS_H
#define FL_OURS_H
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

/* False: *why says why, and what to do. */
bool fl_folder_is_ours(int folder, const char **why);
bool fl_is_ours(int fd, mode_t others, const char **why);
bool fl_lies_well(int fd, const char **why);

/* So many bytes of it, or what there is; a pipe that says nothing is not waited for without end: -1. */
ssize_t fl_read_patiently(int fd, char *bytes, size_t room);

/* A text that lies in a file. */
struct fl_text {
  char *data; /* a 0 is behind it; NULL: there is none */
  size_t length;
};
/* At most `most` bytes of it, whole. `secret`: nobody else may read it; nobody else may write it, nor put another one
 * in its place. False: *why says why. */
bool fl_text_read(const char *path, bool secret, size_t most, struct fl_text *text, const char **why);
void fl_text_wipe(struct fl_text *text);
#endif
