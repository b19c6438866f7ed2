(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The classes of clang's nodes that anything is asked about. *)

type t =
  | Absent  (** a part that is not there: the condition of [for (;;)] *)
  | TranslationUnitDecl | FunctionDecl | VarDecl | ParmVarDecl | FieldDecl | IndirectFieldDecl | TypedefDecl
  | RecordDecl | EnumDecl | EnumConstantDecl | LabelDecl | StaticAssertDecl | EmptyDecl | FileScopeAsmDecl
  | AttributedStmt | BreakStmt | CaseStmt | CompoundStmt | ContinueStmt | DeclStmt | DefaultStmt | DoStmt | ForStmt
  | GCCAsmStmt | GotoStmt | IfStmt | IndirectGotoStmt | LabelStmt | MSAsmStmt | NullStmt
  | ObjCAtTryStmt | ReturnStmt | SwitchStmt | WhileStmt
  | AddrLabelExpr | ArraySubscriptExpr | BinaryConditionalOperator | BinaryOperator | BlockExpr | CStyleCastExpr
  | CallExpr | ChooseExpr | CompoundAssignOperator | CompoundLiteralExpr | ConditionalOperator | ConstantExpr
  | DeclRefExpr | GenericSelectionExpr | ImplicitCastExpr | InitListExpr | IntegerLiteral | MemberExpr | OffsetOfExpr
  | ParenExpr | PredefinedExpr | SourceLocExpr | StmtExpr | StringLiteral | UnaryExprOrTypeTraitExpr | UnaryOperator
  | VAArgExpr
  | AliasAttr | AlignedAttr | AnyX86InterruptAttr | AsmLabelAttr | CleanupAttr | ConstAttr | ConstructorAttr
  | DestructorAttr | IFuncAttr | NakedAttr | OverloadableAttr | ReturnsTwiceAttr | WeakRefAttr
  | Unlisted of string  (** by clang's name of it *)

val of_string : string -> t

(** clang's name. *)
val name : t -> string

val is_attribute : t -> bool

(** Operators, too; not literals. *)
val is_expression : t -> bool
