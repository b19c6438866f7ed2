#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: it fetches what Debian has the sources of
# Programs that nobody here wrote; also lua and sqlite: tests/threads/real/run.
. "$(dirname "$0")/programs.sh"
exec tests/threads/real/run hiredis http_parser zlib
