(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let printf = Printf.sprintf

(* Each at its alignment, within what the machine's slots allow; a whole number of slots. *)
let layout ~tag values =
  let name what i = printf "fl__%s%s_%d" what tag i in
  let align ty =
    let a = printf "__extension__ _Alignof(__typeof__(%s))" ty in
    printf "(%s > FL_VA_SLOT ? (%s > FL_VA_MOST ? FL_VA_MOST : %s) : FL_VA_SLOT)" a a a
  in
  let place i (_, ty) =
    let before = name "e" i and at = name "o" (i + 1) in
    printf
      ", %s = (%s + %s - 1) / %s * %s, %s = %s + (sizeof(__typeof__(%s)) + FL_VA_SLOT - 1) / FL_VA_SLOT * FL_VA_SLOT"
      at before (align ty) (align ty) (align ty) (name "e" (i + 1)) at ty
  in
  let area = "fl__v" ^ tag in
  let copy i (value, _) =
    printf "__builtin_memcpy(%s + %s, (const void *)&%s, sizeof %s); " area (name "o" (i + 1)) value value
  in
  let text =
    printf "enum { %s = 0%s }; __attribute__((__aligned__(16))) char %s[%s / 16 * 16 + 16]; %s" (name "e" 0)
      (String.concat "" (List.mapi place values))
      area
      (name "e" (List.length values))
      (String.concat "" (List.mapi copy values))
  in
  (text, area, "sizeof " ^ area)
