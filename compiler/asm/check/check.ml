(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Judge_trusted

let locations_of dead =
  List.concat_map
    (fun w ->
      match Locations.parse w with
      | Some l when List.mem (Asm_model.G RSP) l ->
          Diagnostic.fail ~file:"--dead" ~help:"leave %rsp out" "a return itself uses %%rsp"
      | Some l -> l
      | None ->
          Diagnostic.fail ~file:"--dead" ~help:"name it as in %rax, or say `flags'"
            "`%s' is neither a 64-bit or vector register nor `flags'" w)
    dead

let refuse_text file =
  match Fairlead_cli.Files.read file with
  | Ok bytes when String.starts_with ~prefix:"\127ELF" bytes -> ()
  | Ok _ -> Diagnostic.fail ~file ~help:"leave `--object' out for assembly files" "this is no object file"
  | Error why -> Diagnostic.fail ~file "%s" why

let run ~quiet ~objects ~method_ ~dead clean_file fast_file =
  Diagnostic.report
    (Diagnostic.catch (fun () ->
         if objects then List.iter refuse_text [ clean_file; fast_file ];
         let dead = locations_of dead in
         let names = Operand.new_names () in
         let regions = Regions.create names in
         let clean = Reading_trusted.load ~regions ~names ~annotations:true clean_file in
         let fast = Reading_trusted.load ~regions ~names ~annotations:false fast_file in
         let started = Sys.time () in
         let v = compare ~regions ~names ~method_ ~dead clean fast in
         if not quiet then begin
           let clean_file, fast_file = Fairlead_cli.Message.(visible clean_file, visible fast_file) in
           let ms = (Sys.time () -. started) *. 1000. in
           let how = if v.how = [] then "" else " (" ^ String.concat "; " v.how ^ ")" in
           Option.iter (Printf.printf
               "%s: accepted piece by piece only, no theorem covers the file (exit status 3): %s\n" fast_file)
               v.not_covered;
           let each = if v.not_covered = None then "" else "each piece: " in
           (match method_ with
           | Reordering ->
               Printf.printf "%s: %sa legal reordering of %s%s: %d instructions in %d blocks, %d exchanges, %.1f ms\n"
                   fast_file each
                 clean_file how v.instructions v.blocks v.exchanges ms
           | Symbolic ->
               Printf.printf "%s: %scomputes what %s does%s: %d instructions in %d blocks, %.1f ms\n" fast_file each
                   clean_file how
                 v.instructions v.blocks ms);
           Printf.printf "%s: the same outside of the instructions: %s\n" fast_file v.outside
         end;
         status v))

let print syntax file =
  Diagnostic.report
    (Diagnostic.catch (fun () ->
         let names = Operand.new_names () in
         let regions = Regions.create names in
         let reading = Reading_trusted.load ~regions ~names ~annotations:true file in
         let text = Print.text syntax names reading.source in
         (* names may be operators there, for instance *)
         let names = Operand.new_names () in
         let printed = "(standard output)" ^ Filename.extension file in
         let again = Reading_trusted.confirm ~regions:(Regions.create names) ~names ~file:printed text in
         (match Elf_trusted.difference reading.object_ again.object_ with
          | Some d -> Diagnostic.fail "%s cannot be printed so: it would be another program: %s" file d.what
          | None -> ());
         print_string text;
         Fairlead_cli.Exit_status.ok))
