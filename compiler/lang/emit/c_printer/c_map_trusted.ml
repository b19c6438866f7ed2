(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module N = C_names_trusted
module T = C_types_trusted

let p = Printf.sprintf

let rec log2 n = if n <= 1 then 0 else 1 + log2 (n / 2)

(* How a map's type and its helpers are written: helpers' names begin with [stem]. *)
type writing = { stem : string; m : string; k : string; cell : string; move : string }

let writing types (name, cap, key, elt) =
  {
    stem = T.map_stem types (TMap (Fairlead_lang_coq.Big_trusted.of_nat cap, key, elt));
    m = "struct " ^ name;
    k = T.width_type key;
    cell = T.unsigned cap;
    move = (if T.is_void elt then "" else " m->value[i] = m->value[last];");
  }

let has { stem; m; k; _ } =
  ( stem ^ "_has",
    p "static inline bool %s_has(const %s *m, %s key) { return %s_find(m, key) < m->count; }\n" stem m k stem )

(* {2 Few entries} *)

let listed ({ stem; m; k; cell; move } as w) =
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
    has w;
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

(* {2 Many entries: a hash index} *)

let key_name types = "fli_" ^ N.key_maps (T.names types)
let key types = (key_name types, p "static uint64_t %s[2];\n" (key_name types))

(* The first product differs from key to key, the second spreads its bits. *)
let hash types { stem; k; _ } size =
  ( stem ^ "_home",
    p
      {|static inline uint32_t %s_home(%s key) {
    const uint64_t x = ((uint64_t)key ^ %s[0]) * (%s[1] | 1u);
    return (uint32_t)(((x ^ x >> 32) * UINT64_C(0x9E3779B97F4A7C15)) >> %d);
}
|}
      stem k (key_name types) (key_name types)
      (64 - log2 size) )

let is_hashed (_, cap, _, _) = T.index_size cap > 0
let any_hashed types = List.exists is_hashed (T.maps types)

let set_key types =
  p "%sAPI void %s(uint64_t a, uint64_t b)" (N.macro_prefix (T.names types)) (N.key_maps (T.names types))

let find_and_slot ({ stem; m; k; cell; _ } as w) mask =
  [
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
    has w;
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
  ]

let remove { stem; m; k; cell; move } mask =
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
      stem m k stem stem mask mask mask stem mask mask stem mask cell move cell )

let definitions types ((_, cap, _, _) as map) =
  let w = writing types map in
  match T.index_size cap with
  | 0 -> listed w
  | size -> (hash types w size :: find_and_slot w (size - 1)) @ [ remove w (size - 1) ]
