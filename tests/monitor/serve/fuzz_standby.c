/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Any bytes to a server that stands by: what it answers does not depend on how they are cut, it reads nothing beyond
 * them, and it says nothing but PONG, INFO and the like. The first byte says whether there is a password, the second
 * how they are cut. */
#include "../../../monitor/serve/standby_answers.c"

static struct stream {
  const uint8_t *data;
  size_t given, taken;
  char said[1 << 20];
  size_t answers;
  bool waits, closed;
} now;
static struct state one;

void *fl_conn_state(struct fl_conn *c) {
  (void)c;
  return &one;
}
uint8_t *fl_conn_input(struct fl_conn *c, size_t *length) {
  static uint8_t *lent;
  (void)c;
  *length = now.given - now.taken;
  free(lent); /* exactly as long: sanitizers see a read beyond it */
  lent = malloc(*length + !*length);
  memcpy(lent, now.data + now.taken, *length);
  return lent;
}
void fl_conn_consume(struct fl_conn *c, size_t n) {
  (void)c;
  if (n == 0 || n > now.given - now.taken) abort();
  now.taken += n;
}
void fl_conn_await(struct fl_conn *c, uint32_t ms) { (void)c, (void)ms, now.waits = true; }
void fl_conn_close(struct fl_conn *c) { (void)c, now.closed = true; }
void fl_conn_expendable(struct fl_conn *c, bool is) { (void)c, (void)is; }
int fl_conn_descriptor(const struct fl_conn *c) {
  (void)c;
  return 0;
}
enum fl_sending fl_conn_send(struct fl_conn *c, const uint8_t *data, size_t length, const struct fl_body *body) {
  (void)c, (void)body;
  if (now.answers + length > sizeof now.said) abort();
  memcpy(now.said + now.answers, data, length);
  now.answers += length;
  return FL_SEND_DONE;
}
struct fl_loop *fl_loop_new(const struct fl_limits *l, const struct fl_handler *h) {
  (void)l, (void)h;
  return NULL;
}
int fl_loop_listen(struct fl_loop *l, const char *a, uint16_t *p) {
  (void)l, (void)a, (void)p;
  return -1;
}
void fl_loop_free(struct fl_loop *l) { (void)l; }
bool fl_is_of_this_machine(int fd) {
  (void)fd;
  return true;
}
const struct fl_user *fl_users_anybody(const struct fl_users *u) {
  (void)u;
  return NULL;
}
const struct fl_user *fl_users_prove(const struct fl_users *u, const void *name, size_t n, const void *password,
                                     size_t length) {
  (void)name, (void)n;
  return length == 6 && memcmp(password, "secret", 6) == 0 ? (const struct fl_user *)u : NULL;
}

static struct fl_standby_figures figures(void *context) {
  (void)context;
  return (struct fl_standby_figures){.known = true, .led = true, .silent_ms = 5};
}

static void run(const uint8_t *data, size_t size, bool named, unsigned cut) {
  one = (struct state){.named = named};
  now.data = data;
  now.given = now.taken = now.answers = 0;
  now.closed = false;
  while (!now.closed && now.given < size) {
    size_t room = INPUT - (now.given - now.taken), piece = cut ? cut : size;
    if (room == 0) { /* FL_ENDED */
      now.closed = true;
      break;
    }
    if (piece > size - now.given) piece = size - now.given;
    now.given += piece < room ? piece : room;
    now.waits = false;
    talk(NULL);
    if (now.waits == now.closed) abort(); /* one of the two, and not both */
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char said[sizeof now.said];
  static const char *const known[] = {"+OK\r\n", "+PONG\r\n", "$",           "*5\r\n",    "*0\r\n",
                                      "-ERR ",   "-NOAUTH ",  "-WRONGPASS ", "-READONLY "};
  if (size < 2) return 0;
  struct fl_client_access access = {.users = (struct fl_users *)&now};
  all = (struct fl_standby_answers){.figures = figures, .clients = &access, .lease_ms = 3000};
  run(data + 2, size - 2, data[0] & 1, 1);
  size_t first = now.answers;
  memcpy(said, now.said, first);
  run(data + 2, size - 2, data[0] & 1, data[1]);
  if (now.answers != first || memcmp(said, now.said, first) != 0) abort();
  bool is_known = first == 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    is_known = is_known || strncmp(said, known[i], strlen(known[i])) == 0;
  if (!is_known) abort();
  if (first > 0 && !(data[0] & 1) && said[0] == '$') abort(); /* who has not said a password is told nothing */
  return 0;
}
