(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Random expressions. Operands that need a guard in C (indices, division, checked
   arithmetic, projections, lookups) mostly come behind a test that makes them safe, in
   every shape that && || ! and ?: allow: that is where printing them goes wrong. *)
open Model

let text_literal () =
  String.concat "" (List.init (int 5) (fun _ -> pick [ "a"; "b"; "\\x00"; "\\xff"; "\\n"; "\\\""; "\\\\"; "?"; "/" ]))

(* A value of the type without reading variables. *)
let rec leaf env = function
  | Bool -> pick [ "true"; "false" ]
  | Int w -> literal w
  | Bytes n -> p "\"%s\"" (String.init (int (min n 6 + 1)) (fun _ -> Char.chr (97 + int 26)))
  | View -> p "\"%s\"" (text_literal ())
  | Map _ | Event _ | Extern _ -> "default"
  | Coro c -> start env (coro c)
  | (Array _ | Option _ | Named _) as t -> built env 0 t

and start env c = p "start %s(%s)" (name c.co_name) (String.concat ", " (List.map (leaf env) c.co_params))

(* A value put together on the spot. *)
and built env depth t =
  let sub t = if depth <= 0 then leaf env t else expr env (depth - 1) t in
  if flip (match t with Coro _ -> 100 | _ -> 12) then "default"
  else
    match t with
    | Bool | Int _ | Bytes _ | View | Map _ | Event _ | Extern _ -> leaf env t
    | Coro c -> p "start %s(%s)" (name c) (String.concat ", " (List.map sub (coro c).co_params))
    | Array (n, t) ->
        if flip 2 then p "[%s; %d]" (sub t) n else p "[%s]" (String.concat ", " (List.init n (fun _ -> sub t)))
    | Option t -> if flip 4 then "none" else p "some(%s)" (sub t)
    | Named n -> (
        match List.assoc_opt n !records with
        | Some fields ->
            p "(%s { %s })" (name n) (String.concat ", " (List.map (fun (f, t) -> p "%s: %s" f (sub t)) fields))
        | None -> (
            match pick (List.assoc n !unions) with
            | c, None -> p "%s.%s" (name n) c
            | c, Some t -> p "%s.%s(%s)" (name n) c (sub t)))

and from_place env depth t =
  match of_type env ~writable:false t with
  | [] -> if depth > 0 then built env depth t else leaf env t
  | l -> (pick l).text

(* Something that is not a literal, so that the front end does not compute it. *)
and unknown env w =
  match of_type env ~writable:false (Int w) with
  | [] -> (
      match that env ~writable:false (function Int _ -> true | _ -> false) with
      | [] -> None
      | l ->
          let pl = pick l in
          Some (p "(%s as%% u%d)" pl.text w))
  | l -> Some (pick l).text

and expr env depth t =
  if depth <= 0 then from_place env 0 t
  else
    match t with
    | Bool -> condition env depth
    | Int w -> number env depth w
    | _ when env.impure && flip 4 -> ( match impure env t with Some e -> e | None -> from_place env depth t)
    | Bytes n when flip 3 -> fitted env n
    | _ ->
        let env = if flip 4 then env else { env with impure = false } in
        if flip 8 then choice env depth t
        else if flip 2 then from_place env depth t
        else built env depth t

