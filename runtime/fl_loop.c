/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE
#include "fl_loop.h"

#include "fl_timer.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum {
  EVENTS_PER_TURN = 256,
  ACCEPTS_PER_TURN = 64,
  LINGER_MS = 1000,
  LINGER_BYTES = 256 * 1024,
  SEND_PROGRESS = 64 * 1024,
  ACCEPT_AGAIN_MS = 100
};

enum conn_phase {
  CONN_FREE,
  CONN_RUNNING,  /* its handler is on the stack */
  CONN_AWAITING, /* input */
  CONN_SENDING,
  CONN_PARKED,   /* until its handler's owner wakes it */
  CONN_LINGERING /* closed for the handler; draining what the peer still sends */
};

struct fl_conn {
  struct fl_timer timer; /* first: a timer is cast back to its connection */
  struct fl_loop *loop;
  struct fl_conn *next_free;
  struct fl_conn *older, *newer; /* among the expendable */
  bool expendable;
  int fd;
  enum conn_phase phase;
  uint32_t interest; /* what epoll watches for us */
  bool ended;        /* the peer has sent all it will */
  uint32_t linger_left;
  uint8_t *input; /* NULL, a buffer of the pool, or the loop's scratch buffer */
  uint32_t input_at, input_end;
  uint8_t *head; /* pending output, owned */
  size_t head_at, head_end;
  struct fl_body body;
  bool has_body;
  size_t written; /* since the deadline was set */
  max_align_t state[]; /* of the machine */
};

struct watch {
  void (*ready)(void *context);
  void *context;
};

struct fl_loop {
  struct fl_limits limits;
  struct fl_handler handler;
  struct fl_timers timers;
  uint64_t now;
  int epoll, wakeup, listener;
  bool accepting, stopping, last_call;
  bool crowded; /* a place is needed: closing must not take long */
  volatile bool stop_asked;
  uint64_t stop_by;
  uint64_t accept_again; /* when to try again, after the system had no room; 0: it has */
  size_t conn_size, open;
  unsigned char *conns;
  struct fl_conn *free;
  struct fl_conn *oldest, *newest; /* expendable connections; in front of them, lingering ones */
  uint8_t *scratch;      /* where input is read to; kept by a connection only if not consumed */
  uint8_t **spare;       /* pool of input buffers */
  size_t spare_count;
  struct watch watches[FL_LOOP_WATCHES];
  size_t watch_count;
};

static uint64_t clock_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

static struct fl_conn *conn_number(struct fl_loop *loop, size_t i)
{
  return (struct fl_conn *)(void *)(loop->conns + i * loop->conn_size);
}

/* ---- a loop's life ---- */

static int watch(struct fl_loop *loop, int op, int fd, uint32_t events, void *ptr)
{
  struct epoll_event e = {.events = events, .data.ptr = ptr};
  return epoll_ctl(loop->epoll, op, fd, &e);
}

struct fl_loop *fl_loop_new(const struct fl_limits *limits, const struct fl_handler *handler)
{
  assert(limits->connections > 0 && limits->input > 0);
  struct fl_loop *loop = calloc(1, sizeof *loop);
  if (!loop)
    return NULL;
  loop->limits = *limits;
  loop->handler = *handler;
  loop->listener = loop->wakeup = -1;
  loop->now = clock_ms();
  fl_timers_init(&loop->timers, loop->now);
  size_t align = _Alignof(max_align_t);
  loop->conn_size = (sizeof(struct fl_conn) + handler->state_size + align - 1) / align * align;
  loop->conns = calloc(limits->connections, loop->conn_size);
  loop->spare = calloc(limits->connections, sizeof *loop->spare);
  loop->scratch = malloc(limits->input);
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (loop->epoll >= 0)
    loop->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (!loop->conns || !loop->spare || !loop->scratch || loop->wakeup < 0 ||
      watch(loop, EPOLL_CTL_ADD, loop->wakeup, EPOLLIN, &loop->wakeup) < 0) {
    int saved = errno;
    fl_loop_free(loop);
    errno = saved;
    return NULL;
  }
  for (size_t i = limits->connections; i-- > 0;) {
    struct fl_conn *conn = conn_number(loop, i);
    conn->loop = loop;
    conn->fd = -1;
    conn->next_free = loop->free;
    loop->free = conn;
  }
  return loop;
}

