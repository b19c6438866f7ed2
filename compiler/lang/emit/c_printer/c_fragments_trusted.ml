(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module T = C_types_trusted

let p = Printf.sprintf

(* Each fragment comes after those it uses. *)
let hints =
  List.map
    (fun (name, value) ->
      ( name,
        p "#if defined(__GNUC__)\n#define %s(test) __builtin_expect((test), %d)\n#else\n#define %s(test) (test)\n#endif\n"
          name value name ))
    [ ("FLI_LIKELY", 1); ("FLI_UNLIKELY", 0) ]

(* Nothing that was loaded before is known after it. *)
let apart =
  ( "FLI_APART",
    "#if defined(__GNUC__)\n#define FLI_APART() __asm__ volatile(\"\" ::: \"memory\")\n#else\n#define FLI_APART() ((void)0)\n#endif\n" )

(* Where trapless procedures have a `trap` or an `assert` that is decided. *)
let never =
  ( "FLI_NEVER",
    "#if defined(__GNUC__)\n#define FLI_NEVER() __builtin_unreachable()\n#else\n#define FLI_NEVER() ((void)0)\n#endif\n" )

(* For people who look for a trap; __LINE__ is the source's, because of #line. *)
let trapped types =
  let hook = C_names_trusted.macro_prefix (T.names types) ^ "ON_TRAP" in
  ( "FLI_TRAPPED",
    p "#ifdef %s\n#define FLI_TRAPPED() %s(__FILE__, __LINE__)\n#else\n#define FLI_TRAPPED() ((void)0)\n#endif\n" hook hook )

let copying =
  [
    ( "fli_copy",
      {|static inline void fli_copy(uint8_t *to, const uint8_t *from, uint32_t n) {
#if defined(__GNUC__)
    /* What is short, and how short is not known here, is copied without a call: its front and its end, which meet. */
    if (!__builtin_constant_p(n) && n <= 128u) {
        struct { uint64_t a, b; } v, w, x, y;
        if (n >= 64u) {
            memcpy(&v, from, 16); memcpy(&w, from + 16, 16); memcpy(&x, from + 32, 16); memcpy(&y, from + 48, 16);
            memcpy(to, &v, 16); memcpy(to + 16, &w, 16); memcpy(to + 32, &x, 16); memcpy(to + 48, &y, 16);
            from += n - 64u; to += n - 64u;
            memcpy(&v, from, 16); memcpy(&w, from + 16, 16); memcpy(&x, from + 32, 16); memcpy(&y, from + 48, 16);
            memcpy(to, &v, 16); memcpy(to + 16, &w, 16); memcpy(to + 32, &x, 16); memcpy(to + 48, &y, 16);
        } else if (n >= 32u) {
            memcpy(&v, from, 16); memcpy(&w, from + 16, 16);
            memcpy(&x, from + n - 32u, 16); memcpy(&y, from + n - 16u, 16);
            memcpy(to, &v, 16); memcpy(to + 16, &w, 16); memcpy(to + n - 32u, &x, 16); memcpy(to + n - 16u, &y, 16);
        } else if (n >= 16u) {
            memcpy(&v, from, 16); memcpy(&w, from + n - 16u, 16);
            memcpy(to, &v, 16); memcpy(to + n - 16u, &w, 16);
        } else if (n >= 8u) {
            uint64_t p, q;
            memcpy(&p, from, 8); memcpy(&q, from + n - 8u, 8);
            memcpy(to, &p, 8); memcpy(to + n - 8u, &q, 8);
        } else if (n >= 4u) {
            uint32_t p, q;
            memcpy(&p, from, 4); memcpy(&q, from + n - 4u, 4);
            memcpy(to, &p, 4); memcpy(to + n - 4u, &q, 4);
        } else if (n != 0u) {
            const uint8_t p = from[0], q = from[n / 2u], r = from[n - 1u];
            to[0] = p; to[n / 2u] = q; to[n - 1u] = r;
        }
        return;
    }
#endif
    /* Of a length that is not known gcc does not know that it fits, and supposes that this gets to the next one. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wrestrict"
#endif
    if (n != 0) { memcpy(to, from, n); }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
}
|} );
    ( "fli_move",
      {|/* Like fli_copy where the two may overlap. */
static inline void fli_move(uint8_t *to, const uint8_t *from, uint32_t n) {
    if (n != 0) { memmove(to, from, n); }
}
|} );
    ( "fli_equal",
      {|static inline bool fli_equal(const uint8_t *a, uint32_t n, const uint8_t *b, uint32_t m) {
    if (n != m) { return false; }
    /* What differs mostly does so early. */
    if (n >= 8u) {
        uint64_t x, y;
        memcpy(&x, a, 8); memcpy(&y, b, 8);
        if (x != y) { return false; }
    }
    return n == 0 || memcmp(a, b, n) == 0;
}
|} );
    ( "fli_mul64_overflows",
      {|static inline bool fli_mul64_overflows(uint64_t a, uint64_t b) {
#if defined(__GNUC__)
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product);
#else
    return b != 0 && a > UINT64_MAX / b;
#endif
}
|} );
  ]

(* Compilers recognise these shifts as one access, but not always. *)
let on_little_endian = "#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__"

(* [shift i] is where byte [i] goes. *)
let load_and_store bits (order, shift) =
  let n = bits / 8 in
  let ty = p "uint%d_t" bits in
  (* Operands narrower than int are widened first, so that shifts stay unsigned. *)
  let wide = if bits = 64 then ty else "uint32_t" in
  let load i = p "(%s)b[%d] << %d" wide i (shift i) in
  let store i = p "b[%d] = (uint8_t)(v >> %d);" i (shift i) in
  let swapped v = if order = "be" then p "__builtin_bswap%d(%s)" bits v else v in
  [
    ( p "fli_load_%s%d" order bits,
      p
        {|static inline %s fli_load_%s%d(const uint8_t *b) {
%s
    %s v;
    memcpy(&v, b, sizeof v);
    return %s;
#else
    return (%s)(%s);
#endif
}
|}
        ty order bits on_little_endian ty (swapped "v") ty
        (String.concat " | " (List.init n load)) );
    ( p "fli_store_%s%d" order bits,
      p
        {|static inline void fli_store_%s%d(uint8_t *b, %s v) {
%s
    const %s w = %s;
    memcpy(b, &w, sizeof w);
#else
    %s
#endif
}
|}
        order bits ty on_little_endian ty (swapped "v")
        (String.concat " " (List.init n store)) );
  ]

let byte_order =
  List.concat_map
    (fun bits ->
      List.concat_map (load_and_store bits) [ ("be", fun i -> bits - 8 - (8 * i)); ("le", fun i -> 8 * i) ])
    [ 16; 32; 64 ]

(* The identifiers of a text of C; what strings, comments and #line say is none. *)
let words text =
  let found = Hashtbl.create 997 and n = String.length text in
  let is_word = function 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' -> true | _ -> false in
  let rec past f i = if i < n && f text.[i] then past f (i + 1) else i in
  let rec past_string i =
    if i >= n || text.[i] = '"' then i + 1 else past_string (if text.[i] = '\\' then i + 2 else i + 1)
  in
  let rec past_comment i =
    if i + 1 >= n || (text.[i] = '*' && text.[i + 1] = '/') then i + 2 else past_comment (i + 1)
  in
  let rec go i =
    if i < n then
      match text.[i] with
      | '"' -> go (past_string (i + 1))
      | '/' when i + 1 < n && text.[i + 1] = '*' -> go (past_comment (i + 2))
      | c when is_word c ->
          let stop = past is_word i in
          Hashtbl.replace found (String.sub text i (stop - i)) ();
          go stop
      | _ -> go (i + 1)
  in
  go 0;
  found

(* One C file may include several of ours. *)
let once (name, text) = (name, p "#ifndef FLI_HAS_%s\n#define FLI_HAS_%s\n%s#endif\n" name name text)

let needed ~types used =
  let key = if C_map_trusted.any_hashed types then [ C_map_trusted.key types ] else [] in
  let maps = List.concat_map (C_map_trusted.definitions types) (T.maps types) in
  let functions = key @ copying @ byte_order @ maps @ C_store_trusted.clear_functions types in
  let macros = C_check.macro types :: trapped types :: never :: apart :: hints in
  let with_words = List.map (fun (name, text) -> (name, text, words text)) in
  (* From the last to the first: what is kept so far decides. *)
  let used_of used all =
    List.fold_right
      (fun ((name, _, _) as one) kept ->
        let wanted = Hashtbl.mem used name || List.exists (fun (_, _, words) -> Hashtbl.mem words name) kept in
        if wanted then one :: kept else kept)
      all []
  in
  let functions = List.map once functions in
  let kept = used_of used (with_words (macros @ functions)) in
  (* With FL_CHECK only: what looks at values, and what that needs besides. *)
  let looks = used_of used (with_words (functions @ List.map once (C_check.functions types))) in
  let checking = List.filter (fun (name, _, _) -> not (List.exists (fun (other, _, _) -> other = name) kept)) looks in
  let undefined (name, _, _) = if List.mem_assoc name macros then Some (p "#undef %s\n" name) else None in
  let texts l = String.concat "\n" (List.map (fun (_, text, _) -> text) l) in
  let macro = C_names_trusted.macro_prefix (T.names types) ^ "CHECK" in
  let checks = if checking = [] then "" else p "\n#ifdef %s\n%s#endif\n" macro (texts checking) in
  (texts kept ^ checks, String.concat "" (List.filter_map undefined kept))
