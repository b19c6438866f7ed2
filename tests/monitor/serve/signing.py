# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Keys of clients that sign, and their requests as words of the command SIGNED."""
import os
import subprocess

from fairlead_signed import Signer, request, signature_of
from harness import folder

LIBRARY = os.environ["FAIRLEAD_RECEIPTS"]


def read(name):
    with open(os.path.join(folder, name), "rb") as f:
        return f.read()


def key(name):
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", os.path.join(folder, name)], check=True,
                   capture_output=True)
    return Signer(read(name), LIBRARY)


def write(name, text):
    with open(os.path.join(folder, name), "w") as f:
        f.write(text)
    return f.name


def words_of(proof, signer, number, changes):
    """`changes' are (kind, key, value, number), as fairlead_signed.py has them."""
    signed, _ = request(proof, signer, number, changes)
    words = [b"SIGNED", signer.key.encode(), b"%d" % number, signature_of(signed)]
    for kind, k, value, n in changes:
        words += {"p": [b"set", k, value, b"%d" % n], "d": [b"del", k], "i": [b"incrby", k, b"%d" % n]}[kind]
    return words
