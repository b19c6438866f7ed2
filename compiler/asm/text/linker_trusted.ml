(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(* Linkers have patterns for NAME and for NAME.*, and some for what else begins so. *)
let begins name prefix = String.starts_with ~prefix name
let is_code name = name = ".text" || (String.length name > 6 && begins name ".text.")

let among_code name =
  List.mem name [ ".text"; ".stub"; ".ltext" ]
  || List.exists (begins name)
       [ ".text."; ".init"; ".fini"; ".plt"; ".iplt"; ".lplt"; ".ltext."; ".gnu.linkonce.t."; ".gnu.linkonce.lt.";
         ".gnu.warning"; (* compiled when it is linked: *) ".gnu.lto_"; ".gnu.offload_lto_"; ".llvm.lto" ]
     (* lists of addresses; what is in them is entered, which is looked at elsewhere *)
     && not (List.exists (begins name) [ ".init_array"; ".fini_array" ])

let left_out name =
  List.mem name [ ".comment"; ".line"; ".stab"; ".stabstr"; ".GCC.command.line"; ".gnu.attributes"; ".gdb_index" ]
  || List.exists (begins name) [ ".debug"; ".zdebug"; ".note"; ".stab."; ".gnu.debug"; ".gnu_debug"; ".llvm" ]
