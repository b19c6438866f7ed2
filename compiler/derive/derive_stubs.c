// SPDX-License-Identifier: Apache-2.0 OR MIT
#include <caml/mlvalues.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>

// Of an open folder, which OCaml's lockf does not take; the system undoes it when we end, however that is.
value fairlead_lock(value descriptor) { return Val_bool(flock(Int_val(descriptor), LOCK_EX) == 0); }

// In a child: Coq must not go on for hours when we were killed.
value fairlead_end_with_parent(value unit) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  return unit;
}
