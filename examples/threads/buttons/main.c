/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Three threads for each button of a user interface that has a loop of its own, libuv's: one counts clicks, one blinks
 * after a click, one computes beside everything else and says what it found. Keys 1 to 3 are the buttons, q ends it.
 *
 *   flcc -O2 main.c $(pkg-config --cflags --libs libuv) -lfairlead-threads -lpthread -o buttons */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

#include <fl_threads.h>

#define BUTTONS 3

struct button {
  unsigned clicks, waiting, done; /* clicks; for which nothing was computed yet; for which something was */
  bool lit;
  unsigned long found;
  fl_cond clicked;
};

static struct button buttons[BUTTONS];
static fl_nursery all = FL_NURSERY_INIT;
static bool is_terminal;

static void draw(void) {
  printf(is_terminal ? "\r" : "");
  for (int i = 0; i < BUTTONS; i++) {
    const struct button *b = &buttons[i];
    printf("[%d%c %u clicks, %u primes below %lu] ", i + 1, b->lit ? '*' : ' ', b->clicks, b->done, b->found);
  }
  printf(is_terminal ? "\x1b[K" : "\n");
  fflush(stdout);
}

static cps void counts(void *button) {
  struct button *b = button;
  while (fl_wait(&b->clicked) == 0) {
    b->clicks++;
    draw();
  }
}

static cps void blinks(void *button) {
  struct button *b = button;
  while (fl_wait(&b->clicked) == 0)
    for (int i = 0; i < 4; i++) {
      b->lit = !b->lit;
      draw();
      if (fl_sleep(80, NULL) < 0) return;
    }
}

static unsigned primes_below(unsigned long n) {
  unsigned found = 0;
  for (unsigned long p = 2; p < n; p++) {
    unsigned long d = 2;
    while (d * d <= p && p % d != 0) d++;
    found += d * d > p;
  }
  return found;
}

static cps void computes(void *button) {
  struct button *b = button;
  for (;;) {
    while (b->waiting == 0)
      if (fl_wait(&b->clicked) < 0) return;
    b->waiting--;
    unsigned long below = b->found + 200000;
    unsigned found;
    fl_detached { found = primes_below(below); /* on a core of its own; the interface goes on */ }
    b->found = below;
    b->done = found;
    draw();
  }
}

static cps void interface(void) {
  for (int i = 0; i < BUTTONS; i++) {
    fl_nursery_spawn(&all, computes, &buttons[i]);
    fl_nursery_spawn(&all, counts, &buttons[i]);
    fl_nursery_spawn(&all, blinks, &buttons[i]);
  }
  fl_nursery_join(&all); /* until q cancels all nine */
}

/* ---- what libuv calls; in none of them is there a thread */

static cps void click(int number) {
  buttons[number].waiting++;
  fl_signal_all(&buttons[number].clicked);
}

static cps void quit(void) {
  fl_nursery_cancel(&all);
  fl_release();
}

static void key_came(uv_poll_t *poll, int status, int events) {
  char key;
  (void)events;
  if (status < 0 || read(STDIN_FILENO, &key, 1) != 1) key = 'q';
  if (key >= '1' && key < '1' + BUTTONS) fl_spawn(click(key - '1'));
  if (key == 'q') {
    uv_poll_stop(poll);
    fl_spawn(quit());
  }
}

/* The descriptor is readable whenever threads have something to do. */
static void threads_have_work(uv_poll_t *poll, int status, int events) {
  (void)status, (void)events;
  if (!fl_step()) uv_poll_stop(poll); /* all have ended: nothing keeps libuv's loop */
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_poll_t keys, threads;
  uv_tty_t terminal;
  is_terminal = isatty(STDOUT_FILENO);
  if (uv_guess_handle(STDIN_FILENO) == UV_TTY && uv_tty_init(loop, &terminal, STDIN_FILENO, 1) == 0)
    uv_tty_set_mode(&terminal, UV_TTY_MODE_RAW);
  int fd = fl_step_fd();
  if (fd == -1 || uv_poll_init(loop, &threads, fd) != 0 || uv_poll_init(loop, &keys, STDIN_FILENO) != 0) {
    fprintf(stderr, "buttons: no loop, or standard input is a file\n");
    return 1;
  }
  draw();
  fl_hold(); /* who waits for clicks only would count as waiting for what cannot come */
  fl_spawn(interface());
  uv_poll_start(&threads, UV_READABLE, threads_have_work);
  uv_poll_start(&keys, UV_READABLE, key_came);
  uv_run(loop, UV_RUN_DEFAULT);
  uv_tty_reset_mode();
  printf("\n");
  return 0;
}