static void conn_free(struct fl_conn *conn);

void fl_loop_free(struct fl_loop *loop)
{
  if (!loop)
    return;
  if (loop->conns)
    for (size_t i = 0; i < loop->limits.connections; i++)
      if (conn_number(loop, i)->phase != CONN_FREE)
        conn_free(conn_number(loop, i));
  for (size_t i = 0; i < loop->spare_count; i++)
    free(loop->spare[i]);
  if (loop->listener >= 0)
    close(loop->listener);
  if (loop->wakeup >= 0)
    close(loop->wakeup);
  if (loop->epoll >= 0)
    close(loop->epoll);
  free(loop->spare);
  free(loop->scratch);
  free(loop->conns);
  free(loop);
}

static int accept_events(struct fl_loop *loop, bool on)
{
  if (loop->listener < 0 || loop->accepting == on)
    return 0;
  int r = on ? watch(loop, EPOLL_CTL_ADD, loop->listener, EPOLLIN, &loop->listener)
             : epoll_ctl(loop->epoll, EPOLL_CTL_DEL, loop->listener, NULL);
  if (r == 0)
    loop->accepting = on;
  return r;
}

int fl_loop_listen(struct fl_loop *loop, const char *address, uint16_t *port)
{
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(*port)};
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(*port)};
  struct sockaddr *name;
  socklen_t length;
  if (inet_pton(AF_INET, address, &four.sin_addr) == 1) {
    name = (struct sockaddr *)&four;
    length = sizeof four;
  } else if (inet_pton(AF_INET6, address, &six.sin6_addr) == 1) {
    name = (struct sockaddr *)&six;
    length = sizeof six;
  } else {
    errno = EINVAL;
    return -1;
  }
  int fd = socket(name->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  int one = 1;
  if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) < 0 || bind(fd, name, length) < 0 ||
      listen(fd, SOMAXCONN) < 0 || getsockname(fd, name, &length) < 0) {
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
  }
  /* The port is at the same place in both. */
  *port = ntohs(name->sa_family == AF_INET ? four.sin_port : six.sin6_port);
  loop->listener = fd;
  return accept_events(loop, true);
}

int fl_loop_watch(struct fl_loop *loop, int fd, void (*ready)(void *context), void *context)
{
  if (loop->watch_count == FL_LOOP_WATCHES) {
    errno = ENOSPC;
    return -1;
  }
  struct watch *w = &loop->watches[loop->watch_count];
  *w = (struct watch){ready, context};
  if (watch(loop, EPOLL_CTL_ADD, fd, EPOLLIN, w) < 0)
    return -1;
  loop->watch_count++;
  return 0;
}

/* ---- a connection's life ---- */

static void give_buffer_back(struct fl_conn *conn)
{
  struct fl_loop *loop = conn->loop;
  if (conn->input && conn->input != loop->scratch)
    loop->spare[loop->spare_count++] = conn->input;
  conn->input = NULL;
  conn->input_at = conn->input_end = 0;
}

/* ---- who may lose its place ---- */

static void keep(struct fl_conn *conn)
{
  struct fl_loop *loop = conn->loop;
  if (!conn->expendable)
    return;
  *(conn->older ? &conn->older->newer : &loop->oldest) = conn->newer;
  *(conn->newer ? &conn->newer->older : &loop->newest) = conn->older;
  conn->older = conn->newer = NULL;
  conn->expendable = false;
}

static void put_behind(struct fl_conn *conn, struct fl_conn *older)
{
  struct fl_loop *loop = conn->loop;
  conn->older = older;
  conn->newer = older ? older->newer : loop->oldest;
  *(conn->older ? &conn->older->newer : &loop->oldest) = conn;
  *(conn->newer ? &conn->newer->older : &loop->newest) = conn;
  conn->expendable = true;
}

/* Somebody may be waiting for a place that could be freed now. */
static void invite(struct fl_loop *loop)
{
  if (!loop->stopping && !loop->accept_again)
    accept_events(loop, true);
}

