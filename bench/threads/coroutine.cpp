// SPDX-License-Identifier: Apache-2.0 OR MIT
// C++20 coroutines with a queue by hand. Usage: as by_hand.c.
#include <coroutine>
#include <deque>
#include <utility>

#include "measure.h"

static long count, sink;

struct queue { // a ring, as a thread's word for a queue is not to be had in a coroutine handle
  std::deque<std::coroutine_handle<>> ready;
} scheduler;

struct task { // awaited by its caller, or detached
  struct promise_type {
    std::coroutine_handle<> caller;
    long value = 0;
    bool detached = false;
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct final_awaiter {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept
      {
        auto caller = h.promise().caller;
        if (h.promise().detached)
          h.destroy();
        return caller ? caller : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    final_awaiter final_suspend() noexcept { return {}; }
    void return_value(long v) { value = v; }
    void unhandled_exception() { abort(); }
  };
  std::coroutine_handle<promise_type> handle;
  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller)
  {
    handle.promise().caller = caller;
    return handle;
  }
  long await_resume()
  {
    long v = handle.promise().value;
    handle.destroy();
    return v;
  }
};

static void spawn(task t)
{
  t.handle.promise().detached = true;
  scheduler.ready.push_back(t.handle);
}

static void run()
{
  while (!scheduler.ready.empty()) {
    auto h = scheduler.ready.front();
    scheduler.ready.pop_front();
    h.resume();
  }
}

struct yield {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> h) { scheduler.ready.push_back(h); }
  void await_resume() {}
};

struct cond {
  std::deque<std::coroutine_handle<>> waiting;
  struct awaiter {
    cond &c;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> h) { c.waiting.push_back(h); }
    void await_resume() {}
  };
  awaiter wait() { return {*this}; }
  void signal()
  {
    if (waiting.empty())
      return;
    scheduler.ready.push_back(waiting.front());
    waiting.pop_front();
  }
};

static __attribute__((noinline)) task add(long a, long b)
{
  if (a < 0)
    co_await yield{};
  co_return a + b;
}

static double begun, ended;
static task caller()
{
  long total = 0;
  begun = seconds();
  for (long i = 0; i < count; i++)
    total = co_await add(total, i);
  ended = seconds();
  sink = total;
  co_return 0;
}

static task yielder()
{
  for (long i = 0; i < count / 10; i++)
    co_await yield{};
  co_return 0;
}

static cond conds[2], never;
static task player(int me)
{
  for (long i = 0; i < count / 2; i++) {
    conds[1 - me].signal();
    co_await conds[me].wait();
  }
  conds[1 - me].signal();
  co_return 0;
}

static task child(long i)
{
  sink += i;
  co_return 0;
}

static task parent()
{
  for (long i = 0; i < count; i++) {
    spawn(child(i));
    co_await yield{};
  }
  co_return 0;
}

static task waiter()
{
  co_await never.wait();
  co_return 0;
}

static task deep(long a)
{
  long b = a + 1, c = a + 2, d = a + 3;
  if (a < 2)
    co_await deep(a + 1);
  else
    co_await never.wait();
  sink += a + b + c + d;
  co_return 0;
}

int main(int argc, char **argv)
{
  const char *test = argc > 2 ? argv[1] : "";
  count = argc > 2 ? atol(argv[2]) : 0;
  long before = resident();
  if (strcmp(test, "native") == 0) {
    begun = seconds();
    for (long i = 0; i < count; i++)
      sink = native(sink, i);
    ended = seconds();
  } else if (strcmp(test, "call") == 0 || strcmp(test, "call-root") == 0) {
    spawn(caller());
  } else if (strcmp(test, "switch") == 0) {
    for (int i = 0; i < 10; i++)
      spawn(yielder());
  } else if (strcmp(test, "cond") == 0) {
    spawn(player(0));
    spawn(player(1));
  } else if (strcmp(test, "spawn") == 0) {
    spawn(parent());
  } else if (strcmp(test, "d1") == 0) {
    for (long i = 0; i < count; i++) {
      spawn(waiter());
      run();
    }
  } else if (strcmp(test, "d3") == 0) {
    for (long i = 0; i < count; i++) {
      spawn(deep(0));
      run();
    }
  } else {
    return 2;
  }
  double start = seconds();
  run();
  double stop = seconds();
  if (test[0] == 'd')
    line("c++20", test, (double)(resident() - before) / (double)count);
  else
    line("c++20", test, (begun > 0 ? ended - begun : stop - start) / (double)count * 1e9);
  return 0;
}
