(* Written by ToFl from server in Fairlead.Connections.connections. SPDX-License-Identifier: Apache-2.0 OR MIT *)
Require Fairlead.Connections.connections Fairlead.Connections.server_fl.
From Fairlead.Derive.ToC Require Import Usual Proofs.
Module F := Fairlead.Connections.server_fl.
Ltac fl_source_lines ::= constr:(F.source_lines).

#[export] Instance data_event : Data Fairlead.Connections.connections.event := {|
  enc P x := match x with | @Fairlead.Connections.connections.opened x0 x1 => VUnion 0 (VRecord [enc x0; enc x1]) | @Fairlead.Connections.connections.fed x0 x1 => VUnion 1 (VRecord [enc x0; enc x1]) | @Fairlead.Connections.connections.closed x0 => VUnion 2 (enc x0) | @Fairlead.Connections.connections.stop  => VUnion 3 (VRecord []) end;
  ok x := match x with | @Fairlead.Connections.connections.opened x0 x1 => ok x0 /\ ok x1 /\ True | @Fairlead.Connections.connections.fed x0 x1 => ok x0 /\ ok x1 /\ True | @Fairlead.Connections.connections.closed x0 => ok x0 /\ True | @Fairlead.Connections.connections.stop  => True
  end |}.
Ltac fl_constructors k ::= first [k constr:(@Fairlead.Connections.connections.opened) | k constr:(@Fairlead.Connections.connections.fed) | k constr:(@Fairlead.Connections.connections.closed) | k constr:(@Fairlead.Connections.connections.stop)].
Definition asks_session (e : Fairlead.Derive.Coroutine.yield_effect) : Fairlead.Derive.Coroutine.yield_args ((@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) e -> request :=
  fun a : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32) => let 'a := a in (0, [enc a], []).
Definition replies_session (e : Fairlead.Derive.Coroutine.yield_effect) : Fairlead.Derive.Coroutine.yield_rets ((@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W8)) e -> response -> Prop :=
  fun (r : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W8)) d => ok r /\ d = (enc r, []).
Definition said_session (e : Fairlead.Derive.Coroutine.yield_effect) : Fairlead.Derive.Coroutine.yield_args ((@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) e -> Prop :=
  fun a : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32) => let 'a := a in ok a /\ True.
Definition asks_server (e : Fairlead.Connections.connections.effect) : (Fairlead.Connections.connections.args) e -> request :=
  match e with
  | Fairlead.Connections.connections.next => fun '_ => (1, [], [])
  | Fairlead.Connections.connections.accepted => fun '(al, ar) => (2, [enc al; enc ar], [])
  | Fairlead.Connections.connections.refused => fun 'a => (3, [enc a], [])
  | Fairlead.Connections.connections.sum => fun '(al, ar) => (4, [enc al; enc ar], [])
  | Fairlead.Connections.connections.ended => fun '(al, ar) => (5, [enc al; enc ar], [])
  end.
Definition replies_server (e : Fairlead.Connections.connections.effect) : (Fairlead.Connections.connections.rets) e -> response -> Prop :=
  match e with
  | Fairlead.Connections.connections.next => fun r d => ok r /\ d = (enc r, [])
  | Fairlead.Connections.connections.accepted => fun r d => ok r /\ d = (enc r, [])
  | Fairlead.Connections.connections.refused => fun r d => ok r /\ d = (enc r, [])
  | Fairlead.Connections.connections.sum => fun r d => ok r /\ d = (enc r, [])
  | Fairlead.Connections.connections.ended => fun r d => ok r /\ d = (enc r, [])
  end.
