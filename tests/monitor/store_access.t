#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# A Redis that asks for a password, and speaks TLS, as the store: who we are to it, whom we believe, what becomes of a
# connection that is lost, and a liar behind TLS.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
exec python3 tests/monitor/serve/store_access.py
