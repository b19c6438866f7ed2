#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Passwords, users and TLS of fairlead monitor serve, under sanitizers: clients that people use, and clients that do
# what they should not. Debian's Python runs it, as python3-redis is Debian's.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
exec /usr/bin/python3 tests/monitor/serve/access.py
