# SPDX-License-Identifier: Apache-2.0 OR MIT
# The host library for tests that go beneath its interface: source this from the root. $host is, in the quick tier, the
# archive that ships, which `make build` has made; otherwise its sources, for each test's own options.
if [ "${FAIRLEAD_TIER:-}" = quick ]; then
  host=("$PWD/out/monitor/libfairlead-monitor.a")
  (flock 9 && make -s -C monitor "${host[0]}" OUT="$PWD/out/monitor" CC=gcc) 9>out/monitor/.lock || exit 1
else
  host=(monitor/host/*.c monitor/gen/verify.c monitor/secret_trusted.c)
fi