void fl_conn_expendable(struct fl_conn *conn, bool expendable)
{
  assert(conn->phase == CONN_RUNNING);
  if (!expendable)
    keep(conn);
  else if (!conn->expendable)
    put_behind(conn, conn->loop->newest);
}

static void release_body(struct fl_conn *conn)
{
  if (conn->has_body && conn->body.release)
    conn->body.release(conn->body.owner);
  conn->has_body = false;
}

static void drop_output(struct fl_conn *conn)
{
  release_body(conn);
  free(conn->head);
  conn->head = NULL;
  conn->head_at = conn->head_end = 0;
}

static void conn_free(struct fl_conn *conn)
{
  struct fl_loop *loop = conn->loop;
  assert(conn->phase != CONN_FREE);
  if (conn->phase != CONN_LINGERING && loop->handler.closed)
    loop->handler.closed(loop->handler.context, conn);
  fl_timer_stop(&loop->timers, &conn->timer);
  keep(conn);
  give_buffer_back(conn);
  drop_output(conn);
  close(conn->fd); /* also ends epoll's interest */
  conn->fd = -1;
  conn->phase = CONN_FREE;
  conn->next_free = loop->free;
  loop->free = conn;
  loop->open--;
  if (!loop->stopping)
    accept_events(loop, true);
}

static void set_interest(struct fl_conn *conn, uint32_t events)
{
  if (conn->interest == events)
    return;
  conn->interest = events;
  watch(conn->loop, EPOLL_CTL_MOD, conn->fd, events, conn);
}

static void begin_linger(struct fl_conn *conn)
{
  struct fl_loop *loop = conn->loop;
  give_buffer_back(conn);
  drop_output(conn);
  keep(conn);
  if (conn->ended || shutdown(conn->fd, SHUT_WR) < 0 || loop->crowded) {
    conn_free(conn);
    return;
  }
  if (loop->handler.closed)
    loop->handler.closed(loop->handler.context, conn);
  conn->phase = CONN_LINGERING;
  conn->linger_left = LINGER_BYTES;
  put_behind(conn, NULL); /* what it has to lose is little */
  invite(loop);
  set_interest(conn, EPOLLIN);
  fl_timer_start(&loop->timers, &conn->timer, loop->now + LINGER_MS);
}

static void run_handler(struct fl_conn *conn, enum fl_event event)
{
  struct fl_loop *loop = conn->loop;
  conn->phase = CONN_RUNNING;
  loop->handler.event(loop->handler.context, conn, event);
  assert(conn->phase != CONN_RUNNING);
}

static bool is_idle(const struct fl_conn *conn)
{
  return conn->phase == CONN_AWAITING && conn->input_at == conn->input_end;
}

/* Runs the handler. Input that it leaves in the scratch buffer moves to one of the connection's own. */
static void deliver(struct fl_conn *conn, enum fl_event event)
{
  struct fl_loop *loop = conn->loop;
  run_handler(conn, event);
  if (loop->stopping && event != FL_STOPPING && is_idle(conn))
    run_handler(conn, FL_STOPPING);
  if (conn->phase == CONN_FREE || conn->phase == CONN_LINGERING)
    return;
  if (conn->input_at == conn->input_end) {
    give_buffer_back(conn);
  } else if (conn->input == loop->scratch) {
    uint8_t *own = loop->spare_count > 0 ? loop->spare[--loop->spare_count] : malloc(loop->limits.input);
    if (!own) {
      conn->input = NULL;
      conn_free(conn);
      return;
    }
    memcpy(own, conn->input + conn->input_at, conn->input_end - conn->input_at);
    conn->input_end -= conn->input_at;
    conn->input_at = 0;
    conn->input = own;
  }
}

