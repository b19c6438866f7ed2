(** What every file of Fairlead starts from: coq-stdpp, with sections that
    name the variables their lemmas use. *)
From stdpp Require Export prelude.

Global Set Default Proof Using "Type".
