(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let of_the_header = [ "cps"; "fl_spawn"; "fl_spawned"; "fl_detached"; "fl_attached"; "fl_defer"; "fl_yield";
  "fl_sleep"; "fl_main_loop"; "fl_io_wait"; "fl_wait" ]

(* Words that are the header's, in a file that cc did not take, and that has not seen the header. *)
let header ~name source =
  if not (Ctype.contains source "fl_threads.h\"") then
    let p = Preprocessed.of_text ~name source in
    let is_one (t : Preprocessed.token) = List.mem t.word of_the_header in
    match List.find_opt is_one (Preprocessed.tokens p ~first:0 ~last:(String.length source)) with
    | None -> ()
    | Some t ->
        let file, line = Preprocessed.origin p t.at in
        Printf.eprintf "%s:%d: help: `%s` is a word of fl_threads.h: put `#include <fl_threads.h>` in front\n%!" file
          line t.word
