(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What Fairlead promises: the table of contents. Each file named here restates the headline theorems of its layer in full,
    under paragraphs that say them in words; their proofs are one step each, to where the theorem is proved.

    - Claims/Core.v: whatever suspends, compiled to a machine, behaves as before ([core_compile_correct], [core_simulation]);
      its meaning as a tree ([core_tree_structured], [core_trees_equal]); what its driver may rely on.
    - Claims/Lang.v: the .fl language. Well-typed programs do not get stuck ([lang_type_soundness]); source and machine, laid out and lowered,
      are bisimilar ([lang_end_to_end]), and the machine is never stuck ([lang_machine_never_stuck]); so it is without the checks
      that earlier ones decide ([lang_pruned]); what is trapless never traps ([lang_trapless]);
      what a coroutine asks is in its order ([lang_order]);
      calls in place, with the same checks left out ([lang_in_place]).
    - Claims/LangC.v: the C that .fl becomes. Expressions and guards are C that is defined and has their value
      ([lang_c_expressions], [lang_c_guards]), assignments, too, and bytes that are changed, and no copy overlaps
      ([lang_c_assignments]), and the control of what is printed is the program's ([lang_c_control],
      [lang_control_steps]).
    - Claims/Asm.v: assembly. What the checkers accept may replace the original and leaks no more ([asm_reorder_sound],
      [asm_groups_sound], [asm_symeq_sound], [asm_script_sound], [asm_file_sound]),
      with calls ([asm_file_calls_sound]), beside signal handlers ([asm_stack_sound]), triples included
      ([asm_triples_carry], [asm_contract_carries]); what the
      taint checker accepts runs in constant time ([asm_taint_sound]); the transformers ([asm_peephole],
      [asm_loop_schedule]); what the bytes of an object file do ([asm_bytes]),
      and which instructions are one ([asm_canonical]).
    - Claims/Gcm.v: AES-GCM. The algorithms ([gcm_ghash_multiply]), the loops as written and as shipped
      ([gcm_procedures]), the procedures around them ([gcm_key_setup], [gcm_hash], [gcm_keystream]), how all of them
      return ([gcm_return]), and what they do when called one after the other to seal a text and to open one ([gcm_seal], [gcm_open]).
    - Claims/GcmBytes.v: the same of the bytes that ship ([gcm_bytes], [gcm_bytes_seal], [gcm_bytes_open]).
    - Claims/Monitor.v: the key-value store's monitor. A certified epoch is sequentially consistent
      ([monitor_certified_store], [monitor_sequential_consistency]) but for hash collisions, whose probability is bounded
      ([monitor_forgery_bound]), which adds up over incarnations ([monitor_incarnations]); with clients who number and
      authenticate their requests ([monitor_clients]); for what the C hashes ([monitor_messages]) and how
      ([monitor_cbc_mac]). The command's auditor is the model on other data structures ([monitor_auditor]).
    - Claims/Refinement.v: the monitor in .fl. Whatever the log's bytes are, [verify] as compiled never traps, ends, and
      keeps the state's invariant ([monitor_in_fl_verify]), which [init] makes ([monitor_in_fl_init]). It reads
      values and keys as the model's format does ([monitor_in_fl_values], [monitor_in_fl_keys]), and whole entries
      ([monitor_in_fl_whole]). Of any bytes, if no whole entry is of two of clients' functions, it does what the model
      does with the whole entries at their front, from the start ([monitor_in_fl_begins], [monitor_in_fl_links]), with
      its answers ([monitor_in_fl_answers]), and refuses what is none ([monitor_in_fl_entries]); so do the functions
      that publish and certify epochs ([monitor_in_fl_publish], [monitor_in_fl_certified]), and
      whole runs ([monitor_in_fl_runs]; what it supposes can be, [monitor_in_fl_premises]), so that what it has
      answered up to an epoch that it certified is a history of one store ([monitor_in_fl_consistent]).
    - Claims/Hosts.v: the monitor in .fl, compiled, under a host that is any function of the bytes it has seen: with
      what probability it certifies what it should not ([monitor_in_fl_host]), and the assembly that computes what is
      summed ([monitor_in_fl_macs]).
    - Claims/Threads.v: C with threads. The pool of compiled threads is bisimilar to that of the threads as written
      ([threads_pool_bisimilar]), with frames that the check accepts, too ([threads_layout_bisimilar]), down to
      chunks of memory ([threads_memory_bisimilar]); its order is fixed and first in, first out ([threads_order_fixed],
      [threads_atomic], [threads_fifo]). What flcc prints is what it said ([flcc_read_back], [flcc_account]), and
      that does what C allows of the source, in order and control ([flcc_order_and_control]).
    - Claims/Derive.v: machines derived from programs in Gallina. The statement that comes with each is bisimilarity
      ([derive_equiv_bisimilar]), and machine and program run alike in every world ([derive_runs]). An invariant of the
      one is an invariant of the other ([derive_keeps]), and parents rely on their coroutines' ([derive_child_keeps]).
      A TLS 1.3 server ([derive_tls_server], [derive_tls_cache_bounded]).
    - Claims/DerivedTls.v: TLS 1.3 as that server speaks it: no data of the application before the client's Finished
      is verified, and none but under the application's keys ([tls_no_early_data], [tls_explained_keys]), and all that
      is sent is what the record layer makes of such a handshake ([tls_server_explained]), with no nonce twice
      ([tls_nonces_once]).
    - Claims/DeriveToC.v: derived programs that go on to C. What a .fl coroutine implements, the compiled machines do
      ([derive_compiled]), and they keep the program's invariants ([derive_invariant]); one program all the way, a
      server with a table of connections ([derive_connections]).

    - Claims/Papers.v: what is mechanised of papers, and no product stands on: the passes of Continuation-Passing C
      ([threads_lifting_correct], [threads_gotos_correct], [threads_conversion_correct]) and what goes wrong without
      their hypotheses; multiset hashes that can be forged ([monitor_xor_forgery], [monitor_gcm_forgery]); ghost state
      shared between threads ([monitor_anchored_preorder]).

    In Claims/Refuters/ there is a file for each of these, such as OfRefinement.v: beside a claim, a refuter. It denies
    the claim's conclusion of an instance with one defect, or without one of its hypotheses. A claim that holds of
    anything has none.

    [tools/claims] prints the assumptions of every theorem of these files and compares them with
    tests/claims/NAME.expected. Imports stay inside sections, so that no layer's notations reach another's statements. *)
From Fairlead.Claims Require Core Lang LangC Asm Gcm GcmBytes Monitor Refinement Hosts Threads.
From Fairlead.Claims Require Derive DeriveToC DerivedTls Papers.
From Fairlead.Claims.Refuters Require OfCore OfLang OfLangC OfAsm OfGcm OfGcmBytes OfMonitor OfRefinement.
From Fairlead.Claims.Refuters Require OfHosts OfThreads OfDerive OfDeriveToC OfDerivedTls OfPapers.
