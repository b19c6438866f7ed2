/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What is behind struct fl_server, for its rooms: sealing.c, commands.c, reports.c, server.c. All of it belongs to the
 * loop's thread. */
#ifndef FL_SERVING_H
#define FL_SERVING_H
#include "certificates.h"
#include "channel.h"
#include "clock.h"
#include "doubt.h"
#include "edits.h"
#include "frames.h"
#include "receipts_trusted.h"
#include "redo_trusted.h"
#include "scores.h"
#include "scripts.h"
#include "serve.h"
#include "server.h"
#include "signed.h"
#include "signers.h"

/* VALUES: two of them are lent at once. */
enum { VALUE = 1 << 20, VALUES = 2 * VALUE, KEY_MOST = 65535, TEXT = 8192, LINE = 1024 };

enum { CLIENT_RESTS_NOT, CLIENT_RESTS, CLIENT_GOES_ON };

/* Lists of who waits for a key (queues.c). */
enum { FL_WAITED_FOR = 4096 };
/* Lists of who listens to a channel (channels.c). */
enum { FL_CHANNELS = 4096 };

/* A client. The connection and its machine are server.c's; each part names its own owner, and others only look. */
struct client {
  struct fl_serve_session machine;
  struct fl_conn *conn;
  struct fl_channel channel; /* over it */
  bool begun;                /* the machine has */
  bool waits_to_change;      /* that is what the machine waits for */
  uint8_t rests;             /* enum: it is others' turn (turns.c) */
  uint64_t rested;           /* since so many had */
  bool waits_for_count;      /* likewise: of all records (expire.c) */
  bool foreseen;             /* foresee.c: what has come of it was looked through with another one's */
  /* Who it is: proving.c. */
  struct {
    const struct fl_user *user; /* NULL: it has not said who it is */
    unsigned wrong;             /* passwords that it said, and are none */
    bool dismissed;             /* it may do nothing more, and its connection ends */
    uint64_t unproved_ms;       /* since when, by the loop's clock */
  } standing;
  /* Among all: clients.c. */
  struct {
    uint64_t id, since_ms, heard_ms; /* when it came; when it had its turn last */
    char name[256];                  /* as CLIENT SETNAME says */
    struct client *next, *previous;
  } listed;
  /* Among those that wait for a seal: sealing.c. */
  struct {
    uint64_t epoch; /* 0: for none */
    bool stalled;   /* to make a change, and only until that seal is in the store */
    struct client *older, *newer;
  } wait;
  /* What is sent to it: server.c puts it together, and frees it. */
  struct {
    bool rests;          /* on records: it is sent only while we lead (status.c) */
    uint64_t hold_epoch; /* the epoch whose seal has to be kept before it may be sent (status.c, reports.c) */
    bool dropped;        /* there will be no such seal (sealing.c) */
    bool hushed;         /* nothing is sent */
    uint8_t *held;       /* what is sent then */
    size_t held_length;
    uint8_t *kept; /* the value, over a wait */
    size_t kept_length;
    struct fl_buffer names;     /* of a walk, or another long text (walks.c, clients.c, reports.c) */
    bool give_names;            /* with what is sent next */
    struct fl_buffer collected; /* answers so far, of a transaction or since `gather' (transactions.c) */
    bool lost, told;            /* no room for them: the connection ends when that is done; it was told */
    bool gathering;             /* what is sent is only collected */
    size_t gathered_from;       /* so much had been collected before */
  } answer;
  /* Of its last command: commands.c gives them, status.c forgets them, reports.c says whether and shows them. */
  struct {
    bool on, next_command;  /* the next command's are others */
    struct fl_buffer given; /* struct fl_receipt */
    uint8_t nonce[FL_NONCE], nonce_length;
  } receipts;
  /* Since WATCH and MULTI: transactions.c; server.c reads commands from the queue. */
  struct {
    struct fl_buffer queue; /* commands */
    size_t queue_at;        /* so many bytes of them are carried out */
    uint32_t queued;        /* so many there are */
    bool running;
    struct fl_buffer watched; /* keys */
    bool changed;             /* one of them was */
    struct client *watch_older, *watch_newer;
  } transaction;
  /* Since it waits for a list, a sorted set or a stream: queues.c. */
  struct {
    struct fl_buffer keys; /* queues.c's, of each key */
    uint8_t type;          /* that has to be there */
    uint64_t until;        /* by the loop's clock; UINT64_MAX: without end */
    uint64_t place;        /* among all that ever waited; 0: it has none yet */
    bool waits, called;    /* it is in the queue; there may be something for it */
    uint8_t ended;         /* by another client: how (FL_SERVE_queues_); 0: it was not */
    uint8_t by[32];        /* under which key */
    uint64_t turn;         /* that one's, among the keys that came */
    struct client *older, *newer;
  } queue;
  /* Of a step that lets others in before it is done: steps.c. */
  struct {
    bool under_way, waits;          /* others were let in; and have their turns now */
    bool was;                       /* since its client's last turn */
    bool met;                       /* its command waits until another's is over */
    uint64_t met_ms;                /* since then, or since it waits for the count */
    struct fl_buffer keys;          /* what stands for each of its keys, u64, in order */
    bool whole;                     /* its keys are all that there are, for all that is known */
    union fl_serve_response answer; /* with which it goes on */
    uint8_t *kept;                  /* what is lent to it: out, and the value */
    size_t out_length, value_length;
    uint64_t moment;
    struct client *older, *newer;
  } step;
  /* What it makes us hold: held.c. */
  struct {
    size_t bytes;
    bool let_go, stays; /* it held too much; CLIENT NO-EVICT ON */
  } held;
  /* Of messages: channels.c. */
  struct {
    struct listening *own;    /* to what it listens */
    uint32_t count;           /* to so many */
    struct fl_buffer unheard; /* what it was told, and has not been sent */
    bool resp3, lost;         /* it was told more than it took */
    bool listens, sending;    /* it waits for something to be told, or to say; that is being sent */
    bool called;              /* among those whose turn it is */
    struct client *before, *after;
  } channels;
};

