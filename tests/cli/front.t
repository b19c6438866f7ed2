#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The command line around .fl files: what is said, and with which exit status, when it makes no sense, when files are
# missing, unreadable or empty, when nothing can be written; standard input; what `graph` and `report` show.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
export PATH="$PWD/bin:$PATH"
root=$PWD
temporary_folder
cd "$work"

# Every line must be in what the command says, and the status right.
says() { # NAME STATUS LINES COMMAND...
  local name=$1 status=$2 lines=$3 out got=0 line
  shift 3
  out=$("$@" 2>&1 </dev/null) || got=$?
  while IFS= read -r line; do
    grep -qF -- "$line" <<<"$out" || got="$got, without: $line"
  done <<<"$lines"
  is "$name" "$status" "$got"
}

for c in check compile run graph report format; do
  says "$c without a file" 2 "required argument FILE is missing" fairlead $c
  says "$c with an unknown option" 2 "unknown option '--frob'" fairlead $c --frob x.fl
  says "$c of a missing file" 1 "missing.fl: error: cannot read it: no such file or directory
  help: name a readable .fl file" fairlead $c missing.fl
  says "$c of a file without a name" 2 "a file's name is empty" fairlead $c ""
  says "$c of a folder" 1 "/: error: cannot read it: it is a directory" fairlead $c /
  says "$c: the manual has the statuses that it has" 0 "on a command line that makes no sense." fairlead $c --help=plain
done
says "an unknown command" 2 "unknown command 'frobnicate'" fairlead frobnicate
says "an assembly command's manual" 0 "on a command line that makes no sense." fairlead asm check --help=plain

: >empty.fl
echo 'fn f() -> u32 { return 1; }' >plain.fl
cat >ask.fl <<'F'
effect first() -> u32;
effect second(n: u32);
coroutine inner() -> u32 asks first { return ask first(); }
coroutine outer() asks first, second {
  var n = 0;
  while n < 3 {
    n = call inner();
    ask second(n);
  }
  n = ask first();
  ask second(n);
}
F
says "an empty file is in order" 0 "" fairlead check empty.fl
says "but has nothing to compile" 1 "empty.fl: error: there is nothing to compile" fairlead compile empty.fl
for c in run graph report; do says "$c wants a coroutine" 1 "plain.fl: error: it has no coroutine" fairlead $c plain.fl; done
for c in compile run graph report; do
  says "$c: an entry that is not there" 1 "help: did you mean \`outer\`?" fairlead $c ask.fl --entry outr
done
says "a bad prefix" 2 "--prefix: error:" fairlead compile ask.fl --prefix 9x
says "bad input" 2 "--input: error: these are not pairs of hexadecimal digits" fairlead run ask.fl --input 0g
says "no folder to write to" 1 "fairlead: error: cannot write" fairlead compile ask.fl -o ask.fl/out
says "an output without a name" 2 "--output: error: this is no folder" fairlead compile ask.fl -o ''
cp ask.fl string.fl
says "a header that would hide C's" 1 "string.fl: error: its C header would hide the standard one, <string.h>" fairlead compile string.fl

# What was there stays, all of it, when the new files cannot be written, all of them.
mkdir old
echo old | tee old/ask.h >old/ask.c
mkdir old/ask_main.c
says "a folder in the place of a file" 1 "cannot write old/ask_main.c: Is a directory" fairlead compile ask.fl --main -o old
rmdir old/ask_main.c
said=$(ulimit -f 0; trap '' XFSZ; fairlead compile ask.fl -o old 2>&1) && said="status 0: $said"
is "no room: said, with the file's name" "fairlead: error: cannot write old/ask.h.part: File too large
  help: give a folder that can be written, or made, with -o DIR" "$said"
said=$(bash -c "ulimit -f 0; fairlead compile ask.fl -o old; echo status \$?" 2>&1)
ok "a write is interrupted" grep -q "status 153" <<<"$said"
is "and the old files are there" "old old" "$(cat old/ask.h) $(cat old/ask.c)"
mkdir linked
printf 'fn   f() { }\n' >linked/real.fl
chmod 640 linked/real.fl
ln -s real.fl linked/name.fl
fairlead format linked/name.fl
is "what a link leads to is replaced, not the link, and keeps its permissions" "fn f() { } 640 real.fl" \
  "$(cat linked/real.fl) $(stat -c %a linked/real.fl) $(readlink linked/name.fl)"
ok "a folder is made" eval "fairlead compile ask.fl -o new/folder && test -s new/folder/ask.h"

