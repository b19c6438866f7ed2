(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What gcc or clang have a declaration of, header or not; tests/emit/names.t asks them. Without the variants that
   [is_builtin] adds. *)
let table =
  let names =
    "_Exit _exit abort abs acos acosf acosh acoshf acoshl acosl aligned_alloc alloca asin asinf asinh asinhf asinhl \
     asinl atan atan2 atan2f atan2l atanf atanh atanhf atanhl atanl bcmp bcopy bzero cabs cabsf cabsl cacos cacosf \
     cacosh cacoshf cacoshl cacosl calloc carg cargf cargl casin casinf casinh casinhf casinhl casinl catan catanf \
     catanh catanhf catanhl catanl cbrt cbrtf cbrtl ccos ccosf ccosh ccoshf ccoshl ccosl ceil ceilf ceill cexp cexpf \
     cexpl cimag cimagf cimagl clog clog10 clog10f clog10l clogf clogl conj conjf conjl copysign copysignf copysignl \
     cos cosf cosh coshf coshl cosl cpow cpowf cpowl cproj cprojf cprojl creal crealf creall csin csinf csinh csinhf \
     csinhl csinl csqrt csqrtf csqrtl ctan ctanf ctanh ctanhf ctanhl ctanl dcgettext dgettext drem dremf dreml erf \
     erfc erfcf erfcl erff erfl execl execle execlp execv execve execvp exit exp exp10 exp10f exp10l exp2 exp2f exp2l \
     expf expl expm1 expm1f expm1l fabs fabsf fabsl fdim fdimf fdiml feclearexcept fegetenv fegetexceptflag \
     fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag fesetround fetestexcept feupdateenv ffs ffsimax \
     ffsl ffsll finite finitef finitel floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf \
     fmodl fopen fork fprintf fputc fputs fread free frexp frexpf frexpl fscanf fwrite gamma gamma_r gammaf gammaf_r \
     gammal gammal_r gettext hypot hypotf hypotl ilogb ilogbf ilogbl imaxabs index isalnum isalpha isascii isblank \
     iscntrl isdigit isgraph isinf isinff isinfl islower isnan isnanf isnanl isprint ispunct isspace isupper iswalnum \
     iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit j0 \
     j0f j0l j1 j1f j1l jn jnf jnl labs ldexp ldexpf ldexpl lgamma lgamma_r lgammaf lgammaf_r lgammal lgammal_r llabs \
     llrint llrintf llrintl llround llroundf llroundl log log10 log10f log10l log1p log1pf log1pl log2 log2f log2l \
     logb logbf logbl logf logl lrint lrintf lrintl lround lroundf lroundl malloc memalign memccpy memchr memcmp \
     memcpy memmove mempcpy memset modf modff modfl nan nanf nanl nearbyint nearbyintf nearbyintl nextafter \
     nextafterf nextafterl nexttoward nexttowardf nexttowardl posix_memalign pow pow10 pow10f pow10l powf powl printf \
     putc putchar puts realloc remainder remainderf remainderl remquo remquof remquol rindex rint rintf rintl round \
     roundeven roundevenf roundevenl roundf roundl scalb scalbf scalbl scalbln scalblnf scalblnl scalbn scalbnf \
     scalbnl scanf signbit signbitf signbitl significand significandf significandl sin sincos sincosf sincosl sinf \
     sinh sinhf sinhl sinl snprintf sprintf sqrt sqrtf sqrtl sscanf stpcpy stpncpy strcasecmp strcat strchr strcmp \
     strcpy strcspn strdup strerror strfmon strftime strlen strncasecmp strncat strncmp strncpy strndup strnlen \
     strpbrk strrchr strspn strstr strtod strtof strtok strtol strtold strtoll strtoul strtoull strxfrm tan tanf tanh \
     tanhf tanhl tanl tgamma tgammaf tgammal toascii tolower toupper towlower towupper trunc truncf truncl va_copy \
     va_end va_start vfork vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf wcschr wcscmp wcslen wcsncmp \
     wmemchr wmemcmp wmemcpy wmemmove y0 y0f y0l y1 y1f y1l yn ynf ynl"
  in
  let h = Hashtbl.create 997 in
  List.iter (fun n -> Hashtbl.replace h n ()) (String.split_on_char ' ' names);
  h

let variants = [ "f16"; "f32"; "f32x"; "f64"; "f64x"; "f128"; "d32"; "d64"; "d128"; "_unlocked" ]

let is_builtin s =
  let is_variant v =
    String.ends_with ~suffix:v s && Hashtbl.mem table (String.sub s 0 (String.length s - String.length v))
  in
  Hashtbl.mem table s
  || List.exists is_variant variants
  || List.exists (fun prefix -> String.starts_with ~prefix s) [ "__builtin_"; "__sync_"; "__atomic_"; "_mm_" ]

(* SIZE_MAX, INT8_C: of stdint.h, which our headers include, and limits.h, which a driver may. *)
let is_limit s =
  let stems =
    [ "CHAR"; "SCHAR"; "UCHAR"; "SHRT"; "USHRT"; "INT"; "UINT"; "LONG"; "ULONG"; "LLONG"; "ULLONG"; "SIZE"; "SSIZE";
      "PTRDIFF"; "WCHAR"; "WINT"; "SIG_ATOMIC"; "INTPTR"; "UINTPTR"; "INTMAX"; "UINTMAX" ]
  in
  match String.rindex_opt s '_' with
  | None -> false
  | Some i ->
      let stem = String.sub s 0 i and last = String.sub s (i + 1) (String.length s - i - 1) in
      let begins prefix = String.starts_with ~prefix stem in
      let sized = String.exists (fun c -> c >= '0' && c <= '9') stem && List.exists begins [ "INT"; "UINT" ] in
      List.mem last [ "MAX"; "MIN"; "WIDTH"; "C"; "BIT" ] && (sized || List.mem stem stems)
