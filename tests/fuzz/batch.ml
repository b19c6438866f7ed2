(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Many random programs as one C program, with what the interpreter says of each.

     batch FIRST COUNT DIR INPUTS
     batch constructs               the names of what Coverage counts

   writes to DIR
     machines.c   the emitted C of all programs
     driver.c     their drivers (compile --main), called one after the other
     inputs       the bytes for each run, for driver.c to read
     expected     what the C program must print
     programs     the seeds, in the order of driver.c
   and on standard output a line for each thing worth counting or reporting. Starting a
   compiler and linking cost more than compiling one of these programs; hence batches. *)
open Fairlead_lang
open Fairlead_interpret

let p = Printf.sprintf
let steps = 200_000

let letter c = match c with 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' -> true | _ -> false

(* C text with identifiers renamed; string literals and comments stay. *)
let rename f text =
  let n = String.length text in
  let b = Buffer.create n in
  let rec until stop i =
    if i >= n then n else if text.[i] = '\\' then until stop (i + 2) else if text.[i] = stop then i + 1 else until stop (i + 1)
  in
  let rec go i =
    if i < n then (
      let next =
        match text.[i] with
        | ('"' | '\'') as q -> until q (i + 1)
        | '/' when i + 1 < n && text.[i + 1] = '*' ->
            let rec close j = if j + 1 >= n then n else if text.[j] = '*' && text.[j + 1] = '/' then j + 2 else close (j + 1) in
            close (i + 2)
        | c when letter c ->
            let rec last j = if j < n && letter text.[j] then last (j + 1) else j in
            last i
        | _ -> i + 1
      in
      let next = min next n in
      let word = String.sub text i (next - i) in
      Buffer.add_string b (if letter text.[i] then f word else word);
      go next)
  in
  go 0;
  Buffer.contents b

let without_own_include name text =
  let own = p "#include \"%s.h\"" name in
  String.concat "\n" (List.filter (( <> ) own) (String.split_on_char '\n' text))

let starts_with prefix s = String.length s >= String.length prefix && String.sub s 0 (String.length prefix) = prefix