static void read_input(struct fl_conn *conn)
{
  struct fl_loop *loop = conn->loop;
  if (!conn->input) {
    conn->input = loop->scratch;
    conn->input_at = conn->input_end = 0;
  } else if (conn->input_at > 0) {
    memmove(conn->input, conn->input + conn->input_at, conn->input_end - conn->input_at);
    conn->input_end -= conn->input_at;
    conn->input_at = 0;
  }
  size_t room = loop->limits.input - conn->input_end;
  ssize_t n = room > 0 ? recv(conn->fd, conn->input + conn->input_end, room, 0) : 0;
  if (n > 0) {
    conn->input_end += (uint32_t)n;
    deliver(conn, FL_INPUT);
  } else if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
    if (conn->input == loop->scratch)
      conn->input = NULL;
  } else {
    conn->ended = room > 0;
    deliver(conn, FL_ENDED);
  }
}

static void drain(struct fl_conn *conn)
{
  struct fl_loop *loop = conn->loop;
  ssize_t n = recv(conn->fd, loop->scratch, loop->limits.input, 0);
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (n <= 0 || (uint32_t)n >= conn->linger_left)
    conn_free(conn);
  else
    conn->linger_left -= (uint32_t)n;
}

/* ---- output ---- */

/* One system call's worth of the pending output. */
static ssize_t write_some(struct fl_conn *conn)
{
  struct fl_body *body = &conn->body;
  struct iovec parts[2];
  int count = 0;
  if (conn->head_at < conn->head_end)
    parts[count++] = (struct iovec){conn->head + conn->head_at, conn->head_end - conn->head_at};
  if (conn->has_body && body->data)
    parts[count++] = (struct iovec){(void *)(uintptr_t)(body->data + body->offset), body->length};
  if (count > 0) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
    bool file_follows = conn->has_body && !body->data && body->length > 0;
    return sendmsg(conn->fd, &message, MSG_NOSIGNAL | (file_follows ? MSG_MORE : 0));
  }
  off_t offset = (off_t)body->offset;
  size_t most = body->length < (1u << 30) ? (size_t)body->length : (1u << 30);
  ssize_t n = sendfile(conn->fd, body->file, &offset, most);
  if (n == 0) { /* the file has become shorter than we announced */
    errno = EIO;
    return -1;
  }
  return n;
}

static void count_written(struct fl_conn *conn, size_t n)
{
  size_t head_left = conn->head_end - conn->head_at;
  size_t from_head = n < head_left ? n : head_left;
  conn->written += n;
  conn->head_at += from_head;
  conn->body.offset += n - from_head;
  conn->body.length -= n - from_head;
}

static enum fl_sending flush(struct fl_conn *conn)
{
  while (conn->head_at < conn->head_end || (conn->has_body && conn->body.length > 0)) {
    ssize_t n = write_some(conn);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return errno == EAGAIN ? FL_SENDING : FL_SEND_FAILED;
    count_written(conn, (size_t)n);
  }
  return FL_SEND_DONE;
}

static void set_send_deadline(struct fl_conn *conn)
{
  struct fl_loop *loop = conn->loop;
  conn->written = 0;
  fl_timer_start(&loop->timers, &conn->timer, loop->now + loop->limits.send_timeout_ms);
}

enum fl_sending fl_conn_send(struct fl_conn *conn, const uint8_t *head, size_t head_length,
                             const struct fl_body *body)
{
  assert(conn->phase == CONN_RUNNING && !conn->head && !conn->has_body);
  conn->head = (uint8_t *)(uintptr_t)head; /* borrowed while we are in here */
  conn->head_at = 0;
  conn->head_end = head_length;
  conn->has_body = body != NULL;
  conn->body = body ? *body : (struct fl_body){.file = -1};
  enum fl_sending result = flush(conn);
  size_t left = conn->head_end - conn->head_at;
  uint8_t *copy = NULL;
  if (result == FL_SENDING && left > 0) {
    copy = malloc(left);
    if (copy)
      memcpy(copy, head + conn->head_at, left);
    else
      result = FL_SEND_FAILED;
  }
  conn->head = copy;
  conn->head_at = 0;
  conn->head_end = copy ? left : 0;
  if (result == FL_SENDING) {
    conn->phase = CONN_SENDING;
    set_interest(conn, EPOLLOUT);
    set_send_deadline(conn);
  } else {
    drop_output(conn);
  }
  return result;
}

