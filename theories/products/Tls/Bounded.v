(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The session cache: a session that was removed is gone, and there are never more than 512.

    The second is an invariant of the derived machine, whatever the world does and however long it runs: a case for each
    of its states and turns, which are flat. *)
From Coq Require Import Lia.
From Fairlead.Derive Require Import Derive.
From Fairlead.Tls Require Import Bytes Crypto Protocol Server.

Lemma equal_refl b : equal b b = true.
Proof. induction b as [|x b IH]; [reflexivity|]. cbn. now rewrite (Byte.byte_dec_lb eq_refl : Byte.eqb x x = true). Qed.

Theorem recall_remembered id s m : recall id (remember id s m) = Some s.
Proof. unfold remember. cbn. now rewrite equal_refl. Qed.
Theorem recall_forgotten id m : recall id (forget id m) = None.
Proof.
  induction m as [|[i s] m IH]; [reflexivity|]. cbn. destruct (equal i id) eqn:E; cbn; [exact IH|]. now rewrite E.
Qed.

Definition small (m : cache) : Prop := length m <= most_sessions.
Lemma small_remember id s m : small (remember id s m).
Proof. unfold small, remember. rewrite firstn_length. lia. Qed.
Lemma small_forget id m : small m -> small (forget id m).
Proof.
  unfold small, forget. intros H. etransitivity; [|exact H]. clear H.
  induction m as [|p m IH]; cbn; [lia|]. destruct (negb _); cbn; lia.
Qed.

(** ** The cache that a state, or a turn, has *)
Definition cache_of (s : server_state) : cache :=
  match s with
  | server_at1 _ m _ | server_at2 _ _ _ m | server_at3 _ _ _ m _ | server_at4 _ _ _ m _ | server_at5 _ _ _ m _
  | server_at6 _ _ _ m _ | server_at7 _ _ _ m _ => m
  end.
Definition cache_of_turn (l : server_turn) : cache :=
  match l with server_turn1 _ _ _ m _ | server_turn2 _ _ _ (_, m, _) | server_turn3 _ (m, _) => m end.
Definition bounded (o : server_outcome) : Prop :=
  match o with Done _ => True | Ask s _ => small (cache_of s) | Silent l => small (cache_of_turn l) end.

Ltac simplify :=
  cbn beta iota delta [fst snd cache_of cache_of_turn bounded let_ resumption_start resumption_go_on] in *.
Ltac walk :=
  simplify;
  lazymatch goal with
  | |- small _ => auto using small_remember, small_forget
  | |- True => exact I
  | |- bounded (match ?x with _ => _ end) => destruct x; walk
  | |- bounded ?o => let f := head_of o in unfold f; walk
  | |- match match ?x with _ => _ end with _ => _ end => destruct x; walk
  | |- match ?x with _ => _ end => first [let f := head_of x in unfold f | destruct x]; walk
  end.

(** ** What the machine comes to, whatever it is answered *)
Section machine.
Context (c : crypto) (f : config).
Inductive reached : server_outcome -> Prop :=
| reached_start : reached (server_start f)
| reached_step s a r : reached (Ask s a) -> reached (server_step c s r)
| reached_turn l : reached (Silent l) -> reached (server_go_on c l).

Theorem always_bounded o : reached o -> bounded o.
Proof.
  induction 1 as [|s a r _ H|l _ H].
  - walk. unfold small. cbn. lia.
  - destruct s; cbn in r, H |- *; walk.
  - destruct l as [| ? ? ? [[? ?] ?] | ? [? ?]]; cbn in *; walk.
Qed.
End machine.
