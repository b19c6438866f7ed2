(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type 'a state = Pending | Busy | Known of 'a | Failed
type 'a t = 'a state ref
type chain = int ref

let pending () = ref Pending
let chain () = ref 0
let max_chain = 1000

let force chain (name : Surface.name) value compute =
  match !value with
  | Known x -> x
  | Failed -> raise Errors.Reported
  | Busy ->
      Diagnostic.fail name.loc "the definition of `%s` depends on itself" name.id
        ~help:"break the circle: one of the definitions in it must not use the others"
  | Pending -> (
      let level = !chain in
      if level > max_chain then
        Diagnostic.fail name.loc "more than %d definitions depend on each other one after the other" max_chain
          ~help:"declare some of them before they are used";
      value := Busy;
      chain := level + 1;
      match compute () with
      | x -> chain := level; value := Known x; x
      | exception e -> chain := level; value := Failed; raise e)
