# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the provider has that a test is run with, PROVIDER; the same list as in common.sh."""
import os

P256, P384, P521, X25519, X448, HYBRID = 23, 24, 25, 29, 30, 0x11ec
GROUPS = {"libcrypto": {X25519, P256, P384, P521, X448}, "aws-lc": {HYBRID, X25519, P256, P384, P521},
          "mbedtls": {X25519, P256, P384}}[os.environ.get("PROVIDER", "libcrypto")]
