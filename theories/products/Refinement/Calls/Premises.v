(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the theorems suppose of external functions does not contradict itself. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Import Values Statements.
From Fairlead.Refinement Require Export ExactBlum Safe.
Local Open Scope Z_scope.

Section premises.
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes).

  Definition as_bytes (l : list Z) : bytes := map (λ z, ascii_of_N (Z.to_N z)) l.
  (** The sum is added to; values are hashed; of arguments of other types anything may be said. *)
  Definition example_external (f : nat) (ds : list data) : option (list data * data) :=
    Some match f, ds with
    | 0%nat, [VExtern x; VInt e; VBytes m; VRecord [VInt low; VInt high]] =>
        let s := (low + 2 ^ 64 * high + Sums.total F x e m) mod 2 ^ 128 in
        ([VExtern x; VInt e; VBytes m; VRecord [VInt (s mod 2 ^ 64); VInt (s / 2 ^ 64)]], VRecord [])
    | 1%nat, [VBytes l] => ([VBytes l], VBytes (zs (hash (as_bytes l))))
    | 1%nat, _ => (ds, VBytes (zs (hash [])))
    | _, _ => (ds, VRecord [])
    end.

  Lemma as_bytes_zs l : as_bytes (zs l) = l.
  Proof using.
    unfold as_bytes, zs. rewrite map_map. induction l as [|c l IH]; [done|]. cbn [map]. rewrite IH. f_equal.
    unfold z_of. rewrite N2Z.id. apply ascii_N_embedding.
  Qed.

  Theorem premises_hold :
    (∀ l, length (hash l) = 32%nat) →
    externals_ok example_external ∧ sums example_external F ∧ hash_is example_external hash.
  Proof using.
    intros Hhash.
    assert (∀ l, len (zs (hash l)) = 32) as Hlen by (intros l; rewrite len_zs; unfold len; by rewrite Hhash).
    split_and!.
    - split; [|split; [done|]].
      + intros f y ds ds' d Hf Hds Hgives. destruct f as [|[|f]]; [| |by destruct f].
        * injection Hf as <-. cbn in Hds. inversion Hds as [|? a ? ? Ha H1]; subst.
          inversion H1 as [|? b ? ? Hb H2]; subst. inversion H2 as [|? c ? ? Hc H3]; subst.
          inversion H3 as [|? s ? ? Hs H4]; subst. inversion H4; subst.
          inversion Hs as [| | | | |? ? l Hl| | | |]; subst. inversion Hl as [|? v ? ? Hv Hl']; subst.
          inversion Hl' as [|? w ? ? Hw Hl'']; subst. inversion Hl''; subst.
          inversion Hv as [|? z Hz| | | | | | | |]; subst. inversion Hw as [|? z' Hz'| | | | | | | |]; subst.
          inversion Ha; subst. inversion Hb; subst. inversion Hc; subst.
          injection Hgives as <- <-.
          match goal with |- context [?n mod 2 ^ 128] => set (total := n mod 2 ^ 128);
            assert (0 ≤ total < 2 ^ 128) as Htotal by (apply Z.mod_pos_bound; lia) end. clearbody total.
          pose proof (Z.mod_pos_bound total (2 ^ 64) ltac:(lia)).
          assert (0 ≤ total / 2 ^ 64 < 2 ^ 64) by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]).
          split; [|apply record_ty; constructor]. do 3 (constructor; [assumption|]). constructor; [|constructor].
          apply record_ty. do 2 (constructor; [by apply int_ty|]). constructor.
        * injection Hf as <-. cbn in Hds. inversion Hds as [|? a ? ? Ha H1]; subst. inversion H1; subst.
          inversion Ha; subst. injection Hgives as <- <-. split; [constructor; [exact Ha|constructor]|].
          apply (bytes_fit 32); [apply octets_zs|rewrite Hlen; lia|lia].
      + intros ds ds' h. unfold example_external. intros [= Heq].
        repeat case_match; simplify_eq; first [apply Hlen|done].
    - intros x e m low high ds d [= <- <-]. do 5 eexists. split; [reflexivity|].
      set (s := _ mod 2 ^ 128). pose proof (Z.div_mod s (2 ^ 64) ltac:(lia)). lia.
    - split; [|done]. intros l d h [= _ <-]. by rewrite as_bytes_zs.
  Qed.
End premises.
