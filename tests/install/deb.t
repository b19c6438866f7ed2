#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: packages are made twice, with the compiled Coq files, and read by lintian
# Debian packages: the same bytes each time, no error of lintian's, each file in one; what tools/release refuses.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
[ -d _build/theories/Derive ] || skip_all "the Coq files are not built (make proofs)"
temporary_folder
ok "packages are made" tools/deb "$work/one"
# Another second, mask, zone, language and folder for temporary files.
mkdir "$work/tmp"
ok "and again" env TMPDIR="$work/tmp" TZ=Asia/Tokyo LANG=C.UTF-8 HOME=/nonexistent \
  bash -c 'umask 077; tools/deb "$1"' - "$work/two"
is "five of them" "5" "$(find "$work/one" -name '*.deb' | wc -l)"
is "with the same bytes" "$(cd "$work/one" && sha256sum -- *)" "$(cd "$work/two" && sha256sum -- *)"
for f in "$work"/one/*.deb; do dpkg-deb -c "$f" | awk '!/\/$/ { print $6 }'; done | sort | uniq -d >"$work/twice"
is "no file is in two" "" "$(cat "$work/twice")"
depends() { dpkg-deb -f "$work"/one/"$1"_*.deb Depends; }
ok "flcc's clang comes with it" grep -qE '(^| )clang(,|$)' <<<"$(depends fairlead)"
for library in libgmp10 zlib1g libssl3 liblmdb0 libhiredis liblua5.1-0 lua-cjson lua-bitop; do
  ok "and $library, which its programs are linked with" grep -qE "(^| )$library" <<<"$(depends fairlead)"
done
ok "and what it links with" grep -q 'libfairlead-dev (= ' <<<"$(depends fairlead)"
if command -v lintian >/dev/null; then
  ok "lintian has no error" lintian --allow-root --fail-on error "$work"/one/*.deb
  is "and finds each manual page's name" "" "$(lintian --allow-root "$work"/one/*.deb | grep whatis || true)"
else
  echo "# lintian is not installed (tools/setup all)"
fi

# tools/release, in a copy with a history of its own.
copy=$work/copy
mkdir -p "$copy/bin"
cp -r tools editors VERSION CHANGELOG.md "$copy"
printf '#!/bin/sh\necho "$(cat VERSION)"\n' >"$copy/bin/fairlead"
chmod +x "$copy/bin/fairlead"
cd "$copy"
git init -q
git config user.name test
git config user.email test@example.invalid
commit() { git add -A && git commit -qm test && git tag -f "v$(cat VERSION)" >/dev/null; }
refused() { # PATTERN
  local said
  ! said=$(tools/release --check 2>&1) && grep -qE "$1" <<<"$said" || { echo "# $said"; return 1; }
}
version=$(cat VERSION)
sed -i "s/^## $version .*/## $version (2026-01-02)/" CHANGELOG.md
commit
ok "a release is made of a tree that agrees with itself" tools/release --check
is "its date is the change log's" "$(date -u -d 2026-01-02 +%s)" "$(tools/release --date)"
touch new
ok "not with what is not committed" refused 'not committed'
rm new
git tag -d "v$version" >/dev/null
ok "not without a tag" refused "not the tag"
echo 9.9.9 >VERSION
commit
ok "not when VERSION and CHANGELOG.md disagree" refused "VERSION says 9.9.9"
ok "nor the editor's extension" refused 'package.json says'
echo "$version" >VERSION
sed -i "s/^## $version .*/## $version (not yet released)/" CHANGELOG.md
commit
ok "not before it has a date" refused 'has no date'
done_testing
