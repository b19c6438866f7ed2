(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A function as flcc took it apart.

    What the check was given of [serve], by flcc, and accepts:
<<
    static cps int serve(int c)
    {
      int sum = 0, n;
      while ((n = next(c)) > 0 && ready(c))
        switch (n) {
        case 1:
          sum += next(c) + next(sum);
          break;
        case 2:
          for (int i = 0; i < next(c); i++) {
            if (i == sum)
              continue;
            put(c, i ? next(i) : sum, next(n));
          }
          break;
        default:
          return ready(c) || n > 9 ? sum : next(n);
        }
      return sum;
    }
>> *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told.
From Fairlead.Threads.Unhoist Require Import Tree Unhoisted.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Definition served_name (v : nat) : token :=
  nth v ["c"; "sum"; "n"; "i"; "fl__1"; "fl__2"; "fl__3"; "fl__5"] "".
Definition served_framed (v : nat) : bool := (v <=? 4)%nat.
Definition served_temporary (v : nat) : bool := (4 <=? v)%nat.
Definition served_source : list token :=
  ["int"; "sum"; "="; "0"; ","; "n"; ";"; "while"; "("; "("; "n"; "="; "next"; "("; "c"; ")"; ")"; ">"; "0"; "&&";
  "ready"; "("; "c"; ")"; ")"; "switch"; "("; "n"; ")"; "{"; "case"; "1"; ":"; "sum"; "+="; "next"; "("; "c"; ")";
  "+"; "next"; "("; "sum"; ")"; ";"; "break"; ";"; "case"; "2"; ":"; "for"; "("; "int"; "i"; "="; "0"; ";"; "i"; "<";
  "next"; "("; "c"; ")"; ";"; "i"; "++"; ")"; "{"; "if"; "("; "i"; "=="; "sum"; ")"; "continue"; ";"; "put"; "(";
  "c"; ","; "i"; "?"; "next"; "("; "i"; ")"; ":"; "sum"; ","; "next"; "("; "n"; ")"; ")"; ";"; "}"; "break"; ";";
  "default"; ":"; "return"; "ready"; "("; "c"; ")"; "||"; "n"; ">"; "9"; "?"; "sum"; ":"; "next"; "("; "n"; ")"; ";";
  "}"; "return"; "sum"; ";"].
Definition served : tree :=
  (SThen (SEnded (SThen (SType [(8, "int")]) (SThen (SInitialized 9 1 [] (SSame [(11, "0")])) (SThen (SType [(12,
  ",")]) (SVariable 13 2 []))))) (SThen (SWhile (SAnd 5 (SThen (SSame [(17, "(")]) (SThen (SNamed 18 2) (SThen (SSame
  [(19, "=")]) (SThen (SCalled 1 (Some "next") (SCallee [(20, "next")]) (SArgument (SNamed 22 0) SNil) (Some 4))
  (SSame [(24, ")"); (25, ">"); (26, "0")]))))) (SCalled 2 (Some "ready") (SCallee [(28, "ready")]) (SArgument
  (SNamed 30 0) SNil) (Some 6))) (SSwitch (SNamed 35 2) (SBraces (SThen (SThen (SCase (SSame [(38, "case"); (39,
  "1")])) (SEnded (SEffect (SThen (SNamed 41 1) (SThen (SSame [(42, "+=")]) (SThen (SCalled 3 (Some "next") (SCallee
  [(43, "next")]) (SArgument (SNamed 45 0) SNil) (Some 4)) (SThen (SSame [(47, "+")]) (SCalled 4 (Some "next")
  (SCallee [(48, "next")]) (SArgument (SNamed 50 1) SNil) (Some 5))))))))) (SThen (SPlain (SSame [(53, "break"); (54,
  ";")])) (SThen (SThen (SCase (SSame [(55, "case"); (56, "2")])) (SFor "fl__continue_4" (SEnded (SThen (SType [(60,
  "int")]) (SInitialized 61 3 [] (SSame [(63, "0")])))) (STest (SThen (SNamed 65 3) (SThen (SSame [(66, "<")])
  (SCalled 5 (Some "next") (SCallee [(67, "next")]) (SArgument (SNamed 69 0) SNil) (Some 4))))) (SEffect (SThen
  (SNamed 72 3) (SSame [(73, "++")]))) (SBraces (SThen (SPlain (SThen (SSame [(76, "if"); (77, "(")]) (SThen (SNamed
  78 3) (SThen (SSame [(79, "==")]) (SThen (SNamed 80 1) (SThen (SSame [(81, ")")]) (SThen (SOurs ["goto";
  "fl__continue_4"]) (SThen (SStood [(82, "continue")]) (SSame [(83, ";")]))))))))) (SEnded (SQuiet (SCalled 8 (Some
  "put") (SCallee [(84, "put")]) (SArgument (SNamed 86 0) (SArgument (SChoice 4 (SNamed 88 3) (SCalled 6 (Some
  "next") (SCallee [(90, "next")]) (SArgument (SNamed 92 3) SNil) (Some 5)) (SNamed 95 1)) (SArgument (SCalled 7
  (Some "next") (SCallee [(97, "next")]) (SArgument (SNamed 99 2) SNil) (Some 6)) SNil))) None))))))) (SThen (SPlain
  (SSame [(104, "break"); (105, ";")])) (SThen SDefault (SReturn (SChoice 6 (SOr 5 (SCalled 9 (Some "ready") (SCallee
  [(109, "ready")]) (SArgument (SNamed 111 0) SNil) (Some 4)) (SThen (SNamed 114 2) (SSame [(115, ">"); (116,
  "9")]))) (SNamed 118 1) (SCalled 10 (Some "next") (SCallee [(120, "next")]) (SArgument (SNamed 122 2) SNil) (Some
  7)))))))))))) (SPlain (SThen (SOurs ["{"; "fl__s"; "->"; "fl__out"; "."; "result"; "="; "("]) (SThen (SStood [(126,
  "return")]) (SThen (SNamed 127 1) (SThen (SOurs [")"; ";"; "return"; "FL_DONE"; ";"; "}"]) (SStood [(128,
  ";")])))))))).
Definition served_said : list unit_of_c := [
  UnitOf 0 true false true [(["int"], "fl__2"); (["int"], "fl__3"); (["int"], "fl__5")] [] [] false false (TThen
  (TSet Assigned [] [] 1 [Copied [(11, "0")]]) (TThen (TFor (TThen (TCall (CallOf 1 Framed (ByName "next") [(["int"],
  [Place 0])] [["int"]] None [] (Some (4, Assigned)) ["int"] true)) (TThen (TIf [Copied [(17, "(")]; Place 2; Copied
  [(19, "=")]; Place 4; Copied [(24, ")"); (25, ">"); (26, "0")]] (TThen (TCall (CallOf 2 Framed (ByName "ready")
  [(["int"], [Place 0])] [["int"]] None [] (Some (6, Assigned)) ["int"] true)) (TSet Assigned [] [] 5 [Own ["!"; "!";
  "("]; Place 6; Own [")"]])) (TSet Assigned [] [] 5 [Own ["0"]])) (TThen (TIf [Place 5] TNone TBreak) (TSwitch
  [Place 2] (TBlock (TThen (TCase [Copied [(38, "case"); (39, "1")]; Own [":"]]) (TThen (TCall (CallOf 3 Framed
  (ByName "next") [(["int"], [Place 0])] [["int"]] None [] (Some (4, Assigned)) ["int"] true)) (TThen (TCall (CallOf
  4 Framed (ByName "next") [(["int"], [Place 1])] [["int"]] None [] (Some (5, Assigned)) ["int"] true)) (TThen (TEval
  [Place 1; Copied [(42, "+=")]; Place 4; Copied [(47, "+")]; Place 5]) (TThen (TText [Copied [(53, "break"); (54,
  ";")]]) (TThen (TCase [Copied [(55, "case"); (56, "2")]; Own [":"]]) (TThen (TBlock (TThen (TSet Assigned [] [] 3
  [Copied [(63, "0")]]) (TFor (TThen (TCall (CallOf 5 Framed (ByName "next") [(["int"], [Place 0])] [["int"]] None []
  (Some (4, Assigned)) ["int"] true)) (TThen (TIf [Place 3; Copied [(66, "<")]; Place 4] TNone TBreak) (TBlock (TThen
  (TText [Copied [(76, "if"); (77, "(")]; Place 3; Copied [(79, "==")]; Place 1; Copied [(81, ")")]; Own ["goto";
  "fl__continue_4"]; Copied [(83, ";")]]) (TThen (TIf [Place 3] (TThen (TCall (CallOf 6 Framed (ByName "next")
  [(["int"], [Place 3])] [["int"]] None [] (Some (5, Assigned)) ["int"] true)) (TSet Assigned [] [] 4 [Place 5]))
  (TSet Assigned [] [] 4 [Place 1])) (TThen (TCall (CallOf 7 Framed (ByName "next") [(["int"], [Place 2])] [["int"]]
  None [] (Some (6, Assigned)) ["int"] true)) (TCall (CallOf 8 Framed (ByName "put") [(["int"], [Place 0]); (["int"],
  [Place 4]); (["int"], [Place 6])] [["int"]; ["int"]; ["int"]] None [] None ["void"] false)))))))) (Some
  "fl__continue_4") (TEval [Place 3; Copied [(73, "++")]])))) (TThen (TText [Copied [(104, "break"); (105, ";")]])
  (TThen (TCase [Own ["default"; ":"]]) (TThen (TCall (CallOf 9 Framed (ByName "ready") [(["int"], [Place 0])]
  [["int"]] None [] (Some (4, Assigned)) ["int"] true)) (TThen (TIf [Place 4] (TSet Assigned [] [] 5 [Own ["1"]])
  (TSet Assigned [] [] 5 [Own ["!"; "!"; "("]; Place 2; Copied [(115, ">"); (116, "9")]; Own [")"]])) (TThen (TIf
  [Place 5] (TSet Assigned [] [] 6 [Place 1]) (TThen (TCall (CallOf 10 Framed (ByName "next") [(["int"], [Place 2])]
  [["int"]] None [] (Some (7, Assigned)) ["int"] true)) (TSet Assigned [] [] 6 [Place 7]))) (TReturn (Some (Assigned,
  ["int"], [Place 6])))))))))))))))))))) None TNone) (TText [Own ["{"; "fl__s"; "->"; "fl__out"; "."; "result"; "=";
  "("]; Place 1; Own [")"; ";"; "return"; "FL_DONE"; ";"; "}"]])))].

Lemma served_accepted :
  unhoisted served_name served_name served_framed served_temporary 8 served_source served served_said = None.
Proof. by vm_compute. Qed.