type machine = { source : string; driver : string; run : string  (** the driver's function *) }

(* Of every other program, what can be is trapless: its C has no check, and must do the same. *)
let machine seed (info : Program_info.t) =
  let info = if seed mod 2 = 1 then Trapless.mark_all info else info in
  let prefix = p "q%d_" seed and name = p "q%d" seed in
  let rec last found i =
    if i = Array.length info.procedures then found
    else
      let main = info.procedures.(i).proc_name.module_name = "" in
      last (if main && (List.nth info.program.procs i).suspends then i else found) (i + 1)
  in
  let entry = last (-1) 0 in
  let entries = List.sort_uniq compare (entry :: Compile.roots info) in
  match Compile.c { prefix; entries; name; extern_header = None; line_prefix = "" } info with
  | Error e -> Error e
  | Ok (out, types, _) -> (
      match C_main.print ~externs:true types ~entry ~name with
      | Error e -> Error ("compile --main: " ^ e)
      | Ok driver ->
          let ours w = starts_with "fli_" w || starts_with "FLI_HAS_" w in
          let local tag w = if ours w || Externals.is w then prefix ^ tag ^ w else w in
          let in_driver w =
            match w with
            | "byte" | "little" | "print_hex" | "main" -> prefix ^ w
            | "getchar" | "exit" -> "batch_" ^ w
            | w when starts_with "decode_" w || starts_with "print_" w -> prefix ^ w
            | w -> local "d_" w
          in
          let header = rename (fun w -> if Externals.is w then prefix ^ w else w) out.header in
          Ok
            ( entry,
              {
                source = header ^ rename (local "") (without_own_include name out.source ^ Externals.definitions ~prefix ~emitted:out.header info);
                driver = header ^ rename in_driver (without_own_include name driver);
                run = prefix ^ "main";
              } ))

let interpret info entry input =
  let b = Buffer.create 1024 in
  let print s = Buffer.add_string b s; Buffer.add_char b '\n' in
  match Driver.run ~externals:(Externals.meaning info) info entry ~input ~steps ~print ~trapped:ignore with
  | Finished -> Ok (Some (Buffer.contents b))
  | Out_of_steps -> Ok None
  | Refused why -> Error ("run: " ^ why)
  | exception e -> Error ("the interpreter raised " ^ Printexc.to_string e)

let head =
  {|#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static const uint8_t *batch_at, *batch_end;
static jmp_buf batch_out;
static int batch_getchar(void) { return batch_at < batch_end ? *batch_at++ : EOF; }
static _Noreturn void batch_exit(int status) { (void)status; longjmp(batch_out, 1); }
|}

(* Starts at the program given, so that a run can go on behind one that crashed. *)
let main =
  {|
static uint32_t batch_number(FILE *f) {
    uint8_t b[4];
    if (fread(b, 1, 4, f) != 4) { abort(); }
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}
int main(int argc, char **argv) {
    if (argc != 3) { return 2; }
    const uint32_t first = (uint32_t)atoi(argv[2]);
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    FILE *f = fopen(argv[1], "rb");
    if (f == NULL) { return 2; }
    static uint8_t bytes[1 << 16];
    for (uint32_t n = batch_number(f); n > 0; n--) {
        const uint32_t program = batch_number(f), run = batch_number(f), length = batch_number(f);
        if (length > sizeof bytes || fread(bytes, 1, length, f) != length) { return 2; }
        if (program < first) { continue; }
        printf("= %u %u\n", batch_programs[program].seed, run);
        fflush(stdout);
        alarm(20);
        batch_at = bytes;
        batch_end = bytes + length;
        if (setjmp(batch_out) == 0) { batch_programs[program].run(); }
        fflush(stdout);
    }
    return 0;
}
|}

let write path text =
  let c = open_out_bin path in
  output_string c text;
  close_out c

let number b n = Buffer.add_int32_le b (Int32.of_int n)

let batch first count dir inputs =
  let machines = Buffer.create 100_000 and drivers = Buffer.create 100_000 in
  let table = Buffer.create 1000 and given = Buffer.create 100_000 and expected = Buffer.create 100_000 in
  let order = Buffer.create 100 and programs = ref 0 and runs = ref 0 in
  let report kind text = print_endline (kind ^ " " ^ String.concat "\\n" (String.split_on_char '\n' text)) in
  let failed seed why = report "failure" (p "%d %s" seed why) in
  let ending text =
    match List.rev (String.split_on_char '\n' text) with
    | "" :: last :: _ -> List.hd (String.split_on_char ' ' last)
    | _ -> "nothing"
  in
  Buffer.add_string drivers head;
  for seed = first to first + count - 1 do
    match Seed.of_seed seed with
    | Error why -> failed seed why
    | Ok s -> (
        for _ = 1 to s.refused do report "count" "refused" done;
        let marks = Coverage.of_marks (Trapless.mark_all s.info) in
        report "uses" (String.concat "," (Coverage.of_program s.info.program @ marks));
        match machine seed s.info with
        | Error why -> failed seed why
        | exception e -> failed seed ("the printer raised " ^ Printexc.to_string e)
        | Ok (entry, m) ->
            Buffer.add_string machines m.source;
            Buffer.add_string drivers m.driver;
            Buffer.add_string table (p "    {%d, %s},\n" seed m.run);
            List.iteri
              (fun i input ->
                match interpret s.info entry input with
                | Error why -> failed seed why
                | Ok None -> report "count" "out of steps"
                | Ok (Some text) ->
                    report "count" (ending text);
                    incr runs;
                    number given !programs;
                    number given i;
                    number given (String.length input);
                    Buffer.add_string given input;
                    Buffer.add_string expected (p "= %d %d\n%s" seed i text))
              (Seed.inputs seed ~count:inputs);
            Buffer.add_string order (p "%d\n" seed);
            incr programs)
  done;
  Buffer.add_string drivers "static const struct { uint32_t seed; int (*run)(void); } batch_programs[] = {\n";
  Buffer.add_buffer drivers table;
  Buffer.add_string drivers "    {0, NULL}\n};\n";
  Buffer.add_string drivers main;
  let counted = Buffer.create 4 in
  number counted !runs;
  let file name = Filename.concat dir name in
  write (file "machines.c") (Buffer.contents machines);
  write (file "driver.c") (Buffer.contents drivers);
  write (file "inputs") (Buffer.contents counted ^ Buffer.contents given);
  write (file "expected") (Buffer.contents expected);
  write (file "programs") (Buffer.contents order)

let () =
  match Array.to_list Sys.argv with
  | [ _; "constructs" ] -> List.iter print_endline Coverage.all
  | [ _; first; count; dir; inputs ] -> (
      match List.map int_of_string_opt [ first; count; inputs ] with
      | [ Some first; Some count; Some inputs ] -> batch first count dir inputs
      | _ -> prerr_endline "usage: batch FIRST COUNT DIR INPUTS"; exit 2)
  | _ ->
      prerr_endline "usage: batch FIRST COUNT DIR INPUTS";
      exit 2
