// SPDX-License-Identifier: Apache-2.0 OR MIT
// Boost.Fiber, stacks of 16 KiB. Usage: as by_hand.c. A call is a native call.
#include <boost/fiber/all.hpp>
#include <vector>

#include "measure.h"

namespace bf = boost::fibers;

static long count, sink;

template <typename F> static bf::fiber spawn(F f)
{
  return bf::fiber(bf::launch::post, std::allocator_arg, bf::fixedsize_stack(16384), f);
}

int main(int argc, char **argv)
{
  const char *test = argc > 2 ? argv[1] : "";
  count = argc > 2 ? atol(argv[2]) : 0;
  long before = resident();
  double begun = seconds();
  std::vector<bf::fiber> fibers;
  if (strcmp(test, "native") == 0) {
    for (long i = 0; i < count; i++)
      sink = native(sink, i);
  } else if (strcmp(test, "switch") == 0) {
    for (int i = 0; i < 10; i++)
      fibers.push_back(spawn([] {
        for (long i = 0; i < count / 10; i++)
          boost::this_fiber::yield();
      }));
    for (auto &f : fibers)
      f.join();
  } else if (strcmp(test, "cond") == 0) {
    static bf::mutex lock;
    static bf::condition_variable conds[2];
    static bool turn[2];
    for (int me = 0; me < 2; me++)
      fibers.push_back(spawn([me] {
        std::unique_lock<bf::mutex> held(lock);
        for (long i = 0; i < count / 2; i++) {
          turn[1 - me] = true;
          conds[1 - me].notify_one();
          while (!turn[me])
            conds[me].wait(held);
          turn[me] = false;
        }
        turn[1 - me] = true;
        conds[1 - me].notify_one();
      }));
    for (auto &f : fibers)
      f.join();
  } else if (strcmp(test, "spawn") == 0) {
    for (long i = 0; i < count; i++)
      spawn([] { sink++; }).join();
  } else if (strcmp(test, "d1") == 0) {
    static bf::mutex lock;
    static bf::condition_variable never;
    for (long i = 0; i < count; i++) {
      fibers.push_back(spawn([] {
        std::unique_lock<bf::mutex> held(lock);
        never.wait(held);
      }));
      boost::this_fiber::yield();
    }
    line("boost.fiber", test, (double)(resident() - before) / (double)count);
    fflush(stdout);
    _exit(0);
  } else {
    return 2;
  }
  line("boost.fiber", test, (seconds() - begun) / (double)count * 1e9);
  return 0;
}
