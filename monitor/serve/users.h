/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Users, as Redis' ACL files have them: passwords, and what each may ask for, by command, by class of commands, and by
 * what its keys begin with. Passwords are kept as their SHA-256, as there. */
#ifndef FL_USERS_H
#define FL_USERS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_user;
struct fl_users;

/* One user, `default', who may do all and needs no password. NULL: no memory. */
struct fl_users *fl_users_new(void);
void fl_users_free(struct fl_users *users); /* wiped */

struct fl_users_wrong {
  size_t line, column; /* from 1 */
  char why[160];       /* no password is in it */
};
/* Lines `user NAME RULE...' and notes (#). From then on there are these users only; `default' is off if it is none of
 * them. False: *wrong says what and where. */
bool fl_users_read(struct fl_users *users, const char *text, size_t length, struct fl_users_wrong *wrong);
/* `default' needs this password from now on, and may do all. False: no memory, or the lines had one. */
bool fl_users_password(struct fl_users *users, const char *password, size_t length);

/* Who somebody is that has said nothing; NULL: nobody. */
const struct fl_user *fl_users_anybody(const struct fl_users *users);
/* NULL: there is no such user, or it has another password. It takes as long whichever it is, and wherever the password
 * differs. */
const struct fl_user *fl_users_prove(const struct fl_users *users, const void *name, size_t name_length,
                                     const void *password, size_t length);

/* Who, among these, is what that user of others is, to the last rule and password; NULL: nobody. */
const struct fl_user *fl_users_same(const struct fl_users *users, const struct fl_user *user);

const char *fl_user_name(const struct fl_user *user);
bool fl_user_may_all(const struct fl_user *user); /* whatever there is */
/* `classes`: as clean/table.fl has them. */
bool fl_user_may(const struct fl_user *user, unsigned command, unsigned classes);
bool fl_user_may_use(const struct fl_user *user, const void *key, size_t length);
bool fl_user_may_use_all(const struct fl_user *user);
#endif
