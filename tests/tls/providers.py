# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the provider has that a test is run with, PROVIDER.

    providers.py WHAT    status 0 if it lacks that"""
import os
import sys

P256, P384, P521, X25519, X448, HYBRID = 23, 24, 25, 29, 30, 0x11ec
NAMED = {"P-256": P256, "P-384": P384, "P-521": P521, "X25519": X25519, "X448": X448, "X25519MLKEM768": HYBRID}
LACKS = {"libcrypto": {"X25519MLKEM768"}, "aws-lc": {"X448"},
         "mbedtls": {"X25519MLKEM768", "X448", "P-521", "ed25519"}}[os.environ.get("PROVIDER", "libcrypto")]
GROUPS = {number for name, number in NAMED.items() if name not in LACKS}

if __name__ == "__main__":
    sys.exit(0 if sys.argv[1] in LACKS else 1)