/* The server. Parts that name no other owner are server.c's. Counts are for INFO (reports.c): whoever counts writes. */
struct fl_server {
  struct fl_server_options o;
  struct fl_host *host;
  struct fl_loop *loop;
  struct fl_receipts *receipts;         /* commands.c adds; sealing.c closes each epoch */
  struct fl_certificates *certificates; /* sealing.c keeps; reports.c finds */
  struct fl_sealing *sealing;           /* sealing.c, seals.c */
  struct fl_expiry *expiry;             /* expire.c */
  uint64_t incarnation, answers, commands, clients, connections, started_ms;
  uint64_t expired; /* records that went by themselves */
  uint64_t wrong_passwords, handshakes_failed, denied, reloads;
  uint64_t unled;          /* answers that were not sent, as the lease was over */
  char handshake_why[100]; /* of the last one that failed */
  struct client *all;      /* clients.c */
  uint64_t rests;          /* so many were given (turns.c) */
  int rested;              /* a descriptor: somebody rests (turns.c) */
  struct client *watching; /* those with watched keys: transactions.c */
  /* Those that wait for a list, the first that came first: queues.c. */
  struct {
    struct client *first, *last;
    /* Those of one key, and of others with the same beginning of a digest. */
    struct fl_waited_for {
      struct waited *first, *last;
    } waited_for[FL_WAITED_FOR];
    uint64_t places, turns;   /* so many were given */
    uint64_t waiting, called; /* so many of them are called */
    uint64_t readers;         /* and wait for a stream */
    struct client *served;    /* it was called, and has its turn, for that one command */
  } queues;
  /* Steps that have let others in: steps.c. */
  struct {
    struct client *first;
    uint32_t count, barred; /* barred: none may */
    struct client *batch;   /* that is in the midst of several changes (commands.c): nothing else is changed */
    uint32_t promised;      /* receipts that there is room for, for these changes */
    bool drains;            /* somebody waits until there are none: none begins */
  } steps;
  /* Messages: channels.c. */
  struct {
    struct listening *listening[FL_CHANNELS], *patterns;
    size_t pattern_bytes;        /* of all patterns */
    struct client *first, *last; /* who was told something */
    bool turns;                  /* they have them */
    uint64_t clients, let_go;    /* so many listen; were told more than they took */
  } channels;
  /* What all clients make us hold: held.c. */
  struct {
    uint64_t bytes, let_go; /* so many were, for it */
    uint32_t events;        /* that are being handled, one within the other */
  } held;
  struct fl_clock clock;
  uint64_t moment;   /* in which a command is carried out, a transaction too; 0: it has not looked yet */
  uint8_t seals[32]; /* the public key that seals are signed with */
  bool signing;      /* what is changed is in a request that a client has signed (signed.c) */
  bool in_batch;     /* several changes are one step: room was made for all of them (commands.c) */
  /* What no checkpoint has: unsealed.c notes it, sealing.c takes it. Times are milliseconds by our clock; 0: none. */
  struct {
    uint64_t since, committing_since; /* the oldest change that is in no seal; that is in the one being committed */
    struct fl_redo redo;              /* since the last checkpoint */
    uint64_t gate_noted;              /* of what the gate's process was told, what is in it */
  } unsealed;
  /* What was logged: status.c. */
  struct {
    bool refusal;
    uint64_t doubts, doubted_ms; /* of records: how many there were when one was logged last, and when; which one */
    char doubt[FL_DOUBT_TEXT];
    uint64_t let_go_ms; /* when it was said last that somebody was (held.c) */
  } logged;
  /* Lent to whichever machine runs. */
  struct fl_serve_bytes16384 out;
  uint8_t value[VALUES + TEXT], joined[sizeof((struct fl_serve_bytes16384 *)0)->data + VALUES + TEXT];
  size_t value_length;
  /* The walk that is under way: walks.c. It ends before anybody else's turn. */
  struct {
    uint8_t at[32];
    bool over;
    struct fl_host_record record;
  } walk;
  /* How many records there are: expire.c and walks.c. */
  struct {
    bool counted;               /* there were `count' records */
    int64_t count;              /* less fl_host_balance */
    enum fl_host_status failed; /* somebody waited for the count, and this came */
  } tally;
  struct fl_scripts scripts; /* scripts.c */
  /* Inputs of which nothing is foreseen: foresee.c. How many, and how many are left. */
  struct {
    uint8_t seldom, unseen;
  } foresight;
};

