/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What those who serve, import and export begin with, and say of mistakes. */
#ifndef FL_COMPLAINT_H
#define FL_COMPLAINT_H

/* Exit statuses, besides 0. */
/* SUPERSEDED: another server leads. */
enum { FL_DIAGNOSED = 1, FL_USAGE = 2, FL_REFUSED = 3, FL_SUPERSEDED = 4 };

/* First of all. Keys and sums are not for others of our user, nor for a core file. And what is printed goes nowhere,
 * which is an error, where a standard descriptor is closed: no file and no socket gets its number. */
void fl_begin(void);

/* Says what is wrong, after the program's name; gives back the status. */
__attribute__((format(printf, 2, 3))) int fl_complain(int status, const char *form, ...);
extern const char *fl_program_name;
/* A second line: what to do. */
__attribute__((format(printf, 1, 2))) void fl_help(const char *form, ...);
#endif