says "a picture where none can be written" 1 "fairlead: error: cannot write nowhere/x.svg" fairlead graph ask.fl -o nowhere/x.svg
says "a picture of an unknown kind" 2 "help: end it in .svg, .png or .pdf" fairlead graph ask.fl -o x.gif
mkdir bare
ln -s "$root/bin/fairlead" bare/
says "without Graphviz" 1 "help: install the package graphviz" env PATH="$work/bare" fairlead graph ask.fl -o x.svg

is "check reads standard input" "<stdin>:1:24: error: nothing called \`x\` is known here" \
  "$(echo 'fn f() -> u32 { return x; }' | fairlead check - 2>&1 | head -1)"
ok "which may import from here" fairlead check - <<<'import "plain.fl"; fn g() -> u32 { return plain.f(); }'
is "graph reads it too" 'digraph "outer" {' "$(fairlead graph - <ask.fl | head -1)"
says "compile does not" 2 "standard input has no name" fairlead compile -
says "run cannot read both from it" 2 "give the input with --input HEX" fairlead run -
is "but it can read the program" "ask second(7)" "$(fairlead run - --input 07000000 <ask.fl | sed -n 2p)"

cat >extern.fl <<'F'
extern fn outside() -> u32;
effect put(n: u32);
fn inside() -> u32 { return outside(); }
coroutine calls() asks put { ask put(inside()); }
coroutine quiet() asks put { ask put(1); }
F
is "a coroutine runs though others call into C" "ask put(1)" "$(fairlead run extern.fl --input '' | head -1)"
says "one that does is refused" 1 "cannot run \`calls\`: it calls the extern function \`outside\`, which only C has" \
  fairlead run extern.fl --input '' --entry calls

full() { "$@" >/dev/full; }
for c in "graph ask.fl" "report ask.fl" "run ask.fl --input 00" "--help=plain"; do
  # shellcheck disable=SC2086
  says "$c: nowhere to print" 1 "fairlead: error: cannot write to standard output: No space left on device" full fairlead $c
done

# Assembly, too, comes from strangers.
printf 'f:\n ret\n' >ret.S
says "asm coq --regions: no such file" 1 "none.S: error: no such file or directory" \
  fairlead asm coq ret.S --regions none.S
{ echo f:; printf ' addq '; printf '%100000s\n' '' | tr ' ' '('; } >deep.S
{ echo f:; printf ' movq $'; printf '%300000s' '' | tr ' ' '-'; echo 1, %rax; } >minus.S
for c in check print taint lower; do
  for f in deep minus; do
    two=; [ $c = check ] && two=$f.S
    # shellcheck disable=SC2086
    says "asm $c: $f" 1 "error: the input is too large, or too deeply nested" fairlead asm $c $f.S $two
  done
done

# The numbers in the picture are those of the C: `at` is set to the number just before returning the status.
fairlead compile ask.fl
in_c=$(grep -oE 'f->at = [0-9]+; return FL_ASKS_[a-z]+' ask.c | sed -E 's/f->at = ([0-9]+); return FL_ASKS_/\1: /' | sort -u)
asks=$(fairlead graph ask.fl | sed -nE 's/^ *at_([0-9]+) \[label="([0-9]+: [a-z]+)\\n.*/\2/p' | sort -u)
for line in "3: second" "4: first" "5: second"; do
  ok "graph has '$line'" grep -qx "$line" <<<"$asks"
  ok "and so has the C" grep -qx "$line" <<<"$in_c"