/* One step has one time: what is there at its beginning does not end before it does. */
static inline uint64_t fl_now_ms(struct fl_server *s) {
  return s->moment ? s->moment : (s->moment = fl_clock_now(&s->clock));
}

/* ---- How far seals are (seals.c) ---- */
struct fl_sealing_figures {
  uint64_t sealed, anchored; /* the last epoch whose seal is in the store; that the anchor knows */
  uint64_t stalled, commit_failures, anchor_failures;
};
struct fl_sealing_figures fl_sealing_figures(const struct fl_server *s);
bool fl_is_committing(const struct fl_server *s);
bool fl_store_is_failing(const struct fl_server *s);
uint64_t fl_next_epoch(const struct fl_server *s);      /* that what is done now belongs to */
const uint8_t *fl_last_seal(const struct fl_server *s); /* FL_SEAL bytes: of the last one in the store */
void fl_want_seal(struct fl_server *s);                 /* of the store as it is, soon */
uint64_t fl_want_anchor(struct fl_server *s);           /* and that the anchor knows it: which epoch's */
/* Up to this epoch all is where it has to be before an answer that rests on it may be sent. */
uint64_t fl_safe_epoch(const struct fl_server *s);

/* ---- Changes in no seal yet (unsealed.c) ---- */
/* Each seal is a checkpoint: there is a log of the run, which is audited against the tree. */
bool fl_without_redo(const struct fl_server *s);
bool fl_unsealed(const struct fl_server *s); /* something was changed since the last seal was begun */
/* What a change came to. */
void fl_note_change(struct fl_server *s, uint8_t status, const struct fl_redo_change *change);
/* So many puts and deletions were noted since the last call. */
void fl_note_for_gate(struct fl_server *s, uint64_t changes);
/* How old the oldest change is that is not in the store, in milliseconds; 0: there is none. */
uint64_t fl_unsealed_ms(struct fl_server *s);
/* It takes no more before the next checkpoint. */
bool fl_redo_is_full(const struct fl_server *s);
/* Whether something that no client waits for may be changed now. */
bool fl_may_change(struct fl_server *s);
/* Whether a command may change something now: FL_SERVE_records_OK, _BUSY, _UNSTORED. */
uint8_t fl_admit(struct fl_server *s, const struct client *c);

