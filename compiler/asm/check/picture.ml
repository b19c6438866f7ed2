(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let lanes = 8
let row = 14
let left = 20
let column = 420
let gap = 260

let escape s =
  let b = Buffer.create (String.length s) in
  String.iter
    (function '<' -> Buffer.add_string b "&lt;" | '>' -> Buffer.add_string b "&gt;" | '&' -> Buffer.add_string b "&amp;" | c -> Buffer.add_char b c)
    s;
  Buffer.contents b

let svg ~clean ~fast positions =
  let n = Array.length clean and m = Array.length fast in
  let b = Buffer.create 65536 in
  let say fmt = Printf.bprintf b fmt in
  let y k = 40 + (row * k) in
  let colour p = if p < 0 || n = 0 then "#999" else Printf.sprintf "hsl(%d,70%%,38%%)" (p * lanes / n * 360 / lanes) in
  say "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\" font-size=\"11\">\n"
    (left + column + gap + column) (y (max n m) + 10);
  say "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n";
  say "<text x=\"%d\" y=\"20\" font-weight=\"bold\">clean</text><text x=\"%d\" y=\"20\" font-weight=\"bold\">fast</text>\n" left (left + column + gap);
  Array.iteri (fun k t -> say "<text x=\"%d\" y=\"%d\" fill=\"%s\">%3d %s</text>\n" left (y k) (colour k) k (escape t)) clean;
  Array.iteri
    (fun k t ->
      let p = positions.(k) in
      say "<text x=\"%d\" y=\"%d\" fill=\"%s\">%3d %s</text>\n" (left + column + gap) (y k) (colour p) k (escape t);
      if p >= 0 then
        let x1 = left + column - 30 and x2 = left + column + gap - 10 and mid = left + column + (gap / 2) in
        say "<path d=\"M%d %d C%d %d %d %d %d %d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>\n" x1 (y p - 4) mid (y p - 4) mid (y k - 4) x2
          (y k - 4) (colour p)
          (if p = k then "0.5" else "1"))
    fast;
  say "</svg>\n";
  Buffer.contents b
