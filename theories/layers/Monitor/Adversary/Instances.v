(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** That the theorems about clients and about incarnations are not about nothing: runs to which they apply, computed. *)
From Fairlead.Monitor.Consistency Require Import Clients.
From Fairlead.Monitor.Adversary Require Import Incarnations KeyedSum LeftOut.
From Fairlead.Monitor.Log Require Import Functions.
From Coq Require Import QArith.
Local Open Scope N_scope.

(** ** A client on two threads *)
Definition client : N := 7.
Definition some_key : key := replicate 256 false.
Definition two_threads : config Z :=
  Config 8 2 256 (guarded standard) (initial 256 root) 0 (print value_codec) (prf_sum_hash 128 (λ _ _, 1%Z)).
(** The argument of request [n], with a tag of 0 and the argument [a] of the function. *)
Definition numbered (n : N) (a : bytes) : bytes := print front_codec (client, (n, 0)) ++ a.
(** Puts on thread 0, as request 1; then both records go to thread 1, which is asked to get, as request 2. *)
Definition served : list call :=
  (Feed 0 <$> [AddM (numbered_key client) (Data None) 1 0; AddM some_key (Data None) 2 0;
               Run 1 [Here 1; Here 2] (numbered 1 old); EvictBM 1 0 (0, 1); EvictBM 2 0 (0, 2)]) ++
  (Feed 1 <$> [AddB (numbered_key client) (Data (Some (print u64 1))) 1 (0, 1) 0; AddB some_key (Data (Some old)) 2
      (0, 2) 0;
               Run 0 [Here 1; Here 2] (numbered 2 [])]).
Definition finish : list call := (Feed 0 <$> close) ++ (Feed 1 <$> close) ++ [Certify].

Theorem client_served :
  m_certified (run two_threads init_monitor (served ++ finish)) = Some 0 ∧
  match explain two_threads (initial 256) (served ++ finish) 0 with
  | Consistent hist =>
      numbers_of numbered_key begins_with_1 client hist = [1; 2] ∧
      r_tid <$> hist = [0; 1] ∧ r_result <$> hist = [[]; print datum_codec (Some old)]
  | _ => False
  end.
Proof. split; [by vm_compute|]. by vm_compute. Qed.

(** A request that was made, or one out of its turn, is refused on every thread. *)
Theorem request_not_repeated :
  Forall (λ n, (feed two_threads (run two_threads init_monitor served) 1 (Run 0 [Here 1; Here 2] (numbered n []))).2 =
               Some Bad_call) [1; 2; 4] ∧
  (feed two_threads (run two_threads init_monitor served) 1 (Run 0 [Here 1; Here 2] (numbered 3 []))).2 = None.
Proof. split; [repeat constructor|]; by vm_compute. Qed.

(** ** A store that is sealed and restored *)
(** A host that does what it set out to. *)
Definition scripted (cs : list call) : host := λ seen, nth (length seen) cs Certify.
(** Puts, and evicts to the tree. *)
Definition first_calls : list call := Feed 0 <$> [AddM left_key (Data None) 1 0; put 1 old; EvictM 1 0].
Definition sealed_root : value := Merkle (Some (Edge left_key (print value_codec (Data (Some old))) false), None).
Definition second_calls : list call := Feed 0 <$> [AddM left_key (Data (Some old)) 1 0; get 1].
Definition first_life : incarnation := Incarnation 8 1 (initial 1 root) 0 (scripted first_calls) 3.
Definition second_life : incarnation := Incarnation 8 1 sealed_root 1 (scripted second_calls) 2.

Theorem store_restored (f : keys) :
  restored 1 standard (print value_codec) [(first_life, f)] [3%nat] second_life ∧
  starts 1 (print value_codec) (i_root first_life) (initial 1) ∧
  r_result <$> answers (config_of 1 standard (print value_codec) (keyed_sum f) second_life) init_monitor
    (life_calls 1 standard (print value_codec) (second_life, f) 2) = [print datum_codec (Some old)].
Proof.
  set (cfg := config_of 1 standard (print value_codec) (keyed_sum f) first_life).
  split; [|split; [apply starts_empty|vm_compute; reflexivity]].
  split; [cbn; lia|]. split; [|done]. split; [by vm_compute|]. intros i. cbn [fst snd].
  destruct (decide (i = 0)) as [->|Hi].
  { apply map_to_list_inj. by vm_compute. }
  change (config_of _ _ _ _ _) with cfg. rewrite run_after, after_by_thread.
  replace (by_thread i _) with (@nil (event Z)).
  - cbn [foldl]. rewrite init_thread_of. unfold init_thread. cbn [t_slots]. unfold first_slots. by rewrite
      !decide_False.
  - symmetry. apply filter_none, Forall_forall. intros x Hx%events_tid. cbn in Hx. lia.
Qed.
