# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Wycheproof file as lines: result key iv aad msg ct tag, in hexadecimal, `-' when empty."""
import json
import sys

for group in json.load(open(sys.argv[1]))["testGroups"]:
    for test in group["tests"]:
        print(test["result"], *(test[k] or "-" for k in ("key", "iv", "aad", "msg", "ct", "tag")))
