#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# libfairlead-receipts and its Python, in front of a server that belongs to somebody else: each lie is found. And a
# library that is broken on purpose does not find one of them.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/serve/built.sh
temporary_folder
built
export PYTHONPATH=$PYTHONPATH:monitor/client
lies() { # LIBRARY ROUNDS
  FAIRLEAD_RECEIPTS=$1 timeout 1200 python3 tests/monitor/serve/proofs.py "$2" "$(sized 2 4)" >"$work/out" 2>&1 ||
    { grep -v '^ok' "$work/out" >&2; return 1; }
}
ok "a server that lies to its clients" lies out/monitor/libfairlead-receipts.so "$(sized 60 300)"

sources=(monitor/client/{proof,request_proof}_trusted.c monitor/signed/{seal,receipts,request}_trusted.c
  monitor/host/value_trusted.c)
build() { # OUT PROOF OPTION...
  local out=$1 proof=$2
  shift 2
  gcc -std=c11 -Wall -Wextra -g -Imonitor -Imonitor/host -Imonitor/client -Imonitor/signed -Imonitor/serve "$@" \
    "$proof" "${sources[@]:1}" -lcrypto -o "$out"
}
# Lines that were changed at random, under sanitizers: nothing but what was signed is certified.
lines() {
  build "$work/lines" monitor/client/proof_trusted.c -Werror -O1 -fsanitize=address,undefined \
    -fno-sanitize-recover=all monitor/serve/certificates.c tests/monitor/client/lines.c &&
    "$work/lines" "${FUZZ_SEED:-1}" "${FUZZ_N:-$(sized 2000 5000)}"
}
ok "any lines" lines
ways() {
  gcc -std=c11 -Wall -Wextra -Werror -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Imonitor \
    -Imonitor/host -Imonitor/signed -Imonitor/serve monitor/signed/{seal,receipts}_trusted.c \
    monitor/serve/certificates.c tests/monitor/client/certificates.c -lcrypto -o "$work/ways" &&
    timeout 120 "$work/ways" "$(sized 100 1000)"
}
ok "the way from each receipt, in a time that does not grow with their number" ways

broken() { # SED
  sed "$1" monitor/client/proof_trusted.c >"$work/proof.c"
  ! cmp -s "$work/proof.c" monitor/client/proof_trusted.c || return 1
  build "$work/broken.so" "$work/proof.c" -shared -fPIC -O1 -Wno-unused || return 1
  FAIRLEAD_RECEIPTS=$work/broken.so timeout 1200 python3 tests/monitor/serve/proofs.py 0 1 >"$work/out" 2>&1 && return 1
  grep -q '^not ok' "$work/out"
}
ok "a nonce that is not looked at is noticed" broken 's/memcmp(answer.nonce, nonce, nonce_length) != 0/false/'
ok_mutant "another key, too" broken 's/if (!is_digest_of(r->key.*/if (false)/'
ok_mutant "another value, too" broken 's/said->there == FL_PROOF_VALUE \&\&/false \&\&/'
ok_mutant "a value that there is not, too" broken 's/if (none != (/if (none \&\& false \&\& (/'
ok_mutant "what was got for what was written, too" broken 's/if (r->wrote != said->wrote \&\& r->there)/if (false)/'
ok_mutant "a value that ends, too" broken 's/if (said->knows_until.*//'
ok_mutant "fewer receipts than keys, too" broken 's/(done == count || wrong(p, "fewer.*/true;/'
ok_mutant "a step that is two, too" broken 's/return first || r->counter - l->counter.*/return true;/'
ok_mutant "two epochs, too" broken 's/if (!first \&\& (r->incarnation.*/if (false)/'
ok_mutant "another order, too" broken 's/if (r->epoch < l->epoch || r->incarnation.*/if (false)/'
ok_mutant "a seal of somebody else's, too" \
  broken 's/^  if (!fl_seal_read(p->key, bytes, FL_SEAL, .*/  fl_seal_read(p->key, bytes, FL_SEAL, \&p->seal);/'
ok_mutant "an anchor that is not looked at, too" broken 's/why = anchors_refuse(.*);/why = NULL;/'
ok_mutant "what is below no seal, too" broken 's/if (!fl_receipt_is_below(.*/if (false)/'
done_testing
