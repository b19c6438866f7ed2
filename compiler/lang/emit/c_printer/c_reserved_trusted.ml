(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Keywords of C and C++ and types of the headers that we include. *)
let words =
  [
    "auto"; "break"; "case"; "char"; "const"; "continue"; "default"; "do"; "double"; "else"; "enum"; "extern";
    "float"; "for"; "goto"; "if"; "inline"; "int"; "long"; "register"; "restrict"; "return"; "short"; "signed";
    "sizeof"; "static"; "struct"; "switch"; "typedef"; "union"; "unsigned"; "void"; "volatile"; "while"; "asm";
    "typeof"; "offsetof"; "memcpy"; "memset"; "memcmp"; "size_t"; "i386"; "arm"; "alignas"; "alignof"; "nullptr";
    "constexpr"; "class"; "new"; "delete"; "this"; "template"; "typename"; "namespace"; "private"; "public";
    "protected"; "virtual"; "friend"; "operator"; "using"; "try"; "catch"; "throw"; "and"; "or"; "not"; "xor";
    "bitand"; "bitor"; "compl"; "and_eq"; "or_eq"; "xor_eq"; "not_eq"; "explicit"; "export"; "mutable"; "main";
    "decltype"; "noexcept"; "requires"; "concept"; "typeid"; "wchar_t"; "char8_t"; "char16_t"; "char32_t";
    "consteval"; "constinit"; "co_await"; "co_return"; "co_yield"; "const_cast"; "dynamic_cast"; "reinterpret_cast";
    "static_cast"; "typeof_unqual"; "assert"; "imaginary"; "noreturn"; "fortran"; "uint8_t"; "uint16_t"; "uint32_t";
    "uint64_t"; "ptrdiff_t"; "max_align_t"; "int8_t"; "int16_t"; "int32_t"; "int64_t"; "int_fast8_t";
    "int_fast16_t"; "int_fast32_t"; "int_fast64_t"; "int_least8_t"; "int_least16_t"; "int_least32_t";
    "int_least64_t"; "intptr_t"; "intmax_t"; "uint_fast8_t"; "uint_fast16_t"; "uint_fast32_t"; "uint_fast64_t";
    "uint_least8_t"; "uint_least16_t"; "uint_least32_t"; "uint_least64_t"; "uintptr_t"; "uintmax_t";
  ]

(* Lower-case macros without parameters of the C library's headers (glibc's and Linux's, all there are: tests/emit/names.t compares),
   which a driver may include before ours. *)
