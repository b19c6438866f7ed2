#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Clients that sign what they ask for (--signers): whoever is between them and the gate's process, or has the server's,
# does each request once, in its order and as it is, or is found out. And what is broken on purpose is noticed.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/serve/built.sh
temporary_folder
built
export PYTHONPATH=$PYTHONPATH:monitor/client FAIRLEAD_RECEIPTS=out/monitor/libfairlead-receipts.so
clients() { # SCRIPT
  timeout 900 python3 "tests/monitor/serve/$1" >"$work/out" 2>&1 || { grep -v '^ok' "$work/out" >&2; return 1; }
}
ok "somebody between a client and the gate" clients signed.py
SIGNED_N=$(sized 2 4)
export SIGNED_N
ok "any requests, any other command, an honest server that is killed" clients signed_edges.py
sanitized() (
  built_sanitized
  export PYTHONPATH=$PYTHONPATH:monitor/client
  SIGNED_N=1; clients signed.py && clients signed_edges.py
)
ok_long "both with sanitizers" sanitized

here=tests/monitor/gate
includes=(-Imonitor/gate -Imonitor/host -Imonitor -Imonitor/gen -Imonitor/signed -I$here)
requests() { # OUT COUNT KEEPER REQUEST OPTION...
  gcc -std=c11 -g "${@:5}" "${includes[@]}" "$3" "$4" $here/{requests,signatures,asked,trace,watch}.c \
    out/monitor/gate/again_trusted.o out/monitor/signed/{seal,receipts}_trusted.o out/monitor/libfairlead-monitor.a \
    -lcrypto -lpthread -o "$1" && timeout 900 "$1" "${FUZZ_SEED:-1}" "$2"
}
keeper=monitor/gate/keeper_trusted.c request=monitor/signed/request_trusted.c
ok "somebody who has the server's process, under sanitizers" requests "$work/requests" "${FUZZ_N:-$(sized 3 20)}" \
  $keeper $request -Wall -Wextra -Werror -O1 -fsanitize=address,undefined -fno-sanitize-recover=all

broken() { # FILE SED
  local name=${1##*/}
  sed "$2" "$1" >"$work/$name"
  ! cmp -s "$work/$name" "$1" || return 1
  local files=($keeper $request)
  [ "$1" = $keeper ] && files[0]=$work/$name || files[1]=$work/$name
  requests "$work/broken" 10 "${files[@]}" -O1 -w >"$work/said" 2>&1
  [ $? -eq 1 ] && grep -q . "$work/said" # it says what is wrong
}
ok "a number that is not looked at is noticed" broken $request \
  's/return r->number - 1 == (record.*/(void)record; return true;/'
ok "a signature, too" broken $request 's/ || !verifies(bytes, .*n)) return false;/) return false;/'
ok_mutant "who is enrolled, too" broken $request 's/if (!fl_signers_have(s, r->record)) return false;/(void)s;/'
ok_mutant "for which server, too" broken $request 's/, seals, 32);/, magic, 8);/'
ok_mutant "a gap, too" broken $request 's/return r->number - 1 == (record/return r->number > (record/'
ok_mutant "another key, too" broken $request 's/memcmp(key + 2, change + KEY_AT, 32) == 0 \&\&/true \&\&/'
ok_mutant "another value, too" broken $request 's/v->expires == number \&\&/v->expires == number ||/'
ok_mutant "another end, too" broken $request 's/v->expires == number \&\&//'
ok_mutant "another kind, too" broken $request "s/if (change\[0\] == 'd') return !v;/if (!v) return true;/"
ok "another type, too" broken $request 's/if (!v || v->type != FL_STRING) return/if (!v) return/'
ok_mutant "a sum of what is a hash, too" broken $request 's/v->type != FL_STRING || v->length > 20/v->length > 20/'
ok_mutant "a number that is a hash, too" broken $request 's/return v->type == FL_STRING \&\& v->data/return v->data/'
ok_mutant "a sum that is another, too" broken $request 's/return n > 0 \&\& is(v, sum, n) \&\&/return n > 0 \&\&/'
ok_mutant "a sum with another end, too" broken $request 's/ \&\& v->expires == (before ? before->expires : 0)//'
ok_mutant "a sum of what was there, too" broken $request 's/size_t n = knows ? /size_t n = true ? /'
ok_mutant "the record, too" broken $request 's/: memcmp(key, r->record, 34) == 0 \&\& v \&\&/: v \&\&/'
ok_mutant "what is in it, too" broken $request 's/ \&\& is(v, r->value, sizeof r->value) \&\&/ \&\&/'
ok_mutant "a record that ends, too" broken $request 's/sizeof r->value) \&\& v->expires == 0/sizeof r->value)/'
ok_mutant "a seal in the middle, too" broken $keeper 's/^  if (fl_request_is_pending(&k->request)) return stop.*//'
ok_mutant "a request in a request, too" broken $keeper 's/ || fl_request_is_pending(r)) return stop/) return stop/'
ok_mutant "changes between, too" broken $keeper 's/ \&\& !fl_request_is_pending(&k->request)) ||/) ||/'
ok_mutant "a change for nobody, too" broken $keeper 's/key) \&\& !k->o.require_signed \&\&/key) \&\&/'
ok_mutant "a client's number, too" broken $keeper 's/(!fl_signers_have(k->o.signers, key) \&\& /(/'
ok_mutant "that it is in a request, too" broken $request 's/if (fl_signers_have(s, key)) return false;/(void)key;/'
ok_mutant "a record that was not read, too" broken $keeper 's/!l->is || !fl_same_key(l->key, key)/!l->is/'
ok_mutant "an end that is none, too" broken $keeper 's/known \&\& there \&\& before.expires > 0;/known;/'
ok_mutant "a number with an end, too" broken $request 's/^                before->expires == 0;/                true;/'
ok_mutant "number 0, too" broken $request 's/fl_get64(bytes + 32) == 0 || //'
ok_mutant "a part of a change, too" broken $request 's/ \&\& (length - FL_REQUEST_HEAD) % FL_REQUEST_CHANGE == 0;/;/'
ok_mutant "a key for which anybody signs, too" broken $request 's/return is_weak(at) ? .*/return NULL;/'
done_testing
