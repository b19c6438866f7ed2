/* SPDX-License-Identifier: Apache-2.0 OR MIT */
// The machine as a C++20 coroutine.
#include "decoder.h"

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>

namespace {

std::size_t frame_bytes;

struct decoder {
  struct promise_type {
    std::uint8_t byte = 0;
    bool has_frame = false;
    std::uint32_t length = 0, sum = 0;

    static void *operator new(std::size_t n) { frame_bytes = n; return std::malloc(n); }
    static void operator delete(void *p) { std::free(p); }
    decoder get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

using promise = decoder::promise_type;

struct next_byte {
  promise *p = nullptr;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<promise> h) noexcept { p = &h.promise(); }
  std::uint8_t await_resume() const noexcept { return p->byte; }
};

struct report {
  std::uint32_t length, sum;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<promise> h) noexcept
  {
    promise &p = h.promise();
    p.has_frame = true;
    p.length = length;
    p.sum = sum;
  }
  void await_resume() const noexcept {}
};

decoder decode()
{
  for (;;) {
    std::uint32_t length = 0;
    std::uint8_t shift = 0;
    for (;;) {
      std::uint8_t b = co_await next_byte{};
      length |= static_cast<std::uint32_t>(b & 127) << shift;
      if (b < 128)
        break;
      if (shift > 14)
        co_return;
      shift = static_cast<std::uint8_t>(shift + 7);
    }
    std::uint32_t sum = 0;
    for (std::uint32_t left = length; left > 0; left--)
      sum = sum * 31 + co_await next_byte{};
    co_await report{length, sum};
  }
}

}  // namespace

extern "C" void cpp_decode(const std::uint8_t *data, std::size_t length, struct totals *totals)
{
  auto h = decode().handle;
  promise &p = h.promise();
  for (std::size_t i = 0; i < length && !h.done(); i++) {
    p.byte = data[i];
    h.resume();
    if (p.has_frame) {
      count_frame(totals, p.length, p.sum);
      p.has_frame = false;
      h.resume();
    }
  }
  h.destroy();
}

extern "C" std::size_t cpp_size(void)
{
  struct totals t = {0, 0};
  cpp_decode(nullptr, 0, &t);
  return frame_bytes;
}
