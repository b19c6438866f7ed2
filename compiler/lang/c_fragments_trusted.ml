open Fairlead_lang_coq.Syntax
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

(* For people who look for a trap; __LINE__ is the source's, because of #line. *)
let trapped types =
  let hook = T.macro_prefix types ^ "ON_TRAP" in
  ( "FLI_TRAPPED",
    p "#ifdef %s\n#define FLI_TRAPPED() %s(__FILE__, __LINE__)\n#else\n#define FLI_TRAPPED() ((void)0)\n#endif\n" hook hook )

let copying =
  [
    ( "fli_copy",
      {|static inline void fli_copy(uint8_t *to, const uint8_t *from, uint32_t n) {
    if (n != 0) { memcpy(to, from, n); }
}
|} );
    ( "fli_move",
      {|/* Like fli_copy where the two may overlap. */
static inline void fli_move(uint8_t *to, const uint8_t *from, uint32_t n) {
    if (to <= from) {
        for (uint32_t i = 0; i < n; i++) { to[i] = from[i]; }
    } else {
        for (uint32_t i = n; i > 0; i--) { to[i - 1] = from[i - 1]; }
    }
}
|} );
    ( "fli_equal",
      {|static inline bool fli_equal(const uint8_t *a, uint32_t n, const uint8_t *b, uint32_t m) {
    return n == m && (n == 0 || memcmp(a, b, n) == 0);
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

let byte_order =
  List.concat_map
    (fun bits ->
      let n = bits / 8 in
      let ty = p "uint%d_t" bits in
      (* Operands narrower than int are widened first, so that shifts stay unsigned. *)
      let wide = if bits = 64 then ty else "uint32_t" in
      List.concat_map
        (fun (order, shift) ->
          let load i = p "(%s)b[%d] << %d" wide i (shift i) in
          let store i = p "b[%d] = (uint8_t)(v >> %d);" i (shift i) in
          let all f = List.init n f in
          (* Compilers recognise these shifts as one access, but not always. *)
          let swapped v = if order = "be" then p "__builtin_bswap%d(%s)" bits v else v in
          let little = "defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__" in
          [
            ( p "fli_load_%s%d" order bits,
              p
                "static inline %s fli_load_%s%d(const uint8_t *b) {\n\
                 #if %s\n\
                \    %s v;\n\
                \    memcpy(&v, b, sizeof v);\n\
                \    return %s;\n\
                 #else\n\
                \    return (%s)(%s);\n\
                 #endif\n\
                 }\n"
                ty order bits little ty (swapped "v") ty
                (String.concat " | " (all load)) );
            ( p "fli_store_%s%d" order bits,
              p
                "static inline void fli_store_%s%d(uint8_t *b, %s v) {\n\
                 #if %s\n\
                \    const %s w = %s;\n\
                \    memcpy(b, &w, sizeof w);\n\
                 #else\n\
                \    %s\n\
                 #endif\n\
                 }\n"
                order bits ty little ty (swapped "v")
                (String.concat " " (all store)) );
          ])
        [ ("be", fun i -> 8 * (n - 1 - i)); ("le", fun i -> 8 * i) ])
    [ 16; 32; 64 ]

let rec log2 n = if n <= 1 then 0 else 1 + log2 (n / 2)

(* Entries are dense: [count] keys and values in no particular order. Maps with
   many entries have a hash index besides: open addressing, a cell holds a
   position plus one. *)
let map types (name, cap, key, elt) =
  let stem = T.map_stem types (TMap (Fairlead_lang_coq.Big_trusted.of_nat cap, key, elt)) in
  let m = "struct " ^ name and k = T.width_type key in
  let size = T.index_size cap in
  let move = if T.is_void elt then "" else " m->value[i] = m->value[last];" in
  let cell = T.unsigned cap in
  let has =
    ( stem ^ "_has",
      p "static inline bool %s_has(const %s *m, %s key) { return %s_find(m, key) < m->count; }\n" stem m k stem )
  in
  if size = 0 then
    [
      ( stem ^ "_find",
        p
          {|static inline uint32_t %s_find(const %s *m, %s key) {
    uint32_t i = 0;
    while (i < m->count && m->key[i] != key) { i++; }
    return i;
}
|}
          stem m k );
      has;
      ( stem ^ "_slot",
        p
          {|static inline uint32_t %s_slot(%s *m, %s key) {
    const uint32_t i = %s_find(m, key);
    if (i == m->count) { m->key[i] = key; m->count = (%s)(i + 1); }
    return i;
}
|}
          stem m k stem cell );
      ( stem ^ "_remove",
        p
          {|static inline void %s_remove(%s *m, %s key) {
    const uint32_t i = %s_find(m, key);
    if (i < m->count) {
        const uint32_t last = m->count - 1u;
        m->key[i] = m->key[last];%s
        m->count = (%s)last;
    }
}
|}
          stem m k stem move cell );
    ]
  else
    let mask = size - 1 in
    [
      ( stem ^ "_home",
        p
          {|static inline uint32_t %s_home(%s key) {
    return (uint32_t)(((uint64_t)key * UINT64_C(0x9E3779B97F4A7C15)) >> %d);
}
|}
          stem k
          (64 - log2 size) );
      ( stem ^ "_find",
        p
          {|static inline uint32_t %s_find(const %s *m, %s key) {
    for (uint32_t h = %s_home(key); m->index[h] != 0; h = (h + 1) & %du) {
        const uint32_t i = m->index[h] - 1u;
        if (m->key[i] == key) { return i; }
    }
    return m->count;
}
|}
          stem m k stem mask );
      has;
      ( stem ^ "_slot",
        p
          {|static inline uint32_t %s_slot(%s *m, %s key) {
    uint32_t h = %s_home(key);
    for (; m->index[h] != 0; h = (h + 1) & %du) {
        const uint32_t i = m->index[h] - 1u;
        if (m->key[i] == key) { return i; }
    }
    const uint32_t i = m->count;
    m->key[i] = key;
    m->count = (%s)(i + 1);
    m->index[h] = (%s)(i + 1);
    return i;
}
|}
          stem m k stem mask cell cell );
      ( stem ^ "_remove",
        p
          {|static inline void %s_remove(%s *m, %s key) {
    const uint32_t i = %s_find(m, key);
    if (i >= m->count) { return; }
    uint32_t hole = %s_home(key);
    while (m->index[hole] != i + 1) { hole = (hole + 1) & %du; }
    /* Close the gap: entries that hash at or before the hole move back. */
    for (uint32_t h = (hole + 1) & %du; m->index[h] != 0; h = (h + 1) & %du) {
        const uint32_t home = %s_home(m->key[m->index[h] - 1u]);
        if (((h - home) & %du) >= ((h - hole) & %du)) { m->index[hole] = m->index[h]; hole = h; }
    }
    m->index[hole] = 0;
    const uint32_t last = m->count - 1u;
    if (i != last) {
        uint32_t h = %s_home(m->key[last]);
        while (m->index[h] != last + 1) { h = (h + 1) & %du; }
        m->index[h] = (%s)(i + 1);
        m->key[i] = m->key[last];%s
    }
    m->count = (%s)last;
}
|}
          stem m k stem stem mask mask mask stem mask mask stem mask cell move cell );
    ]

(* Whether [name] occurs in [text] in front of something. *)
let followed name text ~by =
  let n = String.length name and len = String.length text in
  let rec go i =
    match String.index_from_opt text i name.[0] with
    | Some i when i + n < len -> if String.sub text i n = name && by text.[i + n] then true else go (i + 1)
    | _ -> false
  in
  go 0

let mentions = followed ~by:(function 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' -> false | _ -> true)
let occurs = followed ~by:(fun c -> c = '(')

let needed ~types body =
  let all = (trapped types :: hints) @ copying @ byte_order @ List.concat_map (map types) (T.maps types) in
  (* From the last to the first: what is kept so far decides. *)
  let kept =
    List.fold_right
      (fun (name, text) kept -> if occurs name body || List.exists (occurs name) kept then text :: kept else kept)
      all []
  in
  String.concat "\n" kept
