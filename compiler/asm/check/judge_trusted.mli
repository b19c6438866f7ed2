(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Whether one file may replace another. Status 0 is given here and nowhere else. What each theorem supposes, and the
    judge that says so of the files; {!Script}, {!Motion}, {!Reordering} and {!Pieces} only propose, or say why not.

    {v
    asm_file_sound                                         judge
      check_blocks holds                                   Whole.check asks it; asm_script_sound: check_script, below
      P and Q are the files, jumps to positions            Reading_trusted; Whole.check (its layout is Flat_code's)
      g: symbols are where they are in both                Outside_trusted.check
      g: disjoint regions are (respects g rel)             Regions.disjoint, what is said; symbols: Outside_trusted
      accesses stay in their regions                       Premises.check: Pointer_flow.check_regions, check_data
      what is said of a function is not said of another    Premises.check: refuse_strays, refuse_annexes
      runs return, and nothing else is run                 Premises.not_covered: jumps out; Whole.runs_off
      code is in no memory of the model                    Premises.not_covered: own addresses
      %rsp leads to the stack; nobody else runs            asm_stack_sound: Stack_trusted asks check_stack
      no flag is read that is undefined                    Undefined_flags.refuse
      locations outside of live are dead at returns        live_at_return: --dead, and flags by the calling convention
      loops and conditionals are the jumps (asm_lowering)  structure: lowered again, they are; Premises.apart
    asm_file_calls_sound                                   and besides
      check_calls holds; calls are those of both           Whole.check; Outside_trusted.check
      functions of the file are where calls lead           Whole.check, Premises.apart_at_calls
      they come back, the return address untouched         asm_stack_sound, as above
      what a call leaves below %rsp is not looked at       asm_stack_sound, as above
    asm_stack_sound                                        stack_fine, its premise on runs:
      other pointers do not meet the stack                 what is not computed from %rsp does not lead there
      accesses on the stack at no known place are right    Stack_trusted: as the clean code has them, by its claims
      what is called elsewhere                             the calling convention; Stack_proved_trusted.passes_low
      no flag outlives a call                              Undefined_flags.refuse: status 3
    asm_taint_sound
      taint_check holds                                    Taint_check.confirm asks it
      entries are all that there are                       Entry_points.all, Object (the object's), Linker_trusted
      public regions are disjoint from secret ones         Taint_check.analysed, by what is said: Regions
      runs stay in their regions, and end at ret           Pointer_secrets.check; check_data; Premises.refuse_strays
      functions of the file come back                      Pointer_secrets.check, of each called; asm_stack_sound
      what a call leaves below %rsp is not looked at       asm_stack_sound: Stack_apart_trusted asks check_stack
      they have the regions that they take to have         Pointer_secrets.check: refuse_access
      contracts hold of what is elsewhere                  what is said (extern), else status 3: calls_not_covered
      no flag is read that is undefined                    Undefined_flags.refuse; behind calls: status 3
    v}
    What none of them can see is the programmer's word: SOUNDNESS.md, Assembly. *)

type method_ = Script.method_ = Reordering | Symbolic

type verdict = {
  method_ : method_;
  blocks : int;
  instructions : int;
  exchanges : int;
  how : string list;  (** the rules for loops and conditionals that were used *)
  outside : string;  (** what is the same besides *)
  not_covered : string option;  (** why no theorem speaks of the files as a whole, if so, though all their pieces are
      accepted *)
  evidence : Script.evidence option;  (** so that Coq accepts the files, too; none if no theorem speaks of them *)
}

val compare :
  regions:Regions.t -> names:Operand.names -> method_:method_ -> dead:Asm_model.loc list -> Reading_trusted.t ->
      Reading_trusted.t -> verdict
(** [compare clean fast]. {!Shape.classify} says which checker is asked; what it refuses is refused. Raises
   {!Diagnostic.Error} then. *)

val status : verdict -> int
(** Exit status of what was not refused. *)