Definition said_server (e : Fairlead.Connections.connections.effect) : (Fairlead.Connections.connections.args) e -> Prop := fun _ => True.
Definition point_0_0 := Eval vm_compute in waiting_point F.Q 0 0.
Definition point_0_1 := Eval vm_compute in waiting_point F.Q 0 1.
Definition waits_session_new (x0 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (f : frame fl_point) : Prop :=
  fst f = point_0_0 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_0 /\
  cell F.variables_0 (snd f) "total"%string x0 /\ True.
Definition waits_session_at1 (x0 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (f : frame fl_point) : Prop :=
  fst f = point_0_1 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_0 /\
  cell F.variables_0 (snd f) "total_2"%string x0 /\ True.
Definition frame_session (s : Fairlead.Connections.connections.session_state) (f : frame fl_point) : Prop :=
  match s with
  | @Fairlead.Connections.connections.session_new x0 => waits_session_new x0 f
  | @Fairlead.Connections.connections.session_at1 x0 => waits_session_at1 x0 f
  end.
#[export] Instance rep_session : Rep Fairlead.Connections.connections.session_state := fun s v => exists f, v = VCoro (Some (first_effect F.Q 0)) [f] /\ frame_session s f.
Definition round_session_turn1 (last : (@Coq.Init.Datatypes.prod (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32) (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W8))) (ls : list fl_link) (st : fl_state) : Prop :=
  exists store here, nth_loop F.Q 0 0 = Some here /\ st = in_loop 0 here store ls /\ Coq.Init.Datatypes.length store = Coq.Init.Datatypes.length F.variables_0 /\
  (match last with (lastl, lastr) => cell F.variables_0 store "total_1"%string lastl /\ cell F.variables_0 store "b"%string lastr end).
Definition turns_session (ls : list fl_link) (l : Fairlead.Connections.connections.session_turn) (st : fl_state) : Prop :=
  match l with
  | @Fairlead.Connections.connections.session_turn1 x0 => round_session_turn1 x0 ls st
  end.
Ltac fl_unfold o ::=
  let o := eval cbv beta iota zeta delta [Fairlead.Connections.connections.session_go_on Fairlead.Connections.connections.session_iter1 Fairlead.Connections.connections.session_start Fairlead.Connections.connections.session_join2 Fairlead.Connections.connections.session_after3 Fairlead.Connections.connections.session_step ] in o in fl_operations o.
Ltac fl_unfold_code o ::=
  let o := eval cbv beta iota zeta delta [Fairlead.Connections.connections.session_go_on Fairlead.Connections.connections.session_iter1 Fairlead.Connections.connections.session_start Fairlead.Connections.connections.session_join2 Fairlead.Connections.connections.session_after3 Fairlead.Connections.connections.session_step ] in o in fl_code_operations o.
Ltac fl_frame ::= cbv beta iota delta [frame_session waits_session_new waits_session_at1].
Ltac fl_frame_in H ::= cbv beta iota delta [frame_session waits_session_new waits_session_at1] in H.
Ltac fl_said ::= unfold said_session.
Ltac fl_turn ::= cbv beta iota delta [turns_session round_session_turn1].
Ltac fl_turn_in H ::= cbv beta iota delta [turns_session round_session_turn1] in H.
Ltac fl_facts_named ::= idtac.
Ltac fl_facts_named_in H ::= idtac.
Ltac fl_join_lemma h ::= constr:(tt).
Definition stops_session := Eval vm_compute in stop_lines [].
Ltac fl_stops ::= constr:(stops_session).
Lemma session_new_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)), step_realized F.Q external (@Fairlead.Connections.connections.session_step) asks_session replies_session 0 rep frame_session turns_session said_session (@Fairlead.Connections.connections.session_new x0) (waits_session_new x0).
Proof. intros. fl_step_realized. Qed.
Lemma session_at1_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)), step_realized F.Q external (@Fairlead.Connections.connections.session_step) asks_session replies_session 0 rep frame_session turns_session said_session (@Fairlead.Connections.connections.session_at1 x0) (waits_session_at1 x0).
Proof. intros. fl_step_realized. Qed.
Lemma session_turn1_realized external : forall (x0 : (@Coq.Init.Datatypes.prod (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32) (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W8))), turn_realized F.Q external (@Fairlead.Connections.connections.session_go_on) asks_session 0 rep frame_session turns_session said_session (@Fairlead.Connections.connections.session_turn1 x0) (round_session_turn1 x0).
Proof. intros. fl_turn_realized. Qed.
Lemma session_steps external : steps_realized F.Q external (@Fairlead.Connections.connections.session_step) asks_session replies_session 0 rep frame_session turns_session said_session.
Proof. intros ls s; destruct s; [exact (session_new_realized external _ ls) | exact (session_at1_realized external _ ls)]. Qed.
Lemma session_turns external : turns_realized F.Q external (@Fairlead.Connections.connections.session_go_on) asks_session 0 rep frame_session turns_session said_session.
Proof. intros ls l; destruct l; [exact (session_turn1_realized external _ ls)]. Qed.
Ltac fl_child_frame ::= cbv beta iota delta [frame_session waits_session_new waits_session_at1].
Ltac fl_child_steps s r ::= first [eapply (session_steps _ _ s r)].
Ltac fl_said_in H ::= unfold said_session in H.
Ltac fl_child_turns ::= first [eapply session_turns].
Definition point_1_0 := Eval vm_compute in waiting_point F.Q 1 0.
Definition point_1_1 := Eval vm_compute in waiting_point F.Q 1 1.
Definition point_1_2 := Eval vm_compute in waiting_point F.Q 1 2.
Definition point_1_3 := Eval vm_compute in waiting_point F.Q 1 3.
Definition point_1_4 := Eval vm_compute in waiting_point F.Q 1 4.
Definition point_1_5 := Eval vm_compute in waiting_point F.Q 1 5.
Definition point_1_6 := Eval vm_compute in waiting_point F.Q 1 6.
Definition point_1_7 := Eval vm_compute in waiting_point F.Q 1 7.
Definition point_1_8 := Eval vm_compute in waiting_point F.Q 1 8.
Definition waits_server_at1 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (f : frame fl_point) : Prop :=
  fst f = point_1_0 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 (snd f) "conns"%string x0 /\ cell F.variables_1 (snd f) "cache"%string x1 /\ True.
