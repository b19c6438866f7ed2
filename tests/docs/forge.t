#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: asks Python's YAML, which mkdocs brings
# .github: the workflow is YAML, has the three tiers, each command in it exists; each line of CODEOWNERS names files.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
python3 -c 'import yaml' 2>/dev/null || skip_all "python3-yaml is not installed (tools/setup all)"
temporary_folder
cat >"$work/check.py" <<'PY'
import os, re, subprocess, sys, yaml
flow = yaml.safe_load(open(sys.argv[1]))
targets = set(re.findall(r"^([a-z-]+):", open("Makefile").read(), re.M))
tiers = set(re.findall(r"^([a-z]+)\)", open("tools/setup").read(), re.M))
made, images = set(), set()
for name, job in flow["jobs"].items():
    container = job["container"]
    images.add(container if isinstance(container, str) else container["image"])
    for step in job["steps"]:
        if "uses" in step:
            if not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]):
                print(f"{name}: {step['uses']}")
            continue
        words = step["run"].split()
        if words[0] == "make":
            made.add(words[1])
            if words[1] not in targets:
                print(f"{name}: no target {words[1]}")
        elif words[0] == "tools/setup":
            if words[1] not in tiers:
                print(f"{name}: no tier {words[1]}")
        elif "/" in words[0]:
            if not os.access(words[0], os.X_OK):
                print(f"{name}: {words[0]} is not there")
        elif words[0] not in ("apt-get", "git"):
            print(f"{name}: what is {words[0]}?")
for tier in ("test", "prove", "test-rest"):
    if tier not in made:
        print(f"no job runs make {tier}")
if "debian:12" not in images:
    print("no job runs on Debian 12")
PY
is "the workflow's commands exist" "" "$(python3 "$work/check.py" .github/workflows/ci.yml 2>&1)"
sed 's/make prove/make proof/; s/setup test/setup tests/' .github/workflows/ci.yml >"$work/wrong.yml"
is "what does not is found" "quick: no tier tests
prove: no target proof
no job runs make prove" "$(python3 "$work/check.py" "$work/wrong.yml" 2>&1)"
grep -v '^#' .github/CODEOWNERS | while read -r pattern _; do
  case $pattern in
  \*) ;;
  /*) [ -e ".$pattern" ] || echo "$pattern" ;;
  *) [ -n "$(git ls-files -- "$pattern")" ] || echo "$pattern" ;;
  esac
done >"$work/nothing"
is "each line of CODEOWNERS names files" "" "$(cat "$work/nothing")"
done_testing