static void continue_sending(struct fl_conn *conn)
{
  enum fl_sending result = flush(conn);
  if (result == FL_SENDING) {
    /* A slow peer may take its time for a large body, but not take a byte now and then. */
    if (conn->written >= SEND_PROGRESS)
      set_send_deadline(conn);
    return;
  }
  drop_output(conn);
  if (result == FL_SEND_FAILED)
    conn_free(conn);
  else
    deliver(conn, FL_SENT);
}

/* ---- for handlers ---- */

void *fl_conn_state(struct fl_conn *conn)
{
  return conn->state;
}

struct fl_loop *fl_conn_loop(struct fl_conn *conn)
{
  return conn->loop;
}

uint8_t *fl_conn_input(struct fl_conn *conn, size_t *length)
{
  *length = conn->input_end - conn->input_at;
  return conn->input ? conn->input + conn->input_at : conn->loop->scratch;
}

void fl_conn_consume(struct fl_conn *conn, size_t count)
{
  assert(count <= conn->input_end - conn->input_at);
  conn->input_at += (uint32_t)count;
}

void fl_conn_await(struct fl_conn *conn, uint32_t timeout_ms)
{
  struct fl_loop *loop = conn->loop;
  assert(conn->phase == CONN_RUNNING);
  conn->phase = CONN_AWAITING;
  if (conn->expendable)
    invite(loop);
  set_interest(conn, EPOLLIN);
  fl_timer_start(&loop->timers, &conn->timer, loop->now + timeout_ms);
}

/* Level-triggered, a peer that hangs up would wake us for nothing again and again. */
void fl_conn_park(struct fl_conn *conn, uint32_t timeout_ms)
{
  struct fl_loop *loop = conn->loop;
  assert(conn->phase == CONN_RUNNING);
  conn->phase = CONN_PARKED;
  set_interest(conn, EPOLLET);
  fl_timer_start(&loop->timers, &conn->timer, loop->now + timeout_ms);
}

void fl_conn_wake(struct fl_conn *conn)
{
  assert(conn->phase == CONN_PARKED);
  deliver(conn, FL_SENT);
}

void fl_conn_close(struct fl_conn *conn)
{
  assert(conn->phase == CONN_RUNNING);
  begin_linger(conn);
}

bool fl_loop_stopping(const struct fl_loop *loop)
{
  return loop->stopping;
}

uint64_t fl_loop_now(const struct fl_loop *loop)
{
  return loop->now;
}

size_t fl_loop_connections(const struct fl_loop *loop)
{
  return loop->open;
}

/* ---- the loop ---- */

/* Frees the place of an expendable connection. */
static bool make_room(struct fl_loop *loop)
{
  size_t before = loop->open;
  struct fl_conn *last = loop->newest, *next; /* not those that are behind it when the handler has run */
  for (struct fl_conn *conn = loop->oldest; conn && loop->open == before; conn = next) {
    next = conn == last ? NULL : conn->newer;
    if (conn->phase == CONN_LINGERING) {
      conn_free(conn);
    } else if (conn->phase == CONN_AWAITING) {
      keep(conn);
      loop->crowded = true;
      deliver(conn, FL_EXPIRED);
      loop->crowded = false;
    }
  }
  return loop->open < before;
}

static bool somebody_asks(const struct fl_loop *loop)
{
  struct pollfd listener = {.fd = loop->listener, .events = POLLIN};
  return poll(&listener, 1, 0) == 1;
}

static int accept_one(struct fl_loop *loop)
{
  return accept4(loop->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static void accept_some(struct fl_loop *loop)
{
  for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
    if (!loop->free) {
      if (!somebody_asks(loop))
        return;
      if (!make_room(loop)) {
        accept_events(loop, false);
        return;
      }
    }
    int fd = accept_one(loop);
    if (fd < 0 && (errno == EMFILE || errno == ENFILE) && somebody_asks(loop) && make_room(loop))
      fd = accept_one(loop);
    if (fd < 0) {
      /* Out of descriptors or memory: epoll would wake us for nothing until there is room. */
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
        accept_events(loop, false);
        loop->accept_again = loop->now + ACCEPT_AGAIN_MS;
      }
      return;
    }
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct fl_conn *conn = loop->free;
    if (watch(loop, EPOLL_CTL_ADD, fd, EPOLLIN, conn) < 0) {
      close(fd);
      return;
    }
    loop->free = conn->next_free;
    loop->open++;
    conn->fd = fd;
    conn->interest = EPOLLIN;
    conn->ended = false;
    memset(conn->state, 0, loop->handler.state_size);
    deliver(conn, FL_OPENED);
  }
}

