#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: qemu
# Feature programs, a third of them: i686 under qemu.
. "$(dirname "$0")/programs_machines.sh"
programs_on i686 0
done_testing