let of_headers =
  [
    "La_x32_regs"; "La_x32_retval"; "arp_hln"; "arp_hrd"; "arp_op"; "arp_pln"; "arp_pro"; "b64_ntop"; "b64_pton";
    "basename"; "bool"; "complex"; "d_fileno"; "direct"; "dn_count_labels"; "dq_bhardlimit"; "dq_bsoftlimit";
    "dq_btime"; "dq_curinodes"; "dq_curspace"; "dq_ihardlimit"; "dq_isoftlimit"; "dq_itime"; "dq_valid"; "errno";
    "false"; "fp_nquery"; "fp_query"; "fp_resstat"; "h_addr"; "h_errno"; "hostalias"; "icmp6_data16";
    "icmp6_data32"; "icmp6_data8"; "icmp6_id"; "icmp6_maxdelay"; "icmp6_mtu"; "icmp6_pptr"; "icmp6_seq";
    "icmp_data"; "icmp_gwaddr"; "icmp_id"; "icmp_ip"; "icmp_lifetime"; "icmp_mask"; "icmp_nextmtu";
    "icmp_num_addrs"; "icmp_otime"; "icmp_pmvoid"; "icmp_pptr"; "icmp_radv"; "icmp_rtime"; "icmp_seq"; "icmp_ttime";
    "icmp_void"; "icmp_wpa"; "ifa_broadaddr"; "ifa_dstaddr"; "ifc_buf"; "ifc_req"; "ifr__name"; "ifr_addr";
    "ifr_bandwidth"; "ifr_broadaddr"; "ifr_data"; "ifr_dstaddr"; "ifr_flags"; "ifr_hwaddr"; "ifr_ifindex";
    "ifr_map"; "ifr_metric"; "ifr_mtu"; "ifr_name"; "ifr_netmask"; "ifr_newname"; "ifr_qlen"; "ifr_slave";
    "ip6_flow"; "ip6_hlim"; "ip6_hops"; "ip6_nxt"; "ip6_plen"; "ip6_vfc"; "linux"; "loc_aton"; "loc_ntoa";
    "math_errhandling"; "mld_cksum"; "mld_code"; "mld_maxdelay"; "mld_reserved"; "mld_type"; "msg_cbytes";
    "nd_na_cksum"; "nd_na_code"; "nd_na_flags_reserved"; "nd_na_type"; "nd_ns_cksum"; "nd_ns_code";
    "nd_ns_reserved"; "nd_ns_type"; "nd_ra_cksum"; "nd_ra_code"; "nd_ra_curhoplimit"; "nd_ra_flags_reserved";
    "nd_ra_router_lifetime"; "nd_ra_type"; "nd_rd_cksum"; "nd_rd_code"; "nd_rd_reserved"; "nd_rd_type";
    "nd_rs_cksum"; "nd_rs_code"; "nd_rs_reserved"; "nd_rs_type"; "no_argument"; "nsaddr"; "optional_argument";
    "p_cdname"; "p_cdnname"; "p_class"; "p_fqname"; "p_fqnname"; "p_option"; "p_query"; "p_rcode"; "p_time";
    "p_type"; "putlong"; "putshort"; "required_argument"; "res_close"; "res_hostalias"; "res_init";
    "res_isourserver"; "res_nameinquery"; "res_nclose"; "res_ninit"; "res_queriesmatch"; "res_randomid"; "rip_nets";
    "rip_tracefile"; "rr_cksum"; "rr_code"; "rr_seqnum"; "rr_type"; "rt_mss"; "s6_addr"; "s6_addr16"; "s6_addr32";
    "sa_handler"; "sa_sigaction"; "sax25_uid"; "sched_priority"; "si_addr"; "si_addr_lsb"; "si_arch"; "si_band";
    "si_call_addr"; "si_fd"; "si_int"; "si_lower"; "si_overrun"; "si_pid"; "si_pkey"; "si_ptr"; "si_status";
    "si_stime"; "si_syscall"; "si_timerid"; "si_uid"; "si_upper"; "si_utime"; "si_value"; "sigev_notify_attributes";
    "sigev_notify_function"; "sipx_action"; "sipx_special"; "ss_name"; "ss_speed"; "st_atime"; "st_ctime";
    "st_mtime"; "static_assert"; "stats_ptr"; "stderr"; "stdin"; "stdout"; "sym_ntop"; "sym_ntos"; "sym_ston";
    "th_block"; "th_code"; "th_data"; "th_msg"; "th_stuff"; "thread_local"; "true"; "tsp_hopcnt"; "tsp_time";
    "unix"; "ut_addr"; "ut_name"; "ut_time"; "ut_xtime"; "xEOF";
  ]

(* Of other systems: of their compilers, and of windows.h. *)
let of_systems = [ "sun"; "vax"; "hpux"; "sgi"; "mips"; "sparc"; "near"; "far"; "small"; "interface" ]

let table = Hashtbl.create 997
let () = List.iter (fun w -> Hashtbl.replace table w ()) (words @ of_headers @ of_systems)

(* EOF, SIGINT, but not N; SYS_read, M_PIf, L_tmpnam; PRIu8. *)
let looks_like_macro s =
  let n = String.length s in
  let lower c = c >= 'a' && c <= 'z' and upper c = c >= 'A' && c <= 'Z' in
  let upper_stem =
    match String.index_opt s '_' with
    | Some k when k > 0 && upper s.[0] -> not (String.exists lower (String.sub s 0 k))
    | _ -> false
  in
  s = "I"
  || (n > 1 && upper s.[0] && not (String.exists lower s))
  || upper_stem
  || (n > 3 && List.mem (String.sub s 0 3) [ "PRI"; "SCN" ])

let is_reserved s = Hashtbl.mem table s || looks_like_macro s
