#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The grammars for editors know the words that the lexer knows, no more and no fewer (types that are no keywords apart), and
# vim colours a file with them.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
# docs/grammar.md is generated from the lexer, which a test of its own checks.
sed -n '/^Keywords cannot/,/^Operators/p' docs/grammar.md | grep -oE '`[a-z]+`' | tr -d '`' | grep -vxE 'word|reserved|member' | sort -u >"$work/lexer"
printf '%s\n' bool u8 u16 u32 u64 | sort - "$work/lexer" >"$work/want"
sed -n 's/^syntax keyword [A-Za-z]* //p' editors/vim/syntax/fairlead.vim | tr ' ' '\n' | sort >"$work/vim"
is "vim: each word of the language once" "$(cat "$work/want")" "$(cat "$work/vim")"
python3 - >"$work/vscode" <<'PY'
import json, re
grammar = json.load(open("editors/vscode/syntaxes/fairlead.tmLanguage.json"))
for pattern in grammar["patterns"]:
    words = re.fullmatch(r"\\b\(([a-z0-9|]+)\)\\b", pattern.get("match", ""))
    if words:
        print("\n".join(words[1].split("|")))
PY
is "VS Code: each word of the language once" "$(cat "$work/want")" "$(sort "$work/vscode")"
for f in editors/vscode/*.json editors/vscode/*/*.json; do ok "$f is JSON" python3 -m json.tool "$f" /dev/null; done
is "the extension's version is ours" "$(cat VERSION)" "$(python3 -c 'import json; print(json.load(open("editors/vscode/package.json"))["version"])')"
done_testing
