(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { brand : string; family : int; model : int; stepping : int; virtual_ : bool; features : string list }
type registers = int * int * int * int
type register = Ebx | Ecx

let pick (_, b, c, _) = function Ebx -> b | Ecx -> c

(* Which state of XCR0 an instruction needs: none, that of YMM, that of ZMM. *)
let none = 0
let ymm = 0x6
let zmm = 0xe6

(* name, leaf, register, bit, state; subleaf 0 *)
let table =
  [ ("pclmulqdq", 1, Ecx, 1, none); ("ssse3", 1, Ecx, 9, none); ("sse4_1", 1, Ecx, 19, none);
    ("sse4_2", 1, Ecx, 20, none); ("movbe", 1, Ecx, 22, none); ("aes", 1, Ecx, 25, none); ("avx", 1, Ecx, 28, ymm);
    ("bmi1", 7, Ebx, 3, none); ("avx2", 7, Ebx, 5, ymm); ("bmi2", 7, Ebx, 8, none); ("adx", 7, Ebx, 19, none);
    ("vaes", 7, Ecx, 9, ymm); ("vpclmulqdq", 7, Ecx, 10, ymm); ("gfni", 7, Ecx, 8, none);
    ("sha_ni", 7, Ebx, 29, none); ("avx512f", 7, Ebx, 16, zmm); ("avx512bw", 7, Ebx, 30, zmm);
    ("avx512vl", 7, Ebx, 31, zmm) ]

let known_features = List.map (fun (n, _, _, _, _) -> n) table
let needed = [ "pclmulqdq"; "ssse3"; "sse4_1"; "movbe"; "aes"; "avx"; "avx2"; "bmi2"; "adx" ]

let text_of words =
  let b = Buffer.create 48 in
  List.iter (fun w -> Buffer.add_int32_le b (Int32.of_int w)) words;
  let s = Buffer.contents b in
  String.trim (match String.index_opt s '\000' with Some n -> String.sub s 0 n | None -> s)

(* Runs of blanks, with which brand strings are padded, and control characters, which no result file wants. *)
let tidy s =
  String.map (fun c -> if c < ' ' || c > '~' then ' ' else c) s
  |> String.split_on_char ' ' |> List.filter (( <> ) "") |> String.concat " "

let of_cpuid ~cpuid ~xcr0 =
  let (signature, _, c1, _) = cpuid 1 0 in
  let field at width = (signature lsr at) land ((1 lsl width) - 1) in
  let family = if field 8 4 = 15 then 15 + field 20 8 else field 8 4 in
  let model = if field 8 4 = 6 || field 8 4 = 15 then field 4 4 + (field 16 4 lsl 4) else field 4 4 in
  let saved = if c1 land (1 lsl 27) <> 0 then xcr0 () else 0 in
  let there (_, leaf, register, bit, state) =
    pick (cpuid leaf 0) register land (1 lsl bit) <> 0 && saved land state = state
  in
  let vendor = let (_, b, c, d) = cpuid 0 0 in text_of [ b; d; c ] in
  let brand =
    tidy (text_of (List.concat_map (fun leaf -> let (a, b, c, d) = cpuid leaf 0 in [ a; b; c; d ])
                     [ 0x80000002; 0x80000003; 0x80000004 ]))
  in
  { brand = (if brand = "" then tidy vendor else brand); family; model; stepping = field 0 4;
    virtual_ = c1 land (1 lsl 31) <> 0;
    features = List.filter_map (fun ((n, _, _, _, _) as f) -> if there f then Some n else None) table }

external host_cpuid : int -> int -> registers = "fl_processor_cpuid"
external host_xcr0 : unit -> int = "fl_processor_xcr0"

let this = lazy (of_cpuid ~cpuid:host_cpuid ~xcr0:host_xcr0)
let has t f = List.mem f t.features
let name t = Printf.sprintf "%s (family %d, model %d, stepping %d)" t.brand t.family t.model t.stepping

let describe t =
  [ Printf.sprintf "processor: %s%s" (name t) (if t.virtual_ then ", in a virtual machine" else "");
    "features: " ^ String.concat " " t.features ]
