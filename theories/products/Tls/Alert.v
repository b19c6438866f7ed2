(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Alerts (RFC 8446, 6), and results that may be one. *)
From Fairlead.Tls Require Import Bytes.

Inductive alert : Set :=
| close_notify | unexpected_message | bad_record_mac | record_overflow | handshake_failure | illegal_parameter
| decode_error | decrypt_error | protocol_version | internal_error | missing_extension | no_application_protocol.

Definition alert_code (a : alert) : byte :=
  match a with
  | close_notify => x00 | unexpected_message => x0a | bad_record_mac => x14 | record_overflow => x16
  | handshake_failure => x28 | illegal_parameter => x2f | decode_error => x32 | decrypt_error => x33
  | protocol_version => x46 | internal_error => x50 | missing_extension => x6d | no_application_protocol => x78
  end.
Definition alert_bytes (a : alert) : bytes := [match a with close_notify => x01 | _ => x02 end; alert_code a].

Inductive result (A : Type) : Type := Good (a : A) | Bad (why : alert).
Arguments Good {A} a. Arguments Bad {A} why.

(** [None] is this alert. *)
Definition or_alert {A} (why : alert) (o : option A) : result A := match o with Some a => Good a | None => Bad why end.
Definition require (b : bool) (why : alert) : result unit := if b then Good tt else Bad why.

Notation "'let??' x := p 'in' k" := (match p with Good x => k | Bad why => Bad why end)
  (at level 200, x pattern, p at level 200, k at level 200).
