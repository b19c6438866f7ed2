"""The frame planner with one mistake, in every place where sizes, offsets and alignments are computed:
mutate_planner.py frame_planner.ml prints an OCaml module with all of them, as modules of their own."""
import re, sys

text = open(sys.argv[1]).read()
text = re.sub(r"\(\*.*?\*\)", lambda m: m.group().replace("{2", "SECTION") if "{2" in m.group() else "", text, flags=re.S)

# What is wrong in each place: a pattern, and what stands there instead.
mistakes = [
    (r"(?<![\w.])\d+\b", lambda m: str(int(m.group()) + 1)),
    (r"(?<![\w.])[1-9]\d*\b", lambda m: str(int(m.group()) - 1)),
    (r" \+ ", lambda m: " - "),
    (r" - ", lambda m: " + "),
    (r" \* ", lambda m: " + "),
    (r" / ", lambda m: " * "),
    (r"\bmax\b", lambda m: "min"),
    (r"\bNum\.min\b", lambda m: "Num.max"),
    (r" <= ", lambda m: " < "),
    (r" > ", lambda m: " >= "),
    (r"\.size\b", lambda m: ".align"),
    (r"\.align\b", lambda m: ".size"),
    (r"\.extent_bytes\b", lambda m: ".extent_align"),
    (r"\.extent_align\b", lambda m: ".extent_bytes"),
    (r"\.frame_bytes\b", lambda m: ".frame_align"),
    (r"\.frame_align\b", lambda m: ".frame_bytes"),
    (r"(?<!let )\bround_up\b", lambda m: "(fun n _ -> n)"),
    (r"\bempty (?=i\.extent|e\b)(?!e =)", lambda m: "not @@ empty "),
    (r"(?<!{ )size = 0", lambda m: "size <> 0"),
    (r"offsets\.\(\w+\)", lambda m: m.group() + " + 1"),
    (r"index_bytes(?= items| in)", lambda m: "(2 * index_bytes)"),
    (r"(?<=    )index_bytes(?=;)", lambda m: "index_bytes = 2 * index_bytes"),
]

sections = re.split(r"(?=\(\* SECTION)", text)
out, names = [], []
position = 0
for section in sections:
    if not re.match(r"\(\* SECTION Liveness", section):
        for pattern, instead in mistakes:
            for m in re.finditer(pattern, section):
                new = instead(m)
                at = position + m.start()
                # Assignments and binders are no places to compute in.
                if re.match(r"offsets\.\(\w+\)", m.group()) and re.match(r"\s*<-", text[position + m.end():]):
                    continue
                if re.match(r"index_bytes", m.group()) and re.search(r"(let|index_bytes =) $", text[:at]):
                    continue
                mutant = text[:at] + new + text[position + m.end():]
                line = text[text.rfind("\n", 0, at) + 1:text.find("\n", at)].strip()
                # Types, bit sets of conflicts, how hard it tries: no sizes.
                if re.search(r"Bytes\.|Hashtbl\.create|items > 1000|Num\.t \*|^type ", line):
                    continue
                begin = text[text.rfind("\n", 0, at) + 1:at].strip()
                names.append(f"{line}  [{begin[-12:]}{m.group()} -> {new}]".replace("\\", "\\\\").replace('"', '\\"'))
                out.append(f"module M{len(names) - 1} = struct\n{mutant}\nend\n")
    position += len(section)

print("module type planner = sig")
print("  type t")
print("  val compute : Fairlead_lang_coq.Extracted.program -> t")
print("  val layout : t -> Fairlead_lang_coq.Extracted.layout")
print("end\n")
print("".join(out))
print("let all : (string * (module planner)) list = [")
for i, name in enumerate(names):
    print(f'  ("{name}", (module M{i}));')
print("]")
