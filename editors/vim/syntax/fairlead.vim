" SPDX-License-Identifier: Apache-2.0 OR MIT
" Syntax of .fl files. tests/editors/grammars.t compares the words with the lexer's.
if exists("b:current_syntax")
  finish
endif
syntax keyword fairleadStatement append assert break continue load mark push remove resize return store trap
syntax keyword fairleadSuspend ask call forward lending resume start with
syntax keyword fairleadConditional if else match is default
syntax keyword fairleadRepeat for in loop while
syntax keyword fairleadDeclaration import as const effect event extern trapless require order fn coroutine asks let record type union var inout lent be le
syntax keyword fairleadType bool u8 u16 u32 u64 bytes coro map
syntax keyword fairleadConstant true false none some
syntax match fairleadNumber "\<\d[0-9a-zA-Z_]*\>"
syntax match fairleadEscape contained "\\\(x\x\x\|[nrt0\\\"']\)"
syntax region fairleadString start=+"+ skip=+\\.+ end=+"+ oneline contains=fairleadEscape
syntax match fairleadCharacter "'\(\\x\x\x\|\\.\|[^'\\]\)'" contains=fairleadEscape
syntax match fairleadFunction "\<\(fn\|coroutine\)\s\+\zs\w\+"
syntax match fairleadComment "//.*$" contains=@Spell
syntax region fairleadComment start="/\*" end="\*/" contains=@Spell

highlight default link fairleadStatement Statement
highlight default link fairleadSuspend Keyword
highlight default link fairleadConditional Conditional
highlight default link fairleadRepeat Repeat
highlight default link fairleadDeclaration Structure
highlight default link fairleadType Type
highlight default link fairleadConstant Constant
highlight default link fairleadNumber Number
highlight default link fairleadString String
highlight default link fairleadCharacter Character
highlight default link fairleadEscape SpecialChar
highlight default link fairleadFunction Function
highlight default link fairleadComment Comment
let b:current_syntax = "fairlead"
