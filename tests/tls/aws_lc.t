#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: cargo, and what it fetches
# AWS-LC as libfairlead-tls's provider: what is tested of the default one, once more with it.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
why=$(tls/providers/aws-lc/build out/aws-lc 2>&1) || skip_all "$why"
export PROVIDER=aws-lc
ok "the library with it" make -s -C tls PROVIDER=aws-lc CC=gcc
is "gives out what is ours alone" "" \
  "$(nm -D --defined-only out/tls-aws-lc/libfairlead-tls.so | grep -v ' fl_tls_' || true)"
has() { # which has TEXT
  nm -D --defined-only out/tls-aws-lc/libfairlead-tls.so | grep " T $1\$"
}
ok "and the provider among it" has fl_tls_aws_lc
for test in trace wycheproof features client clients; do
  ok "tests/tls/$test.t" env FAIRLEAD_TIER=quick tests/tls/$test.t
done
done_testing