static void expired(void *context, struct fl_timer *timer)
{
  (void)context;
  struct fl_conn *conn = (struct fl_conn *)(void *)timer;
  if (conn->phase == CONN_AWAITING || conn->phase == CONN_PARKED)
    deliver(conn, FL_EXPIRED);
  else
    conn_free(conn);
}

static void begin_stop(struct fl_loop *loop)
{
  loop->stopping = true;
  loop->stop_by = loop->now + loop->limits.grace_ms;
  accept_events(loop, false);
  close(loop->listener);
  loop->listener = -1;
  for (size_t i = 0; i < loop->limits.connections; i++) {
    struct fl_conn *conn = conn_number(loop, i);
    if (is_idle(conn))
      deliver(conn, FL_STOPPING);
  }
}

/* The grace is over. */
static void last_call(struct fl_loop *loop)
{
  loop->last_call = true;
  loop->stop_by = loop->now + LINGER_MS;
  for (size_t i = 0; i < loop->limits.connections; i++)
    if (conn_number(loop, i)->phase == CONN_AWAITING || conn_number(loop, i)->phase == CONN_PARKED)
      deliver(conn_number(loop, i), FL_EXPIRED);
}

static void dispatch(struct fl_loop *loop, const struct epoll_event *e)
{
  if (e->data.ptr == &loop->wakeup) {
    uint64_t count;
    (void)!read(loop->wakeup, &count, sizeof count);
    return;
  }
  if (e->data.ptr == &loop->listener) {
    if (!loop->stopping)
      accept_some(loop);
    return;
  }
  struct watch *w = e->data.ptr;
  if (w >= loop->watches && w < loop->watches + FL_LOOP_WATCHES) {
    w->ready(w->context);
    return;
  }
  struct fl_conn *conn = e->data.ptr;
  switch (conn->phase) {
  case CONN_AWAITING:
    read_input(conn);
    break;
  case CONN_SENDING:
    continue_sending(conn);
    break;
  case CONN_LINGERING:
    drain(conn);
    break;
  case CONN_FREE: /* closed earlier in this turn */
  case CONN_PARKED:
  case CONN_RUNNING:
    break;
  }
}

int fl_loop_run(struct fl_loop *loop)
{
  struct epoll_event events[EVENTS_PER_TURN];
  while (!(loop->stopping && (loop->open == 0 || loop->now >= loop->stop_by))) {
    int wait = fl_timers_wait(&loop->timers, loop->now);
    if (loop->stopping) {
      int left = (int)(loop->stop_by - loop->now);
      wait = wait < 0 || wait > left ? left : wait;
    }
    if (loop->accept_again && (wait < 0 || wait > ACCEPT_AGAIN_MS))
      wait = ACCEPT_AGAIN_MS;
    int n = epoll_wait(loop->epoll, events, EVENTS_PER_TURN, wait);
    if (n < 0 && errno != EINTR)
      return -1;
    loop->now = clock_ms();
    if (loop->accept_again && loop->now >= loop->accept_again) {
      loop->accept_again = 0;
      if (loop->free)
        accept_events(loop, true);
    }
    for (int i = 0; i < n; i++)
      dispatch(loop, &events[i]);
    fl_timers_run(&loop->timers, loop->now, expired, loop);
    if (loop->stop_asked && !loop->stopping)
      begin_stop(loop);
    if (loop->stopping && !loop->last_call && loop->now >= loop->stop_by)
      last_call(loop);
  }
  return 0;
}

void fl_loop_stop(struct fl_loop *loop)
{
  uint64_t one = 1;
  int saved = errno;
  loop->stop_asked = true;
  (void)!write(loop->wakeup, &one, sizeof one);
  errno = saved;
}
