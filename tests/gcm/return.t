#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# gcm_return speaks of every procedure that ships; and the checker that it rests on, run in Coq, says no to procedures
# that do not return as callers expect.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
fairlead=$PWD/bin/fairlead
claim=$(sed -n '/^Theorem gcm_return /,/^Proof/p' theories/Claims/Gcm.v)
make -s -C gcm OUT="$work/library" all >/dev/null
while read -r object; do
  case $object in *constants | gcm) continue ;; esac
  shipped=clean_$object # the loops ship in another order
  [ -e "theories/products/Gcm/Generated/shipped_$object.v" ] && shipped=shipped_$object
  ok "$object: gcm_return names what ships" grep -q "Generated\.$shipped\.code" <<<"$claim"
done < <(ar t "$work/library/libfairlead-gcm.a" | sed 's/\.o$//' | sort)

script=$work/damaged.v
cat >"$script" <<'END'
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Asm.Control Require Import Returns.
From Fairlead.Gcm.Procedures Require Import Returns.
Definition narrow := check_return (map G callee_saved) (map Lo wiped ++ map Hi wiped) [Hi V13].
Definition wide := check_return (map G callee_saved) (Hi V13 :: map Lo wiped ++ map Hi wiped) [].
END
names=()
as_term() { # NAME CHECK CLEAN.S FILE.S
  "$fairlead" asm coq --regions "$3" "$4" | sed -n "s/^Definition code/Definition code_$1/; /^Definition/,\$p" >>"$script"
  echo "Eval vm_compute in ($2 code_$1)." >>"$script"
  names+=("$1")
}
damaged() { # NAME CHECK PROCEDURE SED
  local clean=$work/library/clean_$3.S file=gcm/gen/$3.S
  [ -e "$file" ] || file=$work/library/hand_$3.S
  [ -e "$file" ] || file=$clean
  make -s -C gcm OUT="$work/library" "$clean"
  sed "$4" "$file" >"$work/$1.S"
  ok "$1: there is a difference" bash -c "! cmp -s '$file' '$work/$1.S'"
  as_term "$1" "$2" "$clean" "$work/$1.S"
}
make -s -C gcm OUT="$work/library" "$work/library/clean_encrypt_128.S" "$work/library/clean_wide_encrypt_128.S" "$work/library/hand_wide_encrypt_128.S"
as_term as_it_is narrow "$work/library/clean_encrypt_128.S" gcm/gen/encrypt_128.S
as_term wide_as_it_is wide "$work/library/clean_wide_encrypt_128.S" "$work/library/hand_wide_encrypt_128.S"
damaged writes_rbx narrow encrypt_128 's/\<decq %r8/decq %r8; movq %r8, %rbx/;s/; /\n\t/g'
damaged writes_r12 narrow hash 's/%rax/%r12/g'
damaged moves_rsp narrow keystream_128 's/^\([[:space:]]*\)ret/\1addq $8, %rsp\n\1ret/'
damaged not_wiped narrow decrypt_256 '/vpxor %xmm7, %xmm7, %xmm7/d'
damaged wiped_too_early narrow expand_128 's/^\([[:space:]]*\)ret/\1vmovdqu (%rdi), %xmm3\n\1ret/'
damaged only_on_one_path narrow decrypt_128 's/^\([[:space:]]*\)vpxor %xmm0, %xmm0, %xmm0/\1jne .Lover\n&\n.Lover:/'
damaged sse_keeps_the_upper_half narrow keystream_256 's/vpxor %xmm5, %xmm5, %xmm5/pxor %xmm5, %xmm5/'
damaged without_vzeroupper wide wide_encrypt_128 '/vzeroupper/d'
damaged returns_early narrow decrypt_128 '0,/decq %r8/s//decq %r8\n\tje .Lout\n\tjmp .Lgo\n.Lout:\n\tret\n.Lgo:/'
coqc -q -R _build/theories Fairlead -w none "$script" >"$work/seen" 2>&1 || cat "$work/seen"
mapfile -t answers < <(grep -oE '= (true|false)' "$work/seen" | cut -c3-)
for i in "${!names[@]}"; do
  case ${names[i]} in *as_it_is) want=true ;; *) want=false ;; esac
  is "${names[i]}: the checker says $want" "$want" "${answers[i]:-nothing}"
done
done_testing
