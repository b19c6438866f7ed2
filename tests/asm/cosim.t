#!/usr/bin/env bash
# Every form of the model against this processor, briefly; `fairlead asm cosim' alone is the long run.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
ok "the model and the processor agree on every form" fairlead asm cosim --states 50 --seed "${SEED:-$RANDOM}"
done_testing
