(** A program and its layout as Coq terms, with the theorems about them: [fairlead coq]. *)

val print : Fairlead_lang.Program_info.t -> Fairlead_lang.Layout.t -> file:string -> string
