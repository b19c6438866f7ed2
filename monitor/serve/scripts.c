/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which of the scripts that release or extend a lock, or count, a text is: word for word one of a few, however it is
 * laid out, with quotes of one kind or the other, commands in large letters or small, names of variables, and numbers
 * that it answers. */
#include "scripts.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

/* A script's words, one space between; those of strings begin with '. */
enum { WORDS = 1024, NAME = 32 };

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

struct reader {
  const char *at, *end;
  char *to, *full;
};

static bool put(struct reader *r, char c) {
  if (r->to == r->full) return false;
  *r->to++ = c;
  return true;
}

/* Blanks, a `;', and what stands behind --. Comments of several lines are not understood; nor, as by Lua 5.1, is a ( at
 * the beginning of a line. */
static bool skip(struct reader *r, unsigned *semicolons) {
  const char *from = r->at;
  *semicolons = 0;
  while (r->at < r->end) {
    if (r->end - r->at >= 2 && r->at[0] == '-' && r->at[1] == '-') {
      if (r->end - r->at >= 3 && r->at[2] == '[') return false;
      while (r->at < r->end && *r->at != '\n' && *r->at != '\r') r->at++;
    } else if (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n' || *r->at == ';') {
      *semicolons += *r->at == ';';
      r->at++;
    } else {
      break;
    }
  }
  bool opens = r->at < r->end && *r->at == '(';
  size_t n = (size_t)(r->at - from);
  return !(opens && (memchr(from, '\n', n) || memchr(from, '\r', n)));
}

static bool string(struct reader *r) {
  char quote = *r->at++;
  if (!put(r, '\'')) return false;
  while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at)))
    if (!put(r, small(*r->at++))) return false;
  return r->at < r->end && *r->at++ == quote;
}

static bool word(struct reader *r) {
  static const char *const doubled[] = {"==", "~="};
  if (*r->at == '\'' || *r->at == '"') return string(r);
  if (is_letter(*r->at) || *r->at == '@') {
    do
      if (!put(r, *r->at++)) return false;
    while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at)));
    return true;
  }
  if (is_digit(*r->at)) {
    while (r->at < r->end && is_digit(*r->at))
      if (!put(r, *r->at++)) return false;
    return r->at == r->end || !is_letter(*r->at);
  }
  for (size_t i = 0; i < sizeof doubled / sizeof *doubled; i++)
    if (r->end - r->at >= 2 && memcmp(r->at, doubled[i], 2) == 0) {
      r->at += 2;
      return put(r, doubled[i][0]) && put(r, doubled[i][1]);
    }
  return *r->at > ' ' && *r->at < 0x7f && put(r, *r->at++);
}

/* Whether one of these words ends, or begins, there. */
static bool is_one_of(const char *at, const char *end, const char *const *some) {
  for (; *some; some++)
    if ((size_t)(end - at) == strlen(*some) && memcmp(at, *some, strlen(*some)) == 0) return true;
  return false;
}
static const char *const keywords[] = {"and",      "break", "do",   "else",  "elseif", "end", "false", "for",
                                       "function", "if",    "in",   "local", "nil",    "not", "or",    "repeat",
                                       "return",   "then",  "true", "until", "while",  NULL};
/* A `;' ends a statement: it is behind one, and before another one, or what ends several. */
static bool may_end(const char *last, const char *to) {
  static const char *const ends[] = {")", "]", "end", "nil", "false", NULL};
  return is_one_of(last, to, ends) ||
         (to > last && (is_digit(*last) || (is_letter(*last) && !is_one_of(last, to, keywords))));
}
static bool may_begin(const char *at, const char *end) {
  static const char *const begins[] = {"if", "local", "return", "end", "else", "elseif", NULL};
  const char *to = at;
  while (to < end && (is_letter(*to) || is_digit(*to))) to++;
  return at == end || is_one_of(at, to, begins) || (to > at && is_letter(*at) && !is_one_of(at, to, keywords));
}

static bool words(const char *text, size_t length, char out[WORDS]) {
  struct reader r = {text, text + length, out, out + WORDS - 1};
  const char *last = out;
  for (;;) {
    unsigned semicolons;
    if (!skip(&r, &semicolons)) return false;
    if (semicolons > 1 || (semicolons == 1 && !(may_end(last, r.to) && may_begin(r.at, r.end)))) return false;
    if (r.at == r.end) break;
    if (r.to > out && !put(&r, ' ')) return false;
    last = r.to;
    if (!word(&r)) return false;
  }
  *r.to = 0;
  return true;
}

/* ---- Against a form ---- */

/* In a form: @call is what is done, @same, @other and @absent numbers that are answered, @name a variable, @expire how
 * what is counted gets its time. */
