#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: a clean Debian is made
# A stranger's path: the packages in a clean Debian 12 that has never seen this tree, and README's five uses there.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
[ "$(id -u)" -eq 0 ] || skip_all "a clean system is made by root"
command -v mmdebstrap >/dev/null || skip_all "mmdebstrap is not installed (tools/setup all)"
[ -d _build/theories/Derive ] || skip_all "the Coq files are not built (make proofs)"
temporary_folder
clean=$work/clean
ok "the packages are made" tools/deb "$work/packages"
ok "a clean Debian 12 takes them" mmdebstrap --quiet --variant=apt --include=pkg-config,redis-tools,man-db \
  --customize-hook="mkdir \"\$1/root/packages\"" \
  --customize-hook="copy-in $(echo "$work"/packages/*.deb) /root/packages" \
  --customize-hook="chroot \"\$1\" sh -c 'apt-get install -y --no-install-recommends /root/packages/*.deb'" \
  --skip=cleanup/apt bookworm "$clean"
cp -r tests/install/stranger examples/readme "$clean/root/"
inside() {
  unshare --mount --pid --fork --root="$clean" --mount-proc \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 bash -euc "cd /root/stranger; $1"
}
is "the command is there" "$(cat VERSION)" "$(inside 'fairlead --version' 2>&1)"
ok "and finds the program in order" inside 'fairlead check lines.fl'
is "runs it" 'ask line(1, x"6869")' "$(inside 'printf "hi\n\0" | fairlead run lines.fl | grep "ask line"' 2>&1)"
ok "compiles it" inside 'fairlead compile lines.fl'
ok "the C is built with its driver" inside 'gcc -std=c11 -Wall -Wextra -Werror -O2 main.c lines.c -o lines'
is "and does what it should" "1: one
2: two
2 lines" "$(inside 'printf "one\ntwo\n" | ./lines' 2>&1)"
is "a mistake is shown with its place" "1 wrong.fl:9:" \
  "$(inside 'sed "9s/.*/    loop { lenght(1);/" lines.fl >wrong.fl
    fairlead check wrong.fl 2>err || echo "$? $(grep -m1 -oE "^wrong.fl:9:" err)"')"
is "a server with the loop and AES-GCM is linked" "0" "$(inside 'cat >s.c <<C
#include <fairlead/fairlead_gcm.h>
#include <fairlead/fl_loop.h>
int main(void) { fl_loop_free(NULL); return fl_gcm_message(FL_GCM_OK) == 0; }
C
gcc -std=c11 -Wall -Wextra -Werror s.c -o s $(pkg-config --cflags --libs fairlead-runtime fairlead-gcm)
./s; echo $?' 2>&1)"

# The README's consoles: all five, each as it is printed.
inside 'cat >/root/README.md' <README.md
inside 'cat >/root/readme_blocks.py' <tests/docs/readme_blocks.py
if inside 'command -v python3 >/dev/null'; then
  for kind in "" --coq; do
    said=$(inside "cd /root; python3 readme_blocks.py README.md readme --consoles $kind" 2>&1) || true
    # shellcheck disable=SC2001
    is "what README shows${kind:+, in Coq}" "" "$(sed '/^ok /d; /^1\.\./d' <<<"$said")"
    ok "there is something" grep -q '^ok' <<<"$said"
  done
fi
ok "apropos finds the commands" inside 'mandb >/dev/null 2>&1; apropos fairlead | grep -q fairlead-asm-check'
ok "and a call of threads" inside 'man -w fl_yield >/dev/null'
ok "they can be removed" inside 'apt-get remove -y fairlead libfairlead-dev "libfairlead0*" fairlead-coq fairlead-doc'
is "without a trace" "" "$(find "$clean/usr" -name '*fairlead*' 2>/dev/null)"
done_testing
