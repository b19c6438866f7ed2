#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# `fairlead monitor check --signers': what clients kept of the requests that they signed. What is forged, replayed,
# reordered, left out, cut off or somebody else's is refused; and what is broken on purpose is noticed.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/serve/built.sh
temporary_folder
built
export PYTHONPATH=$PYTHONPATH:monitor/client FAIRLEAD_RECEIPTS=out/monitor/libfairlead-receipts.so
history() { # CHECK [made]
  timeout 900 python3 tests/monitor/serve/history.py "$@" >"$work/out" 2>&1 ||
    { grep -v '^ok' "$work/out" >&2; return 1; }
}
ok "a server and its gate, and whoever has their keys" history out/monitor/fairlead-monitor-check

files=(monitor/serve/{check,ours_trusted}.c monitor/store/own_file.c monitor/client/{proof,request_proof}_trusted.c
  monitor/signed/{seal,receipts,request}_trusted.c monitor/host/value_trusted.c)
build() { # OUT HISTORY OPTION...
  gcc -std=c11 -g "${@:3}" -Imonitor{,/host,/client,/signed,/serve,/store} "$2" "${files[@]}" -lcrypto -o "$1"
}
source=monitor/client/history_trusted.c
sanitized() {
  build "$work/checked" $source -Wall -Wextra -Werror -O1 -fsanitize=address,undefined -fno-sanitize-recover=all &&
    history "$work/checked" made
}
ok "under sanitizers" sanitized

broken() { # SED
  sed "$1" $source >"$work/broken.c"
  ! cmp -s "$work/broken.c" $source || return 1
  build "$work/broken" "$work/broken.c" -O1 -w || return 1
  ! history "$work/broken" made 2>"$work/said" && grep -q '^not ok' "$work/out"
}
ok "a number that is too large is noticed" broken 's/if (r->number - 1 > c->number)/if (false)/'
ok "another record, too" broken 's/ || memcmp(a->value, digest, 32) != 0)$/)/'
ok_mutant "a number that is too small, too" broken 's/if (r->number - 1 < c->number)/if (false)/'
ok_mutant "a request without receipts, too" \
  broken 's/if (fl_request_is_pending(r)) return wrong/if (false) return wrong/'
ok_mutant "at the end, too" broken 's/return !fl_request_is_pending(&h->request) ||/return true ||/'
ok_mutant "a receipt that is left, too" broken 's/if (!fl_proof_end(h->proof)) return false;//'
ok_mutant "another order, too" broken 's/if (c->has_last \&\& !is_later(a, &c->last))/if (false)/'
ok_mutant "over runs, too" broken 's/a->incarnation > before->incarnation \&\& a->epoch > before->epoch/true/'
ok_mutant "an epoch of the run before, too" broken 's/ \&\& a->epoch > before->epoch;/;/'
ok_mutant "the epoch, too" broken 's/return a->epoch >= before->epoch \&\&/return/'
ok_mutant "the counter, too" broken 's/before->epoch \&\& a->counter > before->counter/before->epoch/'
ok_mutant "whose record, too" broken 's/if (memcmp(a->key, r->record + 2, 32) != 0)$/if (false)/'
ok_mutant "a record with an end, too" broken 's/ != FL_STRING || a->until || memcmp(/ != FL_STRING || memcmp(/'
ok_mutant "of which key, too" broken 's/if (memcmp(a->key, change + 1, 32) != 0)/if (false)/'
ok_mutant "what is still there, too" broken "s/change\[0\] == 'd' ? a->there :/change[0] == 'd' ? false :/"
ok_mutant "what was read, too" broken 's/!a->there || !a->wrote)$/!a->there)/'
ok_mutant "what is not there, too" broken 's/!a->there || !a->wrote)$/!a->wrote)/'
ok_mutant "another end, too" broken 's/a->until != fl_get64(change + 33) || //'
ok_mutant "another value, too" broken 's/ || memcmp(a->value, change + 41, 32) != 0))/))/'
ok_mutant "another run, too" broken 's/if (a->incarnation != h->last.incarnation || /if (/'
ok_mutant "two epochs, too" broken 's/ || a->epoch != h->last.epoch || / || /'
ok_mutant "an earlier change, too" broken 's/ || a->counter <= h->last.counter ||$/ ||/'
ok_mutant "something between, too" broken 's/a->counter - h->last.counter > within)/false)/'
ok_mutant "one before a deletion, too" broken "s/change\[0\] == 'p' ? 1 : 2;/9;/"
ok_mutant "a record without a request, too" broken 's/if (a->wrote \&\& a->there \&\& c)/if (false)/'
ok_mutant "a change for nobody, too" broken 's/if (a->wrote \&\& a->there \&\& h->all_signed)/if (false)/'
ok_mutant "a record that is gone, too" broken 's/if (a->there != (c->number > 0) || /if (/'
ok_mutant "a record of another, too" broken 's/memcmp(a->value, c->record, 32) == 0);/true);/'
ok_mutant "a record that ends, too" broken 's/FL_STRING \&\& !a->until \&\& /FL_STRING \&\& /'
done_testing