static const struct {
  const char *text;
  bool later;
} forms[] = {
    {"if redis.call('get', KEYS[1]) == ARGV[1] then return @call else return @other end", false},
    {"if redis.call('get', KEYS[1]) == ARGV[1] then return @call end return @other", false},
    {"if redis.call('get', KEYS[1]) == ARGV[1] then return @call end", false},
    {"if redis.call('get', KEYS[1]) == ARGV[1] then @call return @same else return @other end", false},
    {"if redis.call('get', KEYS[1]) == ARGV[1] then @call return @same end return @other", false},
    {"if redis.call('get', KEYS[1]) == ARGV[1] then @call else return @other end", false},
    {"if redis.call('get', KEYS[1]) == ARGV[1] then @call end", false},
    {"local @name = redis.call('get', KEYS[1]) if @name == ARGV[1] then return @call else return @other end", false},
    {"local @name = redis.call('get', KEYS[1]) if @name == ARGV[1] then return @call elseif @name == false then "
     "return @absent else return @other end",
     false},
    {"local @name = redis.call('get', KEYS[1]) if not @name or @name ~= ARGV[1] then return @other end "
     "@call return @same",
     false},
    {"local @name = redis.call('get', KEYS[1]) if not @name or @name ~= ARGV[1] then return @other end return @call",
     false},
    /* As redis-py extends its locks. */
    {"local @name = redis.call('get', KEYS[1]) if not @name or @name ~= ARGV[1] then return 0 end "
     "local expiration = redis.call('pttl', KEYS[1]) if not expiration then expiration = 0 end "
     "if expiration < 0 then return 0 end local newttl = ARGV[2] "
     "if ARGV[3] == '0' then newttl = ARGV[2] + expiration end redis.call('pexpire', KEYS[1], newttl) return 1",
     true},
    /* As people limit rates. */
    {"local @name = redis.call('incr', KEYS[1]) if @name == 1 then @expire end return @name", false},
    {"local @name = redis.call('incr', KEYS[1]) if tonumber(@name) == 1 then @expire end return @name", false},
    {"local @name = redis.call('incr', KEYS[1]) if @name == 1 then @expire end", false},
    {"local @name = redis.call('incr', KEYS[1]) if tonumber(@name) == 1 then @expire end", false},
    {"local @name @name = redis.call('incr', KEYS[1]) if @name == 1 then @expire end return @name", false},
    {"local @name @name = redis.call('incr', KEYS[1]) if tonumber(@name) == 1 then @expire end return @name", false},
    {"local @name @name = redis.call('incr', KEYS[1]) if @name == 1 then @expire end", false},
    {"local @name @name = redis.call('incr', KEYS[1]) if tonumber(@name) == 1 then @expire end", false},
};

static const struct {
  const char *text;
  uint8_t call;
} calls[] = {
    {"redis . call ( 'del , KEYS [ 1 ] )", FL_SERVE_scripts_DELETE},
    {"redis . call ( 'unlink , KEYS [ 1 ] )", FL_SERVE_scripts_UNLINK},
    {"redis . call ( 'expire , KEYS [ 1 ] , ARGV [ 2 ] )", FL_SERVE_scripts_EXPIRE},
    {"redis . call ( 'pexpire , KEYS [ 1 ] , ARGV [ 2 ] )", FL_SERVE_scripts_PEXPIRE},
    {"redis . call ( 'set , KEYS [ 1 ] , ARGV [ 2 ] )", FL_SERVE_scripts_SET},
};

/* The next word, and what is behind it. */
static size_t length_of(const char *words) { return strcspn(words, " "); }
static const char *behind(const char *words) {
  words += length_of(words);
  return *words ? words + 1 : words;
}
static bool is(const char *words, const char *name) {
  return length_of(words) == strlen(name) && memcmp(words, name, strlen(name)) == 0;
}

static bool match_call(const char **script, struct fl_serve_scripts_Script *s) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    size_t n = strlen(calls[i].text);
    if (strncmp(*script, calls[i].text, n) != 0 || ((*script)[n] && (*script)[n] != ' ')) continue;
    *script += n + ((*script)[n] == ' ');
    s->call = calls[i].call;
    return true;
  }
  return false;
}

static bool match_number(const char **script, struct fl_serve_scripts_Answer *a) {
  bool below = is(*script, "-");
  if (below) *script = behind(*script);
  size_t n = length_of(*script);
  *a = (struct fl_serve_scripts_Answer){0};
  if (!below && (is(*script, "nil") || is(*script, "false"))) {
    a->nothing = true;
  } else {
    if (n == 0 || n > 9 || !is_digit(**script)) return false;
    a->number = strtoul(*script, NULL, 10);
    if (below) a->number = 0 - a->number;
  }
  *script = behind(*script);
  return true;
}

