(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

let example =
  [ "#include <stdio.h>"; "#include <fl_threads.h>"; "static cps void worker(int id)"; "{";
    "  fl_yield(); /* others have their turn */"; "  printf(\"%d\\n\", id);"; "}"; "int main(void)"; "{";
    "  for (int id = 0; id < 3; id++) fl_spawn(worker(id));"; "  return (int)fl_main_loop();"; "}" ]

let options =
  [ ("--erased", "threads with stacks of their own, in the same order: for debuggers");
    ("--poison", "overwrite what frames do not hold: for tests of the translator");
    ("--parts", "each function as several functions of C: for tests of the translator");
    ("--emit-c", "print the translated C, or write it where -o says");
    ("--help, --version", "of flcc; all other options are the C compiler's") ]

let help () =
  let option (name, what) = Printf.sprintf "  %-18s %s\n" name what in
  let line text = "  " ^ text ^ "\n" in
  Exit_status.print
    ("usage: flcc [OPTION]... FILE...\n\
      Compiles C in which functions may suspend, as cc does: functions are marked `cps`, and files that include\n\
      fl_threads.h are linked with the library of flcc.\n\nOptions that are not cc's:\n"
    ^ String.concat "" (List.map option options)
    ^ "\nFLCC_CC names the compiler (gcc; clang; a cross compiler of gcc's): `"
    ^ String.concat " " (Cc.back_end ()) ^ " --help` has its options. Files with marks are also read by clang 14.\n"
    ^ "\nExample, squares.c:\n" ^ String.concat "" (List.map line example)
    ^ "  $ flcc -O2 -o squares squares.c && ./squares\n")

(* Build systems look for the compiler's own words. *)
let version number arguments =
  match Exit_status.print (Printf.sprintf "flcc (Fairlead) %s, which compiles by:\n" number) with
  | 0 -> Cc.hand_on arguments
  | failed -> failed
