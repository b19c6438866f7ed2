/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A disk that is watched: what this program and its libraries write to files of one folder is noted, with what they see
 * to that it stays, and it can be made to fail. Of what was noted, the files as they might be found after the power was
 * gone are made: what was not made to stay is there or not, sector by sector. */
#ifndef DISK_H
#define DISK_H
#include <stdbool.h>
#include <stdint.h>

/* Once, before processes are forked: notes are shared by all of them. */
void disk_begin(const char *folder);

/* The next event but so many ends this process, or fails with this errno, or it and all that follow do. -1: none. */
enum disk_fault { DISK_DIES, DISK_FAILS, DISK_IS_BAD };
void disk_fault(long after, enum disk_fault how, int error);
long disk_events(void);

/* From now on some reads of this process and of those it forks take their time. */
void disk_slow_reads(void);

/* Something of the test's own among the events. */
void disk_mark(char what, uint32_t number);

/* As the folder might be after so many events, into an empty one; *acknowledged and *begun are the last marks 'a' and
 * 'b' by then. */
void disk_image(long events, unsigned seed, const char *folder, uint32_t *acknowledged, uint32_t *begun);
#endif
