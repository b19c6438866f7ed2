(** SHA-256 (FIPS 180-4) and HMAC (RFC 2104), for the reference monitor. Plain and
    not constant-time: the reference checks logs, it does not guard a store. *)

val digest : string -> string
val hmac : key:string -> string -> string