/* redis.call('expire', KEYS[1], ARGV[1]), or a number in its place; in seconds or milliseconds. */
static bool match_expire(const char **script, struct fl_serve_scripts_Script *s) {
  static const char seconds[] = "redis . call ( 'expire , KEYS [ 1 ] , ", of_seconds = FL_SERVE_scripts_EXPIRE;
  static const char ms[] = "redis . call ( 'pexpire , KEYS [ 1 ] , ", argument[] = "ARGV [ 1 ] )";
  bool is_seconds = strncmp(*script, seconds, sizeof seconds - 1) == 0;
  if (!is_seconds && strncmp(*script, ms, sizeof ms - 1) != 0) return false;
  *script += is_seconds ? sizeof seconds - 1 : sizeof ms - 1;
  s->counts = true;
  s->call = is_seconds ? of_seconds : FL_SERVE_scripts_PEXPIRE;
  size_t n = sizeof argument - 1;
  s->fixed = strncmp(*script, argument, n) != 0;
  if (s->fixed) {
    struct fl_serve_scripts_Answer number;
    if (!match_number(script, &number) || number.nothing || !is(*script, ")")) return false;
    s->time = number.number >> 63 ? 0 : number.number; /* below zero it is over, too */
    *script = behind(*script);
    return true;
  }
  if ((*script)[n] && (*script)[n] != ' ') return false;
  *script += n + ((*script)[n] == ' ');
  return true;
}

/* A word that the language has for itself, or that means something here, is no variable. */
static const char *const ours[] = {"redis", "KEYS", "ARGV", "tonumber", "expiration", "newttl", NULL};
static bool match_name(const char **script, char name[NAME]) {
  size_t n = length_of(*script);
  if (n == 0 || n >= NAME || !is_letter(**script)) return false;
  if (is_one_of(*script, *script + n, keywords) || is_one_of(*script, *script + n, ours)) return false;
  if (name[0]) {
    if (!is(*script, name)) return false;
  } else {
    memcpy(name, *script, n);
    name[n] = 0;
  }
  *script = behind(*script);
  return true;
}

static bool match(const char *form, const char *script, struct fl_serve_scripts_Script *s) {
  char name[NAME] = "";
  const struct fl_serve_scripts_Answer null = {.nothing = true};
  bool has_absent = false;
  const char *before = "";
  *s = (struct fl_serve_scripts_Script){.call = FL_SERVE_scripts_PEXPIRE, .same = null, .other = null};
  for (; *form; before = form, form = behind(form)) {
    if (is(form, "@call")) {
      if (!match_call(&script, s)) return false;
      s->same.call = is(before, "return");
    } else if (is(form, "@expire")) {
      if (!match_expire(&script, s)) return false;
    } else if (is(form, "@same")) {
      if (!match_number(&script, &s->same)) return false;
    } else if (is(form, "@other")) {
      if (!match_number(&script, &s->other)) return false;
    } else if (is(form, "@absent")) {
      if (!match_number(&script, &s->absent)) return false;
      has_absent = true;
    } else if (is(form, "@name")) {
      if (!match_name(&script, name)) return false;
      if (is(before, "return")) s->same.call = true;
    } else {
      size_t n = length_of(form);
      if (length_of(script) != n || memcmp(form, script, n) != 0) return false;
      script = behind(script);
    }
  }
  if (!has_absent) s->absent = s->other;
  return *script == 0;
}

bool fl_script_is(const char *text, size_t length, struct fl_serve_scripts_Script *s) {
  char script[WORDS], form[WORDS];
  if (!words(text, length, script) || script[0] == 0 || strchr(script, '@')) return false;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (!words(forms[i].text, strlen(forms[i].text), form) || !match(form, script, s)) continue;
    s->later = forms[i].later;
    if (s->later)
      s->same = (struct fl_serve_scripts_Answer){.number = 1},
      s->other = s->absent = (struct fl_serve_scripts_Answer){0};
    return true;
  }
  return false;
}

/* ---- By their digests ---- */

bool fl_scripts_digits(const char *text, size_t length, char digits[FL_SCRIPT_DIGITS]) {
  uint8_t digest[20];
  unsigned size = 0;
  if (EVP_Digest(text, length, digest, &size, EVP_sha1(), NULL) != 1 || size != sizeof digest) return false;
  for (size_t i = 0; i < sizeof digest; i++) {
    digits[2 * i] = "0123456789abcdef"[digest[i] >> 4];
    digits[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
  }
  return true;
}

void fl_scripts_keep(struct fl_scripts *kept, const char digits[FL_SCRIPT_DIGITS],
                     const struct fl_serve_scripts_Script *s) {
  struct fl_serve_scripts_Script old;
  if (fl_scripts_find(kept, digits, FL_SCRIPT_DIGITS, &old)) return;
  memcpy(kept->digits[kept->next], digits, FL_SCRIPT_DIGITS);
  kept->scripts[kept->next] = *s;
  kept->next = (kept->next + 1) % FL_SCRIPTS_MOST;
}

bool fl_scripts_find(const struct fl_scripts *kept, const char *digits, size_t length,
                     struct fl_serve_scripts_Script *s) {
  if (length != FL_SCRIPT_DIGITS) return false;
  for (size_t i = 0; i < FL_SCRIPTS_MOST && kept->digits[i][0]; i++) {
    bool same = true;
    for (size_t j = 0; same && j < FL_SCRIPT_DIGITS; j++) same = kept->digits[i][j] == small(digits[j]);
    if (!same) continue;
    *s = kept->scripts[i];
    return true;
  }
  return false;
}