/* ---- What an answer of the host means (status.c) ---- */
void fl_log_refusal(struct fl_server *s);
void fl_log_doubt(struct fl_server *s);
/* What is answered next rests on what was done last. */
void fl_hold_until_sealed(struct fl_server *s, struct client *c);
/* The machine's number for a status. */
uint8_t fl_status(enum fl_host_status status);
/* The same of an answer, and what follows from it. */
uint8_t fl_status_of(struct fl_server *s, struct client *c, enum fl_host_status status);
void fl_forget_receipts(struct client *c); /* of the command before, when the next one has come */
bool fl_is_of_value(uint8_t status);       /* an error that follows from what is there */
void fl_forget_value(struct fl_server *s, struct client *c);

/* ---- Seals (sealing.c) ---- */
/* Sees to it that a seal is made and an anchor written when it is time. */
void fl_schedule(struct fl_server *s);
void fl_wait_for_seal(struct fl_server *s, struct client *c, uint64_t epoch);
void fl_wait_for_store(struct fl_server *s, struct client *c);
void fl_no_longer_waiting(struct fl_server *s, struct client *c);
/* For s->loop, of which it watches descriptors. False: no memory, or no descriptors; it is to be freed in any case. */
bool fl_sealing_new(struct fl_server *s, struct fl_store *store, const struct fl_signer *signer,
                    const struct fl_anchor *anchor, const uint8_t last_seal[32]);
void fl_sealing_free(struct fl_sealing *sealing);

/* ---- Commands (commands.c) ---- */
struct fl_serve_records_Found fl_find(struct fl_server *s, struct client *c, struct fl_serve_view key);
struct fl_serve_records_Found fl_find_any(struct fl_server *s, struct client *c, struct fl_serve_view key);
struct fl_serve_records_Found fl_is_there(struct fl_server *s, struct client *c, struct fl_serve_view key);
struct fl_serve_records_Found fl_find_behind(struct fl_server *s, struct client *c, struct fl_serve_view key);
uint8_t fl_put(struct fl_server *s, struct client *c, struct fl_serve_view key, struct fl_serve_view data,
               uint64_t time, uint8_t type);
struct fl_edited fl_edited_value(struct fl_server *s, struct client *c);
struct fl_serve_records_Found fl_delete(struct fl_server *s, struct client *c, struct fl_serve_view key);
struct fl_serve_records_Found fl_touch(struct fl_server *s, struct client *c, struct fl_serve_view key, uint64_t time);
struct fl_serve_records_Sum fl_splice(struct fl_server *s, struct client *c, struct fl_serve_view key, size_t at,
                                      struct fl_serve_view data);
struct fl_serve_records_Sum fl_increase(struct fl_server *s, struct client *c, struct fl_serve_view key, uint64_t by);
/* Several changes are one step: there is room for so many; each key is prepared; and after them, `batch_end'. */
uint8_t fl_batch_begin(struct fl_server *s, struct client *c, uint32_t count);
uint8_t fl_prepare(struct fl_server *s, struct fl_serve_view key);
void fl_batch_end(struct fl_server *s);

/* ---- What will be asked for (foresee.c) ---- */
void fl_foresee(struct fl_server *s, struct client *c);

/* ---- What goes by itself (expire.c) ---- */
bool fl_expiry_new(struct fl_server *s);
void fl_expiry_free(struct fl_expiry *expiry);
/* A record has this time from now on; 0: none. */
void fl_will_expire(struct fl_server *s, uint64_t time);
/* turns.c: how long a client's commands are carried out while others wait. */
bool fl_turns_new(struct fl_server *s);
void fl_turns_free(struct fl_server *s);
uint64_t fl_turn_ends(void);
bool fl_turn_is_over(uint64_t ends);
/* Who has something to do beside its own events has its turn: who rests, and who waits for a list. */
void fl_turns_soon(struct fl_server *s);
/* It is woken when the others that are ready had theirs. */
void fl_rest(struct fl_server *s, struct client *c);

