/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The monitor's log of this run, for `fairlead monitor verify': never one over another, and on the disk before what it
 * explains is in the store, so that the next run's log continues it whatever crashes. */
#ifndef FL_RUN_LOG_H
#define FL_RUN_LOG_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_run_log;
/* In a folder, a new file named for the incarnation; otherwise a new file, or a pipe that is there. NULL: *why says
 * why. */
struct fl_run_log *fl_run_log_open(const char *place, uint64_t incarnation, const char **why);
/* As fl_host_options.log wants it. What cannot be written is remembered. */
void fl_run_log_write(void *log, const uint8_t *bytes, size_t length);
/* All that was written so far is the kernel's. False: something is not, and never will be. */
bool fl_run_log_flush(struct fl_run_log *log);
/* And on the disk. May be called by another thread. */
bool fl_run_log_sync(struct fl_run_log *log);
bool fl_run_log_close(struct fl_run_log *log); /* false: as for flush */
/* Of a run that did not begin: nobody was answered, and the next one does not go on from it. It leaves no file. */
void fl_run_log_drop(struct fl_run_log *log);
#endif
