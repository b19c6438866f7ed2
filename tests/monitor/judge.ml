(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type seen = {
  keys : string list;
  run : string option list -> string option list option;
  epoch : int;
}

let sequential threads =
  let threads = Array.map Array.of_list threads in
  let dead = Hashtbl.create 64 in
  (* [at] counts what each thread has done; [store] is sorted, so that it can be a key *)
  let rec go at store =
    if Array.for_all2 (fun n ops -> n = Array.length ops) at threads then true
    else
      let state = (Array.to_list at, store) in
      if Hashtbl.mem dead state then false
      else begin
        let next = Array.mapi (fun i ops -> if at.(i) < Array.length ops then Some ops.(at.(i)) else None) threads in
        let epoch = Array.fold_left (fun e op -> match op with Some o -> min e o.epoch | None -> e) max_int next in
        let move i op =
          let at' = Array.copy at in
          at'.(i) <- at.(i) + 1;
          let put store key value = List.sort compare ((key, value) :: List.remove_assoc key store) in
          match op.run (List.map (fun k -> Option.join (List.assoc_opt k store)) op.keys) with
          | None -> false
          | Some news -> go at' (List.fold_left2 put store op.keys news)
        in
        let found = ref false in
        Array.iteri
          (fun i op ->
            match op with Some op when op.epoch = epoch && not !found -> found := move i op | _ -> ())
          next;
        if not !found then Hashtbl.replace dead state ();
        !found
      end
  in
  go (Array.map (fun _ -> 0) threads) []
