#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: asks mkdocs
# `make site`: built without a network; each link leads to a page and a heading; nothing is loaded from afar.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
command -v mkdocs >/dev/null || skip_all "mkdocs is not installed (tools/setup all)"
temporary_folder
site() { unshare --net --map-root-user tools/site 2>&1 || tools/site; }
ok "the site is built" site
is "README's examples are code" "1" "$(grep -c 'class="language-fl">effect next' out/site/html/index.html)"
ok "a table is a table" grep -q '<th>tier</th>' out/site/html/CONTRIBUTING.html
page=out/site/html/docs/asm.html
cp "$page" "$work/kept"
trap 'cp "$work/kept" "$page"; rm -rf "$work"' EXIT
cat >>"$page" <<H
<p><a href="gcm.html#nowhere">x</a>
<a href="missing.html">y</a><script src="https://example.invalid/x.js"></script>
H
said=$(tools/site --check 2>&1 >/dev/null || true)
is "a bad link is found" "site: docs/asm.html: gcm.html#nowhere has no such heading
site: docs/asm.html: missing.html is not there
site: docs/asm.html: https://example.invalid/x.js is loaded from elsewhere" "$said"
done_testing