/* ---- Steps that let others in (steps.c) ---- */
/* To be asked between two of its records. True: others have their turns, and it goes on, with this answer, when it is
 * woken, by whatever event. */
bool fl_step_pauses(struct fl_server *s, struct client *c, const union fl_serve_response *answer);
union fl_serve_response fl_step_goes_on(struct fl_server *s, struct client *c);
void fl_step_over(struct fl_server *s, struct client *c);
/* Whether its next command has to wait until another's step is over. */
bool fl_step_meets(struct fl_server *s, struct client *c);

/* All records are counted, while others are served; then it is woken. */
void fl_wait_for_count(struct fl_server *s, struct client *c);

/* ---- All records (walks.c) ---- */
/* By a walk, or, if they were counted, by what has come and gone since. */
struct fl_serve_walks_Count fl_tally(struct fl_server *s, struct client *c);
struct fl_serve_walks_Step fl_walk(struct fl_server *s, struct client *c, bool anew, uint64_t mark);
/* What is lent as `value` is one of the names of the answer. */
uint8_t fl_keep_name(struct fl_server *s, struct client *c);
uint8_t fl_flush(struct fl_server *s, struct client *c);

/* ---- Scripts (scripts.c), as clean/scripts.fl has them ---- */
uint8_t fl_script_find(struct fl_server *s, struct client *c, struct fl_serve_view word, bool is_text);
bool fl_script_is_known(struct fl_server *s, struct fl_serve_view digits);
bool fl_script_word(struct fl_server *s, struct fl_serve_view word);
uint8_t fl_script_begin(struct fl_server *s, struct client *c, uint8_t flags, uint32_t keys, uint32_t words);
/* What `out' is, and was collected, is told to the process; then, to be asked until it is true, what that says next. */
void fl_script_answer(struct fl_server *s, struct client *c);
bool fl_script_next(struct fl_server *s, struct client *c, int wait_ms, struct fl_serve_scripts_Next *next);
uint8_t fl_script_over(struct fl_server *s, struct client *c, bool answered);
bool fl_script_is_busy(const struct fl_server *s, const struct client *c);
uint8_t fl_script_kill(struct fl_server *s);
void fl_scripts_forget(struct fl_server *s);
void fl_script_gone(struct fl_server *s, struct client *c);
void fl_scripts_free(struct fl_server *s);
size_t fl_script_holds(const struct fl_server *s, const struct client *c); /* of its own, while it runs */
static inline bool fl_has_script(const struct fl_server *s, const struct client *c) { return s->scripts.client == c; }

/* ---- Transactions (transactions.c) ---- */
uint8_t fl_queue(struct client *c, struct fl_serve_view command, bool line);
uint8_t fl_watch(struct fl_server *s, struct client *c, struct fl_serve_view key);
/* To be called for every key that may have another value now. */
void fl_key_changed(struct fl_server *s, struct fl_serve_view key);
void fl_all_gone(struct fl_server *s);
void fl_forget_transaction(struct fl_server *s, struct client *c, bool queued);
/* False: something that is watched has changed. */
bool fl_transaction_begin(struct fl_server *s, struct client *c);
/* A part of the answer, which goes out when all of it is there. False: no memory, or too much. */
bool fl_collect(struct client *c, const uint8_t *data, size_t length);

/* ---- Who waits for a list (queues.c), as clean/queues.fl has it ---- */
uint8_t fl_queue_patience(struct client *c, struct fl_serve_view seconds);
uint8_t fl_queue_listen(struct client *c, struct fl_serve_view key, bool first, uint8_t type);
void fl_queue_wait(struct fl_server *s, struct client *c);
/* An event for a client that waits. False: it waits on. */
bool fl_queue_hears(struct fl_server *s, struct client *c, enum fl_event event, struct fl_serve_queues_Turn *turn);
/* It has waited for a list, and has gone meanwhile: nothing is to be taken for it. */
bool fl_queue_is_gone(const struct client *c);
/* Its command is done, or it goes. */
void fl_queue_done(struct fl_server *s, struct client *c);
/* To be called for every key that has another value now, of this type; a string: or none. */
void fl_queue_changed(struct fl_server *s, struct fl_serve_view key, uint8_t type);
/* Its waiting is over, and its turn is as if something had come. False: it waits for nothing. */
bool fl_queue_end(struct fl_server *s, struct fl_serve_view id, uint8_t how);
bool fl_queue_has_turns(const struct fl_server *s);
bool fl_queue_is_called_for(const struct fl_server *s, struct fl_serve_view key);
/* Of those that are called, between two commands. */
void fl_queue_turns(struct fl_server *s);
/* There is nothing any more. */
void fl_queue_all_gone(struct fl_server *s);

