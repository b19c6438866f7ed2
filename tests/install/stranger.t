#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: a clean Debian is made
# A stranger's path: the package in a clean Debian 12 that has never seen this tree, a first .fl program, a driver in C.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
[ "$(id -u)" -eq 0 ] || skip_all "a clean system is made by root"
command -v mmdebstrap >/dev/null || skip_all "mmdebstrap is not installed (tools/setup test)"
temporary_folder
clean=$work/clean
ok "the package is made" tools/deb
package=$(ls -t out/fairlead_*.deb | head -1)
ok "a clean Debian 12 takes it" mmdebstrap --quiet --variant=apt --include=gcc,libc6-dev,pkg-config \
  --customize-hook="copy-in $package /root" --customize-hook="chroot \"\$1\" sh -c 'apt-get install -y --no-install-recommends /root/*.deb'" \
  --skip=cleanup/apt bookworm "$clean"
cp -r tests/install/stranger "$clean/root/"
inside() { chroot "$clean" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 sh -euc "cd /root/stranger; $1"; }
is "the command is there" "$(cat VERSION)" "$(inside 'fairlead --version' 2>&1)"
ok "and finds the program in order" inside 'fairlead check lines.fl'
is "runs it" 'ask line(1, x"6869")' "$(inside 'printf "hi\n\0" | fairlead run lines.fl | grep "ask line"' 2>&1)"
ok "compiles it" inside 'fairlead compile lines.fl'
ok "the C is built with its driver" inside 'gcc -std=c11 -Wall -Wextra -Werror -O2 main.c lines.c -o lines'
is "and does what it should" "1: one
2: two
2 lines" "$(inside 'printf "one\ntwo\n" | ./lines' 2>&1)"
is "a mistake is shown with its place" "1 wrong.fl:9:" \
  "$(inside 'sed "9s/.*/    loop { lenght(1);/" lines.fl >wrong.fl; fairlead check wrong.fl 2>err || echo "$? $(grep -m1 -oE "^wrong.fl:9:" err)"')"
ok "assembly is checked against itself" inside 'printf ".globl f\nf:\n  mov %%rdi, %%rax\n  ret\n" >f.S; fairlead asm check f.S f.S'
is "a server with the loop and AES-GCM is linked" "0" "$(inside 'cat >s.c <<C
#include <fairlead/fairlead_gcm.h>
#include <fairlead/fl_loop.h>
int main(void) { fl_loop_free(NULL); return fl_gcm_message(FL_GCM_OK) == 0; }
C
gcc -std=c11 -Wall -Wextra -Werror s.c -o s $(pkg-config --cflags --libs fairlead-runtime fairlead-gcm) && ./s; echo $?' 2>&1)"
ok "the manual is there" inside 'test -s /usr/share/man/man1/fairlead-compile.1.gz'
ok "and it can be removed" inside 'apt-get remove -y fairlead'
is "without a trace" "" "$(find "$clean/usr" -name '*fairlead*' 2>/dev/null)"
done_testing