Definition waits_server_at2 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (f : frame fl_point) : Prop :=
  fst f = point_1_8 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 (snd f) "conns"%string x0 /\ cell F.variables_1 (snd f) "cache"%string x1 /\ True.
Definition waits_server_at3 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (f : frame fl_point) : Prop :=
  fst f = point_1_7 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 (snd f) "conns"%string x0 /\ cell F.variables_1 (snd f) "cache"%string x1 /\ True.
Definition waits_server_at4 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (x3 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (f : frame fl_point) : Prop :=
  fst f = point_1_6 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 (snd f) "conns"%string x0 /\ cell F.variables_1 (snd f) "cache"%string x1 /\ cell F.variables_1 (snd f) "k_1"%string x2 /\ cell F.variables_1 (snd f) "total_2"%string x3 /\ @Fairlead.Connections.connections.server_at4_known x0 x1 x2 x3 /\ True.
Definition waits_server_at5 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (x3 : Fairlead.Connections.connections.session_state) (f : frame fl_point) : Prop :=
  fst f = point_1_5 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 (snd f) "conns"%string x0 /\ cell F.variables_1 (snd f) "cache"%string x1 /\ cell F.variables_1 (snd f) "k_1"%string x2 /\ cell F.variables_1 (snd f) "c"%string x3 /\ @Fairlead.Connections.connections.server_at5_known x0 x1 x2 x3 /\ True.
Definition waits_server_at6 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (f : frame fl_point) : Prop :=
  fst f = point_1_4 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 (snd f) "conns"%string x0 /\ cell F.variables_1 (snd f) "cache"%string x1 /\ @Fairlead.Connections.connections.server_at6_known x0 x1 /\ True.
Definition waits_server_at7 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (f : frame fl_point) : Prop :=
  fst f = point_1_3 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 (snd f) "conns"%string x0 /\ cell F.variables_1 (snd f) "cache"%string x1 /\ cell F.variables_1 (snd f) "k"%string x2 /\ @Fairlead.Connections.connections.server_at7_known x0 x1 x2 /\ True.
Definition waits_server_at8 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (x3 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (x4 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (f : frame fl_point) : Prop :=
  fst f = point_1_2 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 (snd f) "conns"%string x0 /\ cell F.variables_1 (snd f) "cache"%string x1 /\ cell F.variables_1 (snd f) "k"%string x2 /\ cell F.variables_1 (snd f) "ticket"%string x3 /\ cell F.variables_1 (snd f) "total"%string x4 /\ @Fairlead.Connections.connections.server_at8_known x0 x1 x2 x3 x4 /\ True.
Definition waits_server_at9 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (f : frame fl_point) : Prop :=
  fst f = point_1_1 /\ Coq.Init.Datatypes.length (snd f) = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 (snd f) "conns"%string x0 /\ cell F.variables_1 (snd f) "cache"%string x1 /\ True.
Definition frame_server (s : Fairlead.Connections.connections.server_state) (f : frame fl_point) : Prop :=
  match s with
  | @Fairlead.Connections.connections.server_at1 x0 x1 => waits_server_at1 x0 x1 f
  | @Fairlead.Connections.connections.server_at2 x0 x1 => waits_server_at2 x0 x1 f
  | @Fairlead.Connections.connections.server_at3 x0 x1 => waits_server_at3 x0 x1 f
  | @Fairlead.Connections.connections.server_at4 x0 x1 x2 x3 => waits_server_at4 x0 x1 x2 x3 f
  | @Fairlead.Connections.connections.server_at5 x0 x1 x2 x3 => waits_server_at5 x0 x1 x2 x3 f
  | @Fairlead.Connections.connections.server_at6 x0 x1 => waits_server_at6 x0 x1 f
  | @Fairlead.Connections.connections.server_at7 x0 x1 x2 => waits_server_at7 x0 x1 x2 f
  | @Fairlead.Connections.connections.server_at8 x0 x1 x2 x3 x4 => waits_server_at8 x0 x1 x2 x3 x4 f
  | @Fairlead.Connections.connections.server_at9 x0 x1 => waits_server_at9 x0 x1 f
  end.
#[export] Instance rep_server : Rep Fairlead.Connections.connections.server_state := fun s v => exists f, v = VCoro (Some (first_effect F.Q 1)) [f] /\ frame_server s f.
Definition round_server_turn1 (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (last : Fairlead.Connections.connections.session_turn) (ls : list fl_link) (st : fl_state) : Prop :=
  exists store here, nth_resume F.Q 1 2 = Some here /\ turns_session (Parent (fst here) 1 (snd here) store :: ls) last st /\ Coq.Init.Datatypes.length store = Coq.Init.Datatypes.length F.variables_1 /\
  cell F.variables_1 store "conns"%string x0 /\ cell F.variables_1 store "cache"%string x1 /\ cell F.variables_1 store "k_1"%string x2 /\ @Fairlead.Connections.connections.server_turn1_known x0 x1 x2 last /\ True.
Definition round_server_turn2 (last : (@Coq.Init.Datatypes.prod (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state) (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)))) (ls : list fl_link) (st : fl_state) : Prop :=
  exists store here, nth_loop F.Q 1 0 = Some here /\ st = in_loop 1 here store ls /\ Coq.Init.Datatypes.length store = Coq.Init.Datatypes.length F.variables_1 /\
  (match last with (lastl, lastr) => cell F.variables_1 store "conns"%string lastl /\ cell F.variables_1 store "cache"%string lastr end).
Definition turns_server (ls : list fl_link) (l : Fairlead.Connections.connections.server_turn) (st : fl_state) : Prop :=
  match l with
  | @Fairlead.Connections.connections.server_turn1 x0 x1 x2 x3 => round_server_turn1 x0 x1 x2 x3 ls st
  | @Fairlead.Connections.connections.server_turn2 x0 => round_server_turn2 x0 ls st
  end.
Ltac fl_unfold o ::=
  let o := eval cbv beta iota zeta delta [Fairlead.Connections.connections.server_start Fairlead.Connections.connections.server_iter1 Fairlead.Connections.connections.server_backt10 Fairlead.Connections.connections.server_go_on Fairlead.Connections.connections.server_after8 Fairlead.Connections.connections.server_after7 Fairlead.Connections.connections.server_after6 Fairlead.Connections.connections.server_after5 Fairlead.Connections.connections.server_after4 Fairlead.Connections.connections.server_after3 Fairlead.Connections.connections.server_join9 Fairlead.Connections.connections.server_after13 Fairlead.Connections.connections.server_after12 Fairlead.Connections.connections.server_join2 Fairlead.Connections.connections.server_after11 Fairlead.Connections.connections.server_step ] in o in fl_operations o.
Ltac fl_unfold_code o ::=
  let o := eval cbv beta iota zeta delta [Fairlead.Connections.connections.server_start Fairlead.Connections.connections.server_iter1 Fairlead.Connections.connections.server_backt10 Fairlead.Connections.connections.server_go_on Fairlead.Connections.connections.server_after8 Fairlead.Connections.connections.server_after7 Fairlead.Connections.connections.server_after6 Fairlead.Connections.connections.server_after5 Fairlead.Connections.connections.server_after4 Fairlead.Connections.connections.server_after3 Fairlead.Connections.connections.server_join9 Fairlead.Connections.connections.server_after13 Fairlead.Connections.connections.server_after12 Fairlead.Connections.connections.server_join2 Fairlead.Connections.connections.server_after11 Fairlead.Connections.connections.server_step ] in o in fl_code_operations o.
Ltac fl_frame ::= cbv beta iota delta [frame_server waits_server_at1 waits_server_at2 waits_server_at3 waits_server_at4 waits_server_at5 waits_server_at6 waits_server_at7 waits_server_at8 waits_server_at9 Fairlead.Connections.connections.server_at4_known Fairlead.Connections.connections.server_at5_known Fairlead.Connections.connections.server_at6_known Fairlead.Connections.connections.server_at7_known Fairlead.Connections.connections.server_at8_known Fairlead.Connections.connections.server_turn1_known].
Ltac fl_frame_in H ::= cbv beta iota delta [frame_server waits_server_at1 waits_server_at2 waits_server_at3 waits_server_at4 waits_server_at5 waits_server_at6 waits_server_at7 waits_server_at8 waits_server_at9 Fairlead.Connections.connections.server_at4_known Fairlead.Connections.connections.server_at5_known Fairlead.Connections.connections.server_at6_known Fairlead.Connections.connections.server_at7_known Fairlead.Connections.connections.server_at8_known Fairlead.Connections.connections.server_turn1_known] in H.
Ltac fl_said ::= unfold said_server.
Ltac fl_turn ::= cbv beta iota delta [turns_server round_server_turn1 round_server_turn2 Fairlead.Connections.connections.server_at4_known Fairlead.Connections.connections.server_at5_known Fairlead.Connections.connections.server_at6_known Fairlead.Connections.connections.server_at7_known Fairlead.Connections.connections.server_at8_known Fairlead.Connections.connections.server_turn1_known].
Ltac fl_turn_in H ::= cbv beta iota delta [turns_server round_server_turn1 round_server_turn2 Fairlead.Connections.connections.server_at4_known Fairlead.Connections.connections.server_at5_known Fairlead.Connections.connections.server_at6_known Fairlead.Connections.connections.server_at7_known Fairlead.Connections.connections.server_at8_known Fairlead.Connections.connections.server_turn1_known] in H.
Ltac fl_facts_named ::= idtac.
Ltac fl_facts_named_in H ::= idtac.
Ltac fl_join_lemma h ::= constr:(tt).
Definition stops_server := Eval vm_compute in stop_lines [].
Ltac fl_stops ::= constr:(stops_server).
Lemma server_at1_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))), step_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_at1 x0 x1) (waits_server_at1 x0 x1).
Proof. intros. fl_step_realized. Qed.
Lemma server_at2_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))), step_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_at2 x0 x1) (waits_server_at2 x0 x1).
Proof. intros. fl_step_realized. Qed.
Lemma server_at3_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))), step_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_at3 x0 x1) (waits_server_at3 x0 x1).
Proof. intros. fl_step_realized. Qed.
Lemma server_at4_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (x3 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)), step_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_at4 x0 x1 x2 x3) (waits_server_at4 x0 x1 x2 x3).
Proof. intros. fl_step_realized. Qed.
Lemma server_at5_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (x3 : Fairlead.Connections.connections.session_state), step_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_at5 x0 x1 x2 x3) (waits_server_at5 x0 x1 x2 x3).
Proof. intros. fl_step_realized. Qed.
Lemma server_at6_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))), step_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_at6 x0 x1) (waits_server_at6 x0 x1).
Proof. intros. fl_step_realized. Qed.
Lemma server_at7_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)), step_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_at7 x0 x1 x2) (waits_server_at7 x0 x1 x2).
Proof. intros. fl_step_realized. Qed.
Lemma server_at8_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (x3 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (x4 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)), step_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_at8 x0 x1 x2 x3 x4) (waits_server_at8 x0 x1 x2 x3 x4).
Proof. intros. fl_step_realized. Qed.
Lemma server_at9_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))), step_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_at9 x0 x1) (waits_server_at9 x0 x1).
Proof. intros. fl_step_realized. Qed.
Lemma server_turn1_realized external : forall (x0 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state)) (x1 : (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32))) (x2 : (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)) (x3 : Fairlead.Connections.connections.session_turn), turn_realized F.Q external (@Fairlead.Connections.connections.server_go_on) asks_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_turn1 x0 x1 x2 x3) (round_server_turn1 x0 x1 x2 x3).
Proof. intros. fl_turn_realized. Qed.
Lemma server_turn2_realized external : forall (x0 : (@Coq.Init.Datatypes.prod (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH))) Fairlead.Lang.Model.Syntax.W32 Fairlead.Connections.connections.session_state) (@Fairlead.Derive.ToC.Data.table (@Coq.Numbers.BinNums.Npos (@Coq.Numbers.BinNums.xO Coq.Numbers.BinNums.xH)) Fairlead.Lang.Model.Syntax.W32 (@Fairlead.Derive.ToC.Data.word Fairlead.Lang.Model.Syntax.W32)))), turn_realized F.Q external (@Fairlead.Connections.connections.server_go_on) asks_server 1 rep frame_server turns_server said_server (@Fairlead.Connections.connections.server_turn2 x0) (round_server_turn2 x0).
Proof. intros. fl_turn_realized. Qed.
Lemma server_steps external : steps_realized F.Q external (@Fairlead.Connections.connections.server_step) asks_server replies_server 1 rep frame_server turns_server said_server.
Proof. intros ls s; destruct s; [exact (server_at1_realized external _ _ ls) | exact (server_at2_realized external _ _ ls) | exact (server_at3_realized external _ _ ls) | exact (server_at4_realized external _ _ _ _ ls) | exact (server_at5_realized external _ _ _ _ ls) | exact (server_at6_realized external _ _ ls) | exact (server_at7_realized external _ _ _ ls) | exact (server_at8_realized external _ _ _ _ _ ls) | exact (server_at9_realized external _ _ ls)]. Qed.
Lemma server_turns external : turns_realized F.Q external (@Fairlead.Connections.connections.server_go_on) asks_server 1 rep frame_server turns_server said_server.
Proof. intros ls l; destruct l; [exact (server_turn1_realized external _ _ _ _ ls) | exact (server_turn2_realized external _ ls)]. Qed.

(** What is compiled does what the program says, and nothing else: [compiles_to]. *)
Theorem server_compiled external  :
  external_ok (fun f => externs F.Q !! f) external -> (forall f ds, external f ds <> None) ->
  compiles_to F.Q F.L F.T external 1 asks_server replies_server (fun a => (enc a, [])) [] Fairlead.Connections.connections.server.
Proof. fl_compiled F.types F.layouts F.facts (@Fairlead.Connections.connections.server_equiv) server_steps server_turns. Qed.
