(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The type system of the .fl language, as a checker.

    The front end has already said what is wrong in the words of the source;
    this is the definition that the soundness theorem is about ([Soundness]),
    and it runs on whatever a front end hands over.

    Types are equal when they are the same term. A view ([TView]) is bytes that
    somebody else stores: parameters, effect arguments and constants may be
    views, and expressions on the way there, but no variable that outlives a
    step, no field and no result. [TBytes] is accepted where a view is expected. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Model Require Needs Semantics.
From Fairlead.Lang.Model Require Export Value Storable.

Definition need (b : bool) : option () := if b then Some () else None.

(** ** Equality of types *)
Definition width_eqb (w w' : width) : bool :=
  match w, w' with W8, W8 | W16, W16 | W32, W32 | W64, W64 => true | _, _ => false end.

Section list_test.
  Context {A B} (f : A → B → bool).  (* outside the fixpoint, so that nested recursion goes through it *)
  Fixpoint all2 (l : list A) (l' : list B) : bool :=
    match l, l' with
    | [], [] => true
    | a :: l, b :: l' => f a b && all2 l l'
    | _, _ => false
    end.
End list_test.

Fixpoint ty_eqb (t t' : ty) {struct t} : bool :=
  match t, t' with
  | TBool, TBool | TView, TView => true
  | TInt w, TInt w' => width_eqb w w'
  | TBytes n, TBytes n' => N.eqb n n'
  | TArray n t, TArray n' t' => N.eqb n n' && ty_eqb t t'
  | TRecord i ts, TRecord i' ts' | TUnion i ts, TUnion i' ts' => Init.Nat.eqb i i' && all2 ty_eqb ts ts'
  | TMap n w t, TMap n' w' t' => N.eqb n n' && width_eqb w w' && ty_eqb t t'
  | TExtern i, TExtern i' | TCoro i, TCoro i' => Init.Nat.eqb i i'
  | _, _ => false
  end.

Definition is_int (t : ty) : bool := match t with TInt _ => true | _ => false end.
Definition is_bytes (t : ty) : bool := match t with TView | TBytes _ => true | _ => false end.
Definition is_scalar (t : ty) : bool := match t with TBool | TInt _ => true | _ => false end.

(** A given type where another is expected. *)
Definition accepts (expected given : ty) : bool :=
  match expected with TView => is_bytes given | _ => ty_eqb expected given end.

(** ** What a procedure knows *)
Record env := Env {
  e_self : procedure;
  e_proc : proc;
  e_vars : table (mode * ty);
  e_procs : table proc;
  e_effs : table effect;
  e_consts : table ty;
  e_externs : table extern
}.

(** Parameters, then locals, which can be written like [inout] parameters. *)
Definition variables (pr : proc) : list (mode * ty) := params pr ++ map (pair Inout) (locals pr).

Definition is_lent (m : mode) : bool := match m with Lent => true | _ => false end.
Definition is_in (m : mode) : bool := match m with In => true | _ => false end.
Definition is_inout (m : mode) : bool := match m with Inout => true | _ => false end.

(** Types of the lent parameters, and of the others. *)
Definition lent_types (pr : proc) : list ty := map snd (List.filter (is_lent ∘ fst) (params pr)).
Definition given_types (pr : proc) : list ty := map snd (List.filter (negb ∘ is_lent ∘ fst) (params pr)).

(** Coroutines with [inout] parameters can only be called. *)
Definition startable (pr : proc) : bool :=
  suspends pr && negb (existsb (is_inout ∘ fst) (params pr)).

Section infer.
  Context (E : env).

  (** Procedures are numbered callees first, so there is no recursion. *)
  Definition callee_at (p : procedure) : option proc :=
    if Init.Nat.ltb p (e_self E) then look (e_procs E) p else None.
  Definition holdable (p : procedure) : bool :=
    match callee_at p with Some pr => startable pr | None => false end.

  Definition expect (o : option ty) (t : ty) : option () := t' ← o; need (ty_eqb t' t).
  Definition expect_bytes (o : option ty) : option () := t ← o; need (is_bytes t).

  Definition element (t : ty) : option ty :=
    match t with
    | TArray _ t => Some t
    | TBytes _ | TView => Some (TInt W8)
    | _ => None
    end.

  Definition literal (l : list Z) : bool :=
    forallb (fits W8) l && (Z.of_nat (length l) <? 4294967296)%Z.

  Definition second_operand (op : arith) (w : width) : width :=
    match op with Shl | Shr | Rotl | Rotr => W32 | _ => w end.

  Section infer_all.
    Context {A} (f : A → option ty).
    Fixpoint infer_all (l : list A) : option (list ty) :=
      match l with
      | [] => Some []
      | a :: l => t ← f a; ts ← infer_all l; Some (t :: ts)
      end.
    Fixpoint all_of (t : ty) (l : list A) : option () :=
      match l with
      | [] => Some ()
      | a :: l => _ ← expect (f a) t; all_of t l
      end.
  End infer_all.

  Fixpoint infer_place (p : place) : option ty :=
    match p with
    | PVar x => snd <$> look (e_vars E) x
    | PConst c => look (e_consts E) c
    | PField p i =>
        t ← infer_place p;
        match t with TRecord _ ts => ts !! i | _ => None end
    | PIndex p e => t ← infer_place p; i ← infer e; _ ← need (is_int i); element t
    | PCase p tag =>
        t ← infer_place p;
        match t with TUnion _ ts => ts !! tag | _ => None end
    | PKey p e =>
        t ← infer_place p;
        match t with
        | TMap _ w t => _ ← expect (infer e) (TInt w); Some t
        | _ => None
        end
    end
  with infer (e : expr) : option ty :=
    match e with
    | EBool _ => Some TBool
    | EInt w z => _ ← need (fits w z); Some (TInt w)
    | EBytes l => _ ← need (literal l); Some TView
    | ERead p => infer_place p
    | ENot e => _ ← expect (infer e) TBool; Some TBool
    | EComp w e => _ ← expect (infer e) (TInt w); Some (TInt w)
    | EAnd e1 e2 | EOr e1 e2 | EBoolEq e1 e2 =>
        _ ← expect (infer e1) TBool; _ ← expect (infer e2) TBool; Some TBool
    | EArith op w e1 e2 =>
        _ ← expect (infer e1) (TInt w); _ ← expect (infer e2) (TInt (second_operand op w)); Some (TInt w)
    | ECompare _ w e1 e2 =>
        _ ← expect (infer e1) (TInt w); _ ← expect (infer e2) (TInt w); Some TBool
    | EBytesEq e1 e2 => _ ← expect_bytes (infer e1); _ ← expect_bytes (infer e2); Some TBool
    | EWiden from to e | ENarrow from to e => _ ← expect (infer e) (TInt from); Some (TInt to)
    | ECond e e1 e2 =>
        _ ← expect (infer e) TBool;
        t ← infer e1;
        _ ← expect (infer e2) t;
        _ ← need (is_scalar t);
        Some t
    | EFit cap e => _ ← expect_bytes (infer e); Some (TBytes cap)
    | ELen e => _ ← expect_bytes (infer e); Some (TInt W32)
    | ECount p =>
        t ← infer_place p;
        match t with TMap _ _ _ => Some (TInt W32) | _ => None end
    | EIs p tag =>
        t ← infer_place p;
        match t with TUnion _ ts => _ ← need (Init.Nat.ltb tag (length ts)); Some TBool | _ => None end
    | EHas p e =>
        t ← infer_place p;
        match t with TMap _ w _ => _ ← expect (infer e) (TInt w); Some TBool | _ => None end
    | EKeyAt p e =>
        t ← infer_place p;
        match t with TMap _ w _ => _ ← expect (infer e) (TInt W32); Some (TInt w) | _ => None end
    | ESlice e lo hi =>
        _ ← expect_bytes (infer e);
        _ ← expect (infer lo) (TInt W32);
        _ ← expect (infer hi) (TInt W32);
        Some TView
    | ELoad _ w e off =>
        _ ← expect_bytes (infer e); _ ← expect (infer off) (TInt W32); Some (TInt w)
    | ERecord t es =>
        ts ← infer_all infer es;
        match t with
        | TRecord _ ts' => _ ← need (storable holdable t && all2 ty_eqb ts' ts); Some t
        | _ => None
        end
    | EUnion t tag e =>
        t' ← infer e;
        match t with
        | TUnion _ ts => t'' ← ts !! tag; _ ← need (storable holdable t && ty_eqb t'' t'); Some t
        | _ => None
        end
    | EArray t es =>
        _ ← all_of infer t es;
        let t := TArray (N.of_nat (length es)) t in
        _ ← need (storable holdable t); Some t
    | EFill t n e =>
        _ ← expect (infer e) t; _ ← need (storable holdable (TArray n t)); Some (TArray n t)
    | EDefault t => _ ← need (storable holdable t); Some t
    | ECoro p es =>
        ts ← infer_all infer es;
        pr ← callee_at p;
        _ ← need (startable pr && all2 accepts (given_types pr) ts);
        Some (TCoro p)
    end.

  (** ** Places that are written *)
  (** The type of what is there, if it may be written. *)
  Definition target (p : place) : option ty :=
    x ← Model.Needs.root p; '(m, _) ← look (e_vars E) x; _ ← need (negb (is_in m)); infer_place p.

  Definition is_some (o : option ()) : bool := match o with Some _ => true | None => false end.

  (** Where a result goes; nowhere if it is discarded. *)
  Definition dest_ok (dest : option place) (t : ty) : bool :=
    match dest with None => true | Some p => is_some (expect (target p) t) end.

  Definition arg_ok (param : mode * ty) (a : arg) : bool :=
    let '(m, t) := param in
    match m, a with
    | In, AIn e => is_some (t' ← infer e; need (accepts t t'))
    | (Inout | Lent), AInout p => is_some (expect (target p) t)
    | (Inout | Lent), AInoutSlice p lo hi =>
        is_view t &&
        is_some (_ ← expect_bytes (target p); _ ← expect (infer lo) (TInt W32); expect (infer hi) (TInt W32))
    | _, _ => false
    end.
  Definition args_ok : list (mode * ty) → list arg → bool := all2 arg_ok.

  (** ** Statements *)
  Definition basic_ok (b : basic) : bool :=
    match b with
    | BLine _ | BTrap => true
    | BAssign p e => is_some (t ← target p; _ ← expect (infer e) t; need (negb (is_view t)))
    | BPush p cap e =>
        is_some (_ ← need (small cap); _ ← expect (target p) (TBytes cap); expect (infer e) (TInt W8))
    | BAppend p cap e =>
        is_some (_ ← need (small cap); _ ← expect (target p) (TBytes cap); expect_bytes (infer e))
    | BResize p cap e =>
        is_some (_ ← need (small cap); _ ← expect (target p) (TBytes cap); expect (infer e) (TInt W32))
    | BBlit p off e =>
        is_some (_ ← expect_bytes (target p); _ ← expect (infer off) (TInt W32); expect_bytes (infer e))
    | BStore _ w p off e =>
        is_some (_ ← expect_bytes (target p); _ ← expect (infer off) (TInt W32); expect (infer e) (TInt w))
    | BPut p cap k e =>
        is_some (t ← target p;
          match t with
          | TMap n w t =>
              _ ← need (small cap && N.eqb n cap); _ ← expect (infer k) (TInt w); expect (infer e) t
          | _ => None
          end)
    | BRemove p k =>
        is_some (t ← target p;
          match t with TMap _ w _ => expect (infer k) (TInt w) | _ => None end)
    | BExtern f args dest =>
        match look (e_externs E) f with
        | Some x => args_ok (ext_params x) args && dest_ok dest (ext_result x)
        | None => false
        end
    end.

  Definition own_lent : list nat := Semantics.lent_of (e_proc E).

  Definition member (i : nat) (l : list nat) : bool := existsb (Init.Nat.eqb i) l.

  Definition suspension_ok (x : suspension) : bool :=
    suspends (e_proc E) && member (ask_effect x) (effects (e_proc E)) &&
    all2 Init.Nat.eqb (ask_lent x) own_lent &&
    match look (e_effs E) (ask_effect x), infer_all infer (ask_args x) with
    | Some eff, Some ts => all2 accepts (eff_args eff) ts && dest_ok (ask_dest x) (eff_result eff)
    | _, _ => false
    end.

  (** A coroutine's requests pass through us to our driver, and so does what
      the driver lends. *)
  Definition is_own_lent (x : nat) (a : mode * ty * arg) : bool :=
    match a with (_, AInout (PVar y)) => Init.Nat.eqb x y | _ => false end.
  Definition passes_through (pr : proc) (args : list arg) : bool :=
    suspends (e_proc E) &&
    forallb (λ e, member e (effects (e_proc E))) (effects pr) &&
    all2 is_own_lent own_lent (List.filter (is_lent ∘ fst ∘ fst) (zip (params pr) args)) &&
    all2 ty_eqb (lent_types pr) (lent_types (e_proc E)).

  Definition call_ok (x : call) : bool :=
    match callee_at (callee x) with
    | Some pr =>
        args_ok (params pr) (call_args x) && dest_ok (call_dest x) (result pr) &&
        (negb (suspends pr) || passes_through pr (call_args x))
    | None => false
    end.

  (** One case for each effect, then one for the result. *)
  Definition payload_ok (args : list ty) (t : ty) : bool :=
    match args with
    | [t'] => ty_eqb t' t
    | _ => match t with TRecord _ ts => all2 ty_eqb args ts | _ => false end
    end.
  Fixpoint cases_ok (effs : list nat) (res : ty) (ts : list ty) : bool :=
    match effs, ts with
    | [], [t] => ty_eqb res t
    | e :: effs, t :: ts =>
        match look (e_effs E) e with Some eff => payload_ok (eff_args eff) t | None => false end &&
        cases_ok effs res ts
    | _, _ => false
    end.

  Definition answer_ok (effs : list nat) (a : option (nat * option expr)) : bool :=
    match a with
    | None => true
    | Some (e, v) =>
        member e effs &&
        match look (e_effs E) e, v with
        | Some eff, Some v => is_some (expect (infer v) (eff_result eff))
        | Some eff, None => match eff_result eff with TRecord _ [] => true | _ => false end
        | None, _ => false
        end
    end.

  Definition resumption_ok (x : resumption) : bool :=
    match callee_at (child_proc x), target (event x) with
    | Some pr, Some (TUnion _ ts) =>
        startable pr &&
        is_some (expect (target (child x)) (TCoro (child_proc x))) &&
        answer_ok (effects pr) (reply x) &&
        all2 arg_ok (map (pair Lent) (lent_types pr)) (lend x) &&
        cases_ok (effects pr) (result pr) ts
    | _, _ => false
    end.

  (** ** Commands. [depth] blocks enclose the command; [gotos] are the labels
      that [Goto] may name. *)
  Section cmd.
    Context (gotos : table ()).
    Fixpoint cmd_ok (depth : nat) (c : fl_cmd) : bool :=
      match c with
      | Skip | Return => true
      | Do b => basic_ok b
      | Seq c1 c2 => cmd_ok depth c1 && cmd_ok depth c2
      | If e c1 c2 => is_some (expect (infer e) TBool) && cmd_ok depth c1 && cmd_ok depth c2
      | Block c => cmd_ok (S depth) c
      | Loop _ c | Label _ c => cmd_ok depth c
      | Exit n => Init.Nat.ltb n depth
      | Goto l => is_some (look gotos l)
      | Suspend _ x => suspension_ok x
      | Call _ x => call_ok x
      | Resume x => resumption_ok x
      end.
  End cmd.
End infer.

(** ** Procedures *)

(** [labels] and the targets of gotos, in linear time. *)
Fixpoint labels_onto (c : fl_cmd) (acc : list label) : list label :=
  match c with
  | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return => acc
  | Seq c1 c2 | If _ c1 c2 => labels_onto c1 (labels_onto c2 acc)
  | Block c => labels_onto c acc
  | Loop l c | Label l c => l :: labels_onto c acc
  | Suspend l _ | Call l _ => l :: acc
  end.
Fixpoint targets_onto (c : fl_cmd) (acc : list label) : list label :=
  match c with
  | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return | Suspend _ _ | Call _ _ => acc
  | Seq c1 c2 | If _ c1 c2 => targets_onto c1 (targets_onto c2 acc)
  | Block c | Loop _ c => targets_onto c acc
  | Label l c => l :: targets_onto c acc
  end.

Definition goto_targets (pr : proc) : table () := set_of (targets_onto (body pr) []).

(** A coroutine's parameters live across suspensions, so they are not views;
    what is lent is the driver's, so it is data. *)
Definition param_ok (E : env) (param : mode * ty) : bool :=
  let '(m, t) := param in
  match m with
  | Lent => suspends (e_proc E) && is_message t
  | In | Inout => storable (holdable E) t || (negb (suspends (e_proc E)) && is_view t)
  end.

Definition proc_ok (E : env) (pr : proc) : bool :=
  forallb (param_ok E) (params pr) &&
  forallb (storable (holdable E)) (locals pr) &&
  storable (holdable E) (result pr) &&
  Init.Nat.leb (length (params pr)) (ret pr) &&
  match look (e_vars E) (ret pr) with Some (_, t) => ty_eqb t (result pr) | None => false end &&
  (suspends pr || match effects pr with [] => true | _ => false end) &&
  forallb (λ e, match look (e_effs E) e with Some _ => true | None => false end) (effects pr) &&
  distinct (effects pr) &&
  distinct (labels_onto (body pr) []) &&
  cmd_ok E (goto_targets pr) 0 (body pr).

(** ** Programs *)
Definition effect_ok (e : effect) : bool := forallb is_message (eff_args e) && is_data (eff_result e).

Definition extern_ok (x : extern) : bool :=
  forallb (λ '(m, t), negb (is_lent m) && is_message t) (ext_params x) && is_data (ext_result x).

Fixpoint const_ok (c : const) (t : ty) : bool :=
  match c, t with
  | CBool _, TBool => true
  | CInt z, TInt w => fits w z
  | CBytes l, TBytes cap => literal l && (Z.of_nat (length l) <=? Z.of_N cap)%Z
  | CBytes l, TView => literal l
  | CArray l, TArray n t => N.eqb (N.of_nat (length l)) n && forallb (λ c, const_ok c t) l
  | CRecord l, TRecord _ ts => all2 const_ok l ts
  | CUnion tag c, TUnion _ ts => match ts !! tag with Some t => const_ok c t | None => false end
  | _, _ => false
  end.

(** The first thing that is wrong, by its number. *)
Inductive culprit := BadEffect (i : nat) | BadExtern (i : nat) | BadConst (i : nat) | BadProc (i : nat).

Section first.
  Context {A} (ok : nat → A → bool) (name : nat → culprit).
  Fixpoint first_bad (i : nat) (l : list A) : option culprit :=
    match l with
    | [] => None
    | a :: l => if ok i a then first_bad (S i) l else Some (name i)
    end.
End first.

Definition env_of (procs : table proc) (effs : table effect) (consts : table ty)
    (externs : table extern) (p : procedure) (pr : proc) : env :=
  Env p pr (build (variables pr)) procs effs consts externs.

Definition check_program (Q : program) : option culprit :=
  let procs' := build (procs Q) in
  let effs' := build (effs Q) in
  let consts' := build (map fst (consts Q)) in
  let externs' := build (externs Q) in
  match first_bad (λ _, effect_ok) BadEffect 0 (effs Q) with Some b => Some b | None =>
  match first_bad (λ _, extern_ok) BadExtern 0 (externs Q) with Some b => Some b | None =>
  match first_bad (λ _ '(t, c), is_message t && const_ok c t) BadConst 0 (consts Q) with Some b => Some b | None =>
  first_bad (λ p pr, proc_ok (env_of procs' effs' consts' externs' p pr) pr) BadProc 0 (procs Q)
  end end end.

Definition well_typed (Q : program) : Prop := check_program Q = None.
