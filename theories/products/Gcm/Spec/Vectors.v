(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The specification computes the standards' test vectors. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
Local Open Scope N_scope.

(** A number of [n] bytes written as one hexadecimal literal, as the standards print strings. *)
Local Notation hex n x := (to_bytes n x).

(** FIPS 197, appendices C.1 and C.3. *)
Example fips197_c1 :
  encrypt_block (key_schedule (hex 16 0x000102030405060708090a0b0c0d0e0f))
    0x00112233445566778899aabbccddeeff = hex 16 0x69c4e0d86a7b0430d8cdb78070b4c55a.
Proof. by vm_compute. Qed.

Example fips197_c3 :
  encrypt_block
    (key_schedule (hex 32 0x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f))
    0x00112233445566778899aabbccddeeff = hex 16 0x8ea2b7ca516745bfeafc49904b496089.
Proof. by vm_compute. Qed.

(** The GCM submission (McGrew and Viega), appendix B: test cases 1, 2, 4, 6 and 16. *)
Example gcm_1 : seal (hex 16 0) (hex 12 0) [] [] = ([], hex 16 0x58e2fccefa7e3061367f1d57a4e7455a).
Proof. by vm_compute. Qed.

Example gcm_2 :
  seal (hex 16 0) (hex 12 0) [] (hex 16 0) =
  (hex 16 0x0388dace60b6a392f328c2b971b2fe78, hex 16 0xab6e47d42cec13bdf53a67b21257bddf).
Proof. by vm_compute. Qed.

Definition text := hex 60
  0xd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39.
Definition header := hex 20 0xfeedfacedeadbeeffeedfacedeadbeefabaddad2.

Example gcm_4 :
  seal (hex 16 0xfeffe9928665731c6d6a8f9467308308) (hex 12 0xcafebabefacedbaddecaf888) header text =
  (hex 60 0x42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091,
   hex 16 0x5bc94fbc3221a5db94fae95ae7121a47).
Proof. by vm_compute. Qed.

(** An initialisation vector that is not 96 bits long. *)
Example gcm_6 :
  seal (hex 16 0xfeffe9928665731c6d6a8f9467308308)
    (hex 60 0x9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b)
    header text =
  (hex 60 0x8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca701e4a9a4fba43c90ccdcb281d48c7c6fd62875d2aca417034c34aee5,
   hex 16 0x619cc5aefffe0bfa462af43c1699d050).
Proof. by vm_compute. Qed.

Example gcm_16 :
  seal (hex 32 0xfeffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308)
    (hex 12 0xcafebabefacedbaddecaf888) header text =
  (hex 60 0x522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662,
   hex 16 0x76fc6ece0f4e1768cddf8853bb2d551b).
Proof. by vm_compute. Qed.

(** Opening gives the text back, and refuses a tag with one bit changed. *)
Example open_2 :
  let iv := hex 12 0 in
  open (hex 16 0) iv [] (hex 16 0x0388dace60b6a392f328c2b971b2fe78)
    (hex 16 0xab6e47d42cec13bdf53a67b21257bddf) = Some (hex 16 0) ∧
  open (hex 16 0) iv [] (hex 16 0x0388dace60b6a392f328c2b971b2fe78)
    (hex 16 0xab6e47d42cec13bdf53a67b21257bdde) = None.
Proof. by vm_compute. Qed.
