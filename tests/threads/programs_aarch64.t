#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: qemu
# Feature programs, a third of them: aarch64 under qemu.
. "$(dirname "$0")/programs_machines.sh"
programs_on aarch64 1
done_testing