done
ok "a call is drawn as one" grep -q '"2: call inner\\nline 7", shape=box, style="rounded,dashed"' <(fairlead graph ask.fl)
is "edges lead to what may be next" "at_3 -> at_2
at_3 -> at_4" "$(fairlead graph ask.fl | sed -nE 's/^ *(at_3 -> at_[0-9]);/\1/p' | sort)"
# Both rounds can begin from the start and from either request: six edges, drawn as five over a point. It ends nowhere else.
cat >alike.fl <<'F'
effect a() -> bool;
effect b() -> bool;
coroutine alike() asks a, b { var x: bool = true; loop { if x { x = ask a(); } else { x = ask b(); } if !x { if ask b() { return; } } } }
F
is "states that go on alike share a point" "at_2 -> next
at_3 -> next
at_4 -> at_2
at_4 -> at_3
next -> at_2
next -> at_3
next -> at_4
start -> at_2
start -> at_3" "$(fairlead graph alike.fl | sed -nE 's/next_[0-9]/next/g; s/^ *(\w+ -> \w+).*;/\1/p' | sort)"
is "it may end where the border is double" "at_4" "$(fairlead graph alike.fl | sed -nE 's/^ *(\w+) .*peripheries=2.*/\1/p')"
# What it says of an order: marks on the way, in which states control is where, the automaton with cases.
cat >ordered.fl <<'F'
union Kind { small, large(u32) }
effect hello() -> u8;
effect data(kind: Kind);
effect bye();
coroutine greet() -> bool asks hello { return ask hello() > 3; }
coroutine ordered(n: u32) asks hello, data, bye
  order { begin { hello => open } open { data(small), data(large), mark full => over, bye => over } over { } }
{
  let _ = call greet();
  for i in 0..n { ask data(Kind.small); }
  if n > 3 { mark full; return; }
  ask bye();
}
F
edges() { sed -nE 's/next_[0-9]/next/g; s/mark_[0-9]+/mark/; s/^ *(\w+ -> \w+( \[label=.*\])?).*;/\1/p' | sort; }
is "control goes by marks, and an order has edges" 'at_2 -> next
at_3 -> next
next -> at_3
next -> at_4
next -> mark
order_0 -> order_1 [label="hello"]
order_1 -> order_2 [label="mark full\nbye"]
start -> at_2' "$(fairlead graph --entry ordered ordered.fl | edges)"
fairlead graph --entry ordered ordered.fl >ordered.dot
is "what stays in a state, and where it begins" 'begin", shape=box, style=bold
open\n\ndata(small)\ndata(large)", shape=box
over", shape=box' "$(sed -nE 's/^ *order_[0-9] \[label="(.*)\];/\1/p' ordered.dot)"
is "where control is in which state" '2: call greet\nline 9\nin begin
3: data\nline 10\nin open
4: bye\nline 12\nin open' "$(sed -nE 's/^ *at_[0-9] \[label="([^"]*)".*/\1/p' ordered.dot)"
is "who goes on to a mark may end" "at_2 at_3 at_4" "$(sed -nE 's/^ *(\w+) .*peripheries=2.*/\1/p' ordered.dot | xargs)"
cat >told.fl <<'F'
union Verdict { fine, bad(u8) }
effect verify() -> Verdict;
effect yes() -> bool;
coroutine told() asks verify, yes
  order { begin { verify -> fine => good, verify -> bad } good { yes -> true => begin, yes -> false } }
{
  if ask verify() is fine { let _ = ask yes(); }
}
F
is "an answer is on its edge" 'at_2 -> at_3
order_0 -> order_1 [label="verify -> fine"]
order_1 -> order_0 [label="yes -> true"]
start -> at_2' "$(fairlead graph told.fl | edges)"
ok "an order is drawn" eval "fairlead graph --entry ordered ordered.fl -o x.svg && grep -q 'its order' x.svg"
ok "graph draws SVG" eval "fairlead graph ask.fl -o x.svg && grep -q '<svg' x.svg && grep -q 'call inner' x.svg"
ok "and PNG" eval "fairlead graph ask.fl -o x.png && head -c 4 x.png | grep -q PNG"
ok "and writes its source" eval "fairlead graph ask.fl -o x.dot && grep -q digraph x.dot"

# What is written is never what it is made from, whatever it is called and wherever links lead.
mkdir over
for name in it.c it.h; do
  echo 'fn f() { }' >over/$name
  is "compile $name: status" 1 "$(fairlead compile over/$name -o over 2>/dev/null; echo $?)"
  is "and it is as it was" "fn f() { }" "$(cat over/$name)"
done
ok "elsewhere it can be" fairlead compile over/it.c -o over/out
printf 'import "inner.c" as other;\nfn f() { other.g(); }\n' >over/inner.fl
echo 'fn g() { }' >over/inner.c
is "an import: status" 1 "$(fairlead compile over/inner.fl -o over 2>/dev/null; echo $?)"
is "and it is as it was" "fn g() { }" "$(cat over/inner.c)"
echo 'fn f() { }' >over/linked.fl
ln -s linked.fl over/linked.c
is "a link to the source: what is said" "over/linked.fl: error: over/linked.c would be written over it" \
  "$(fairlead compile over/linked.fl -o over 2>&1 | head -1)"