/* ---- Messages (channels.c), as clean/channels.fl has them ---- */
struct fl_serve_channels_Listening fl_channel_join(struct fl_server *s, struct client *c, struct fl_serve_view name,
                                                   bool pattern);
uint32_t fl_channel_leave(struct fl_server *s, struct client *c, struct fl_serve_view name, bool pattern);
bool fl_channel_any(struct fl_server *s, struct client *c, bool pattern);
uint32_t fl_channel_tell(struct fl_server *s, struct fl_serve_view channel, struct fl_serve_view message);
uint32_t fl_channel_audience(struct fl_server *s, struct fl_serve_view channel);
uint32_t fl_channel_patterns(const struct fl_server *s);
uint32_t fl_channel_patterns_of(const struct client *c);
uint8_t fl_channel_list(struct fl_server *s, struct client *c, bool all, struct fl_serve_view pattern);
/* It listens to nothing any more. */
void fl_channels_leave(struct fl_server *s, struct client *c);
/* More input is waited for; before that goes out what it was told. It may be closed then. */
void fl_channel_await(struct fl_server *s, struct client *c);
/* An event. False: it waits on, is sent something, or is closed. `more`: what it has said is here. */
bool fl_channel_hears(struct fl_server *s, struct client *c, enum fl_event event, bool *more);
/* Of those that were told something, between two commands. */
void fl_channels_turns(struct fl_server *s);
void fl_channels_forget(struct fl_server *s, struct client *c); /* it goes */

/* ---- Clients (clients.c) ---- */
void fl_client_comes(struct fl_server *s, struct client *c);
void fl_client_goes(struct fl_server *s, struct client *c);
uint8_t fl_name_client(struct client *c, struct fl_serve_view name);
size_t fl_client_line(const struct fl_server *s, struct client *c, char *text, size_t room); /* of LINE bytes at most */
uint8_t fl_list_clients(struct fl_server *s, struct client *c);

/* ---- What they make us hold (held.c) ---- */
size_t fl_held_by(const struct fl_server *s, const struct client *c);
/* To be called when it may be another amount. */
void fl_held_changed(struct fl_server *s, struct client *c);
void fl_held_forget(struct fl_server *s, struct client *c); /* it goes */
/* While no event is handled: whoever holds most is let go, as long as it is too much. */
void fl_held_bound(struct fl_server *s);

/* ---- Who they are (proving.c) ---- */
/* Where it comes from it may not be served: nobody needs a password here, and it is another machine. */
bool fl_is_denied(const struct fl_server *s, const struct client *c);
/* As clean/users.fl has it. */
uint8_t fl_who(struct fl_server *s, struct client *c);
uint8_t fl_prove(struct fl_server *s, struct client *c, bool named, struct fl_serve_view name,
                 struct fl_serve_view password);
/* How long it may ask for nothing: not for long before it has said who it is. */
uint32_t fl_patience(const struct fl_server *s, const struct client *c);

/* What was collected since `gather', or in a transaction, is forgotten but for its first so many bytes; whether there
 * was any. */
bool fl_collected_drop(struct client *c, size_t keep);

/* ---- One of several servers (cluster.c) ---- */
struct fl_serve_slots_Place fl_slot_of(const struct fl_server *s, struct fl_serve_view key);
/* `MOVED SLOT HOST:PORT', as long as there is room. */
size_t fl_moved_to(const struct fl_cluster_place *p, struct fl_serve_view key, char *text, size_t room);
/* What CLUSTER answers to this word, among what is sent next. */
uint8_t fl_report_cluster(struct fl_server *s, struct client *c, struct fl_serve_view what, bool resp3);

/* ---- Reports (reports.c) ---- */
uint8_t fl_report(struct fl_server *s, struct client *c, uint8_t what, struct fl_serve_view argument);
#endif