(* One of several values. *)
and choice env depth t =
  let e () = expr env (depth - 1) t in
  match int 4 with
  | 0 -> p "(if %s { %s } else { %s })" (condition env (depth - 1)) (e ()) (e ())
  | 1 -> (
      match that env ~writable:false (fun t -> cases t <> []) with
      | [] -> p "(if %s { %s } else if %s { %s } else { %s })" (condition env 0) (e ()) (condition env 0) (e ()) (e ())
      | l ->
          let pl = pick l in
          let arm (c, payload) =
            match payload with
            | Some t' when flip 2 ->
                let x = fresh "m" in
                p "%s(%s) => %s" c x (expr (bind env x t' false) (depth - 1) t)
            | _ -> p "%s => %s" c (e ())
          in
          p "(match %s { %s })" pl.text (String.concat ", " (List.map arm (cases pl.of_ty))))
  | 2 ->
      let w = width () in
      p "(match %s { %d => %s, %d, %d { %s } else => %s })" (number env (depth - 1) w) (int 3) (e ()) (3 + int 3) (6 + int 3) (e ()) (e ())
  | _ -> p "(%s ? %s : %s)" (condition env (depth - 1)) (e ()) (e ())

(* Bytes of another kind, where bytes<n> is wanted: mostly short enough. *)
and fitted env n =
  match that env ~writable:false is_bytes with
  | [] -> leaf env (Bytes n)
  | l -> (
      let pl = (pick l).text in
      match int 5 with
      | 0 -> p "%s[len(%s) / 2..len(%s)]" pl pl pl
      | 1 -> p "%s[..len(%s) %% %d]" pl pl (n + 1)
      | 2 when flip 10 -> pl
      | _ -> p "(len(%s) <= %d ? %s : %s)" pl n pl (leaf env (Bytes n)))

(* bytes of any length *)
and view env depth =
  match (that env ~writable:false is_bytes, int 6) with
  | [], _ | _, 0 -> leaf env View
  | l, 1 when depth > 0 ->
      let pl = (pick l).text in
      if flip 20 then p "%s[%d..%d]" pl (int 2) (2 + int 2)
      else if flip 12 then
        (* the lower bound at the upper one, or one too far *)
        Option.fold (unknown env 32) ~none:pl ~some:(fun x ->
            p "%s[len(%s) / 2 + (%s & 1)..len(%s) / 2%s]" pl pl x pl (if flip 2 then "" else p " + (%s & 1)" x))
      else p "%s[len(%s) / 2..len(%s)]" pl pl pl
  | l, 2 when depth > 0 ->
      let pl = (pick l).text in
      p "%s[%s..]" pl (p "%s %% (len(%s) + 1)" (number { env with impure = false } 0 32) pl)
  | l, _ -> (pick l).text

(* ---- what needs a guard ---- *)

(* A boolean that looks at the value. *)
and about env depth text = function
  | Bool -> text
  | Int w -> p "(%s %s %s)" text (comparison ()) (expr env depth (Int w))
  | Bytes _ | View -> if flip 2 then p "(len(%s) > %d)" text (int 4) else p "(%s == %s)" text (view env 0)
  | Option _ as t -> p "(%s is %s)" text (fst (pick (cases t)))
  | Named n as t -> (
      match List.assoc_opt n !records with
      | Some fields ->
          let f, t = pick fields in
          about env depth (p "%s.%s" text f) t
      | None -> p "(%s is %s)" text (fst (pick (cases t))))
  | Array (n, t) -> about env depth (p "%s[%d]" text (int n)) t
  | Map (_, k, _) -> if flip 2 then p "(count(%s) > %d)" text (int 2) else p "(%s in %s)" (expr env 0 (Int k)) text
  | Event _ -> p "(%s is done)" text
  | Coro _ | Extern _ -> "true"

and comparison () = pick [ "=="; "!="; "<"; "<="; ">"; ">=" ]

(* A test, and text and type of a value that is safe to use if it holds. *)
and guarded env : (string * string * ty) option =
  let env = { env with impure = false } in
  let any f = match that env ~writable:false f with [] -> None | l -> Some (pick l) in
  let small w = match unknown env w with Some x -> x | None -> literal w in
  let w = width () in
  match int 14 with
  | 0 | 1 ->
      Option.map
        (fun pl ->
          let i = small 32 in
          (p "%s < len(%s)" i pl.text, p "%s[%s]" pl.text i, Int 8))
        (any is_bytes)
  | 2 ->
      Option.bind (any (function Array _ -> true | _ -> false)) (fun pl ->
          match pl.of_ty with
          | Array (n, t) ->
              let i = small 32 in
              Some (p "%s < %d" i n, p "%s[%s]" pl.text i, t)
          | _ -> None)
  | 3 | 4 ->
      Option.bind (any (function Map _ -> true | _ -> false)) (fun pl ->
          match pl.of_ty with
          | Map (_, k, t) ->
              let key = small k in
              Some (p "%s in %s" key pl.text, p "%s[%s]" pl.text key, t)
          | _ -> None)
  | 5 | 6 ->
      Option.bind (any (fun t -> cases t <> [])) (fun pl ->
          match List.filter (fun (_, t) -> t <> None) (cases pl.of_ty) with
          | [] -> None
          | l -> (
              match pick l with
              | c, Some t -> Some (p "%s is %s" pl.text c, p "%s.%s" pl.text c, t)
              | _ -> None))
  | 7 ->
      let d = small w in
      Some (p "%s != 0" d, p "(%s %s %s)" (small w) (pick [ "/"; "%" ]) d, Int w)
  | 8 ->
      let a = small w and b = small w in
      Some (p "%s <= %s" a b, p "(%s - %s)" b a, Int w)
  | 9 ->
      let a = small w in
      Some (p "%s < 100" a, p "(%s + 100)" a, Int w)
  | 10 ->
      let from = pick [ 16; 32; 64 ] in
      let x = small from in
      Some (p "%s < 256" x, p "(%s as u8)" x, Int 8)
  | 11 ->
      let s = small 32 in
      Some (p "%s < %d" s w, p "(%s %s %s)" (small w) (pick [ "<<"; ">>" ]) s, Int w)
  | 12 ->
      Option.map
        (fun pl ->
          let w = pick [ 8; 16; 32; 64 ] in
          let off = small 32 in
          let off = p "(%s %% 16)" off in
          (p "%s + %d <= len(%s)" off (w / 8) pl.text, p "(load %s u%d %s[%s])" (pick [ "be"; "le" ]) w pl.text off, Int w))
        (any is_bytes)
  | _ ->
      let a = small w in
      Some (p "%s < 15" a, p "(%s * %s)" a a, Int w)

and as_width from w text = if from = w then text else p "(%s %s u%d)" text (if from < w then "as" else "as%") w

(* Right at the border of what is allowed, on one side or the other. *)
and edge env w =
  let env = { env with impure = false } in
  let any f = match that env ~writable:false f with [] -> None | l -> Some (pick l) in
  let as_w t = if w = 8 then t else p "(%s as u%d)" t w in
  let some f = Option.map f (unknown env w) in
  let one x = p "(%s & 1)" x in
  match int 17 with
  | 0 | 1 | 9 | 10 -> Option.map (fun pl -> as_w (p "%s[len(%s) -%% %d]" pl.text pl.text (int 2))) (any is_bytes)
  | 2 | 12 | 13 ->
      Option.map
        (fun pl ->
          let n = pick [ 16; 32; 64 ] in
          p "(len(%s) >= %d ? %s : %s)" pl.text (n / 8)
            (as_width n w (p "(load %s u%d %s[len(%s) -%% %d])" (pick [ "be"; "le" ]) n pl.text pl.text ((n / 8) - int 2)))
            (literal_of w 7))
        (any is_bytes)
  | 3 ->
      let in_array = function Array (_, Int w') -> w' = w | _ -> false in
      Option.bind (any in_array) (fun pl ->
          match pl.of_ty with
          | Array (n, _) -> some (fun x -> p "%s[%s + %s]" pl.text (one x) (literal_of w (n - 1)))
          | _ -> None)
  | 4 -> some (fun x -> p "(%s %s (%s + %s))" x (pick [ "<<"; ">>" ]) (one x) (literal_of w (w - 1)))
  | 14 | 15 | 16 ->
      let k = 1 + int 20 in
      some (fun x -> p "(((~%s) -%% %s) + %s)" (one x) (literal_of w (k - 1)) (literal_of w k))
  | 5 -> some (fun x -> p "((%s | %s) + (~%s))" x (literal_of w (1 + int 3)) x)
  | 6 | 11 -> some (fun x -> p "(%s %s (%s & %s))" x (pick [ "/"; "%" ]) x (literal_of w (1 + int 3)))
  | 7 ->
      let half = match w with 8 -> "16u8" | 16 -> "256u16" | 32 -> "65536u32" | _ -> "4294967296u64" in
      some (fun x -> p "((%s + %s) * (%s - %s))" half (one x) half (one x))
  | _ ->
      if w = 8 then Option.map (fun x -> p "((256u16 -%% (%s & 1)) as u8)" x) (unknown env 16)
      else some (fun x -> p "((%s & 3) - 1)" x)

(* What cannot fail, but shows bits that should not be there, or bytes in the wrong order. *)
and bits env w =
  let env = { env with impure = false } in
  let any f = match that env ~writable:false f with [] -> None | l -> Some (pick l) in
  if flip 2 then
      (* beyond the width, and then something that shows the bits above it *)
      let n = pick [ 8; 16 ] in
      Option.bind (unknown env n) (fun x ->
          let top = literal_of n ((1 lsl n) - 1 - int 5) in
          let over = p "((%s | %s) %s (%s & 7))" x top (pick [ "+%"; "+%"; "*%" ]) x in
          Some (as_width n w (p "(%s %s %s)" over (pick [ "/"; ">>"; "%" ]) (literal_of n (1 + int 7)))))
  else
      Option.map
        (fun pl ->
          let n = pick [ 16; 32; 64 ] in
          p "(len(%s) >= %d ? %s : %s)" pl.text (n / 8) (as_width n w (p "(load %s u%d %s[len(%s) - %d])" (pick [ "be"; "le" ]) n pl.text pl.text (n / 8))) (literal_of w 3))
        (any is_bytes)

(* ---- conditions ---- *)

and condition env depth =
  let sub () = condition env (depth - 1) in
  if depth <= 0 then simple env
  else
    match int 22 with
    | 0 | 1 -> p "(%s && %s)" (sub ()) (sub ())
    | 2 | 3 -> p "(%s || %s)" (sub ()) (sub ())
    | 4 -> p "!%s" (sub ())
    | 5 -> choice env depth Bool
    | 6 -> p "(%s %s %s)" (sub ()) (pick [ "=="; "!=" ]) (sub ())
    | 7 when env.impure -> ( match impure env Bool with Some e -> e | None -> simple env)
    | n when n < 17 -> (
        match guarded env with
        | None -> simple env
        | Some (g, value, t) -> (
            let use = about env (depth - 1) value t in
            match int 12 with
            | 0 | 1 -> p "(%s && %s)" g use
            | 2 -> p "(!(%s) || %s)" g use
            | 3 -> p "(%s && (%s || %s))" g use (sub ())
            | 4 -> p "(%s && %s || %s)" g use (sub ())
            | 5 -> p "(%s || %s && %s)" (sub ()) g use
            | 6 -> p "!(%s && %s)" g use
            | 7 -> p "(%s ? %s : %s)" g use (sub ())
            | 8 -> p "((%s && %s) && %s)" g (sub ()) use
            | 9 -> p "(!(%s) || (%s || %s))" g (sub ()) use
            | 10 -> p "((!(%s) || %s) && %s)" g use (sub ())
            | _ -> if flip 2 then use else p "(%s && %s)" g use))
    | 17 -> p "(%s == %s)" (view env 1) (view env 1)
    | 18 -> (
        match that env ~writable:false (fun t -> cases t <> []) with
        | [] -> simple env
        | l ->
            let pl = pick l in
            p "(%s is %s)" pl.text (fst (pick (cases pl.of_ty))))
    | 19 -> (
        match that env ~writable:false (function Map _ -> true | _ -> false) with
        | [] -> simple env
        | l -> (
            match pick l with
            | { of_ty = Map (_, k, _); text; _ } -> p "(%s in %s)" (expr { env with impure = false } (depth - 1) (Int k)) text
            | _ -> simple env))
    | 20 when flip 4 -> ( match edge env 8 with Some e -> p "(%s %s %s)" e (comparison ()) (literal 8) | None -> simple env)
    | _ ->
        let w = width () in
        p "(%s %s %s)" (number env (depth - 1) w) (comparison ()) (number env (depth - 1) w)

and simple env =
  match of_type env ~writable:false Bool with
  | l when l <> [] && flip 2 -> (pick l).text
  | _ -> (
      let w = width () in
      match unknown env w with
      | Some x -> p "(%s %s %s)" x (comparison ()) (literal w)
      | None -> pick [ "true"; "false" ])

(* ---- numbers ---- *)

and number env depth w =
  let e () = number env (depth - 1) w in
  let checked f = match unknown env w with Some x -> f x | None -> literal w in
  if depth <= 0 then from_place env 0 (Int w)
  else
    match int 24 with
    | 0 | 1 | 2 -> p "(%s %s %s)" (e ()) (pick [ "+%"; "-%"; "*%"; "&"; "|"; "^" ]) (e ())
    | 3 -> checked (fun x -> p "(%s %s %s)" x (if flip 12 then "-" else pick [ "+"; "+"; "+"; "*" ]) (e ()))
    | 4 -> checked (fun x -> p "(%s %s (%s | %s))" x (pick [ "/"; "%" ]) (e ()) (literal_of w (1 + int 5)))
    | 5 -> checked (fun x -> p "(%s %s %d)" x (pick [ "<<"; ">>"; "<<<"; ">>>" ]) (int w))
    | 6 -> checked (fun x -> p "(%s %s %s)" x (pick [ "<<<"; ">>>" ]) (number env (depth - 1) 32))
    | 7 -> checked (fun x -> p "(%s %s (%s & %d))" x (pick [ "<<"; ">>" ]) (number env (depth - 1) 32) (w - 1))
    | 8 -> p "(~%s)" (e ())
    | 9 -> choice env depth (Int w)
    | 10 | 11 -> (
        let from = width () in
        match unknown env from with
        | Some x when from > w && flip 4 -> p "((%s & 127) as u%d)" x w
        | Some x -> p "(%s %s u%d)" x (if from <= w then "as" else if flip 16 then "as" else "as%") w
        | None -> literal w)
    | 12 when w = 32 -> p "len(%s)" (view { env with impure = false } 1)
    | 13 when w = 32 -> (
        match that env ~writable:false (function Map _ -> true | _ -> false) with
        | [] -> literal w
        | l -> p "count(%s)" (pick l).text)
    | 14 -> p "(%s as u%d)" (condition env (depth - 1)) w
    | 15 | 16 when env.impure -> ( match impure env (Int w) with Some e -> e | None -> from_place env 0 (Int w))
    | 20 | 21 -> ( match bits env w with Some e -> e | None -> from_place env 0 (Int w))
    | 22 -> (
        match (edge env w, edge env w) with
        | Some a, Some b when flip 3 -> p "(%s ? %s : %s)" (condition env (depth - 1)) a b
        | Some a, _ -> a
        | None, _ -> e ())
    | 17 | 18 | 19 -> (
        match guarded env with
        | Some (g, value, Int w') when w' = w -> p "(%s ? %s : %s)" g value (e ())
        | Some (g, value, Int _) -> p "(%s ? (%s as%% u%d) : %s)" g value w (e ())
        | Some (g, value, t) -> p "(%s && %s ? %s : %s)" g (about env 0 value t) (e ()) (e ())
        | None -> e ())
    | _ -> from_place env 0 (Int w)

(* ---- calls and requests inside expressions ---- *)

and impure env t =
  let calls = List.filter (fun f -> f.fn_result = Some t) !functions in
  let asks = List.filter (fun e -> e.eff_result = Some t && env.in_coroutine) env.asks in
  let delegates = List.filter (fun c -> c.co_result = Some t) (callable env) in
  match int 4 with
  | 0 | 1 when calls <> [] -> function_call env (pick calls)
  | 2 when asks <> [] -> Some (request env (pick asks))
  | 3 when delegates <> [] -> delegation env (pick delegates)
  | _ -> None

and callable env =
  let lent = List.map (fun v -> v.ty) env.lent in
  let fits c = List.for_all (fun e -> List.memq e env.asks) c.co_effects && c.co_lent = lent in
  if env.in_coroutine then List.filter fits !coroutines else []

(* Mostly in the variable of an earlier argument, if there is a choice. *)
and near taken l =
  match List.filter (fun pl -> List.exists (fun t -> t.root = pl.root) taken) l with
  | [] -> l
  | close -> if flip 4 then l else close

(* Inout places are disjoint from each other and from everything that is passed by reference. *)
and arguments env params =
  let pure = { env with impure = env.impure && List.for_all (fun (inout, t) -> (not inout) && scalar t) params && flip 2 } in
  let rec inouts taken = function
    | [] -> Some []
    | (false, _) :: rest -> Option.map (fun l -> None :: l) (inouts taken rest)
    | (true, t) :: rest -> (
        let fits t' = t' = t || (t = View && match t' with Bytes _ -> true | _ -> false) in
        let usable pl = fits pl.of_ty && List.for_all (disjoint pl) taken in
        match near taken (List.filter usable (places env ~writable:true)) with
        | [] -> None
        | l ->
            let pl = pick l in
            Option.map (fun l -> Some pl :: l) (inouts (pl :: taken) rest))
  in
  Option.map
    (fun chosen ->
      let taken = List.filter_map Fun.id chosen in
      List.map2
        (fun (_, t) choice ->
          match choice with
          | Some ({ of_ty = Bytes cap; _ } as pl) when t = View && flip 2 && cap > 1 -> p "inout %s[%d..len(%s)]" pl.text (if flip 6 then 1 else 0) pl.text
          | Some pl when t = View && flip 3 -> p "inout %s[len(%s) / 2..]" pl.text pl.text
          | Some pl -> "inout " ^ pl.text
          | None when scalar t -> expr pure 1 t
          | None -> (
              let fits t' = t' = t || (t = View && is_bytes t') in
              match near taken (List.filter (fun pl -> fits pl.of_ty && List.for_all (disjoint pl) taken) (places env ~writable:false)) with
              | [] -> leaf env t
              | l -> if flip 4 then leaf env t else (pick l).text))
        params chosen)
    (inouts [] params)

and function_call env f = Option.map (fun l -> p "%s(%s)" (name f.fn_name) (String.concat ", " l)) (arguments env f.fn_params)

and request env e =
  let views = List.mem View e.eff_args in
  let arg t = match t with View -> view { env with impure = false } 1 | t -> expr { env with impure = env.impure && not views && flip 2 } 1 t in
  p "ask %s(%s)" (name e.eff_name) (String.concat ", " (List.map arg e.eff_args))

and delegation env c =
  let params = List.map (fun t -> (true, t)) c.co_inout @ List.map (fun t -> (false, t)) c.co_params in
  Option.map
    (fun l -> p "call %s(%s)" (name c.co_name) (String.concat ", " l))
    (arguments { env with vars = List.filter (fun v -> not (List.memq v env.lent)) env.vars } params)

(* ---- with effects now and then ---- *)

let with_effects env = { env with impure = flip 2 }
let value env depth t = expr (with_effects env) depth t
let test env depth = condition (with_effects env) depth

let without root env = { env with vars = List.filter (fun v -> v.name <> root) env.vars }