is "and it is as it was" "fn f() { }" "$(cat over/linked.fl)"
echo 'fn f() { }' >over/x_main.c
printf 'import "x_main.c" as other;\ncoroutine c() { other.f(); }\n' >over/x.fl
is "--main: status" 1 "$(fairlead compile --main over/x.fl -o over 2>/dev/null; echo $?)"
echo '// mine' >over/hdr.h
printf 'extern fn g();\nfn f() { g(); }\n' >over/hdr.fl
for header in hdr.h ./hdr.h over/hdr.h; do
  is "--extern-header $header: status" 2 \
    "$(fairlead compile over/hdr.fl -o over --extern-header $header 2>/dev/null; echo $?)"
done
is "and it is as it was" "// mine" "$(cat over/hdr.h)"

# Nobody hears what is said: the status says it.
printf 'fn f() -> u32 { return y; }\n' >deaf.fl
printf 'coroutine t() { trap; }\n' >traps.fl
for to in '&-' /dev/full; do
  is "2>$to: a mistake" 1 "$(eval "fairlead check deaf.fl 2>$to"; echo $?)"
  is "2>$to: no such file" 1 "$(eval "fairlead report none.fl 2>$to"; echo $?)"
  is "2>$to: no such option" 2 "$(eval "fairlead check --none 2>$to"; echo $?)"
  is "2>$to: a wrong option" 2 "$(eval "fairlead compile --prefix 9 deaf.fl 2>$to"; echo $?)"
  is "2>$to: a warning" 0 "$(eval "fairlead compile ask.fl --stack-limit=1 2>$to"; echo $?)"
  is "2>$to: where it trapped" "trap 0" \
    "$(eval "fairlead run traps.fl --input '' 2>$to" | tr '\n' ' '; echo "${PIPESTATUS[0]}")"
done
is "run, without standard input" "1 <stdin>: error: cannot read it: Bad file descriptor" \
  "$(fairlead run ask.fl <&- 2>said; echo "$? $(head -1 said)")"
is "run, from a folder" "1 <stdin>: error: cannot read it: Is a directory" \
  "$(fairlead run ask.fl </ 2>said; echo "$? $(head -1 said)")"

# A terminal obeys control characters.
is "control characters in an option" 'ask.fl: error: it has no coroutine `\x1b[31mx\x0ay` for --entry' \
  "$(fairlead report ask.fl --entry $'\e[31mx\ny' 2>&1 | head -1)"
printf 'fn f() -> u32 { return y; }\n' >$'a\nb.fl'
is "and in a name" 'a\x0ab.fl:1:24: error: nothing called `y` is known here' \
  "$(fairlead check $'a\nb.fl' 2>&1 | head -1)"

# Numbers that make no sense, before anything is read; what has a range of its own says it in another place.
number() { # OPTION VALUE COMMAND...
  local status=0
  fairlead "${@:3}" "$1=$2" >said 2>&1 </dev/null || status=$?
  is "${*:3} $1=$2" "2 fairlead: option '$1': \`$2' is no number" "$status $(head -1 said | grep -o '.* is no number')"
}
printf '\t.globl f\nf:\tnop\n\tret\n' >k.S
for value in -1 0 1x 99999999999999999999; do number --steps "$value" run ask.fl; done
for value in -5 1x 99999999999999999999; do number --stack-limit "$value" compile ask.fl; done
for value in -1 0 10000; do number --loop "$value" asm transform --peel k.S; done
for value in -2 1 65; do number --unroll "$value" asm transform k.S; done
for option in --rotate --sink; do number $option -1 asm transform k.S; done
for wrong in --seconds=-1 --seconds=nan --seconds=inf --candidates=-1 --population=0 --prefetches=-1; do
  number "${wrong%=*}" "${wrong#*=}" asm optimize --harness true k.S order
done
is "other numbers are seeds, or held against a range by their command" \
  "asm/fairlead_asm_cli.ml 3, asm/search/optimize.ml 1, monitor/gen_cmd.ml 2, monitor/verify_cmd.ml 1, " \
  "$(cd "$root/compiler" && grep -rcE 'opt \(?(some )?(int|float)\b' --include='*.ml' --exclude-dir=extracted . |
    sed -n 's/^\.\/\(.*\):\([1-9].*\)/\1 \2/p' | LC_ALL=C sort | tr '\n' ',' | sed 's/,/, /g')"

is "report names what is called, and where it lies" "coroutine outer
  states: 5 (its start and 4 suspension points)
  stack: at most 1128 bytes, without external functions
  frame: 8 bytes, aligned to 4
        0..0     (state)                  u8
        1..1     (call)                   coro inner
        4..7     n                        u32" "$(fairlead report ask.fl)"
is "and a frame's size is the header's" "#define FL_OUTER_SIZE 8" "$(grep SIZE ask.h)"
done_testing
