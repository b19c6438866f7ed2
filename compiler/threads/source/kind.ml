(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t =
  | Absent
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
  | Unlisted of string

let all =
  [ ("", Absent); ("TranslationUnitDecl", TranslationUnitDecl); ("FunctionDecl", FunctionDecl); ("VarDecl", VarDecl);
    ("ParmVarDecl", ParmVarDecl); ("FieldDecl", FieldDecl); ("IndirectFieldDecl", IndirectFieldDecl);
    ("TypedefDecl", TypedefDecl); ("RecordDecl", RecordDecl); ("EnumDecl", EnumDecl);
    ("EnumConstantDecl", EnumConstantDecl); ("LabelDecl", LabelDecl); ("StaticAssertDecl", StaticAssertDecl);
    ("EmptyDecl", EmptyDecl); ("FileScopeAsmDecl", FileScopeAsmDecl); ("AttributedStmt", AttributedStmt);
    ("BreakStmt", BreakStmt); ("CaseStmt", CaseStmt); ("CompoundStmt", CompoundStmt); ("ContinueStmt", ContinueStmt);
    ("DeclStmt", DeclStmt); ("DefaultStmt", DefaultStmt); ("DoStmt", DoStmt); ("ForStmt", ForStmt);
    ("GCCAsmStmt", GCCAsmStmt); ("GotoStmt", GotoStmt); ("IfStmt", IfStmt); ("IndirectGotoStmt", IndirectGotoStmt);
    ("LabelStmt", LabelStmt); ("MSAsmStmt", MSAsmStmt); ("NullStmt", NullStmt);
    ("ObjCAtTryStmt", ObjCAtTryStmt); ("ReturnStmt", ReturnStmt);
    ("SwitchStmt", SwitchStmt); ("WhileStmt", WhileStmt); ("AddrLabelExpr", AddrLabelExpr);
    ("ArraySubscriptExpr", ArraySubscriptExpr); ("BinaryConditionalOperator", BinaryConditionalOperator);
    ("BinaryOperator", BinaryOperator); ("BlockExpr", BlockExpr); ("CStyleCastExpr", CStyleCastExpr);
    ("CallExpr", CallExpr); ("ChooseExpr", ChooseExpr); ("CompoundAssignOperator", CompoundAssignOperator);
    ("CompoundLiteralExpr", CompoundLiteralExpr); ("ConditionalOperator", ConditionalOperator);
    ("ConstantExpr", ConstantExpr); ("DeclRefExpr", DeclRefExpr); ("GenericSelectionExpr", GenericSelectionExpr);
    ("ImplicitCastExpr", ImplicitCastExpr); ("InitListExpr", InitListExpr); ("IntegerLiteral", IntegerLiteral);
    ("MemberExpr", MemberExpr); ("OffsetOfExpr", OffsetOfExpr); ("ParenExpr", ParenExpr);
    ("PredefinedExpr", PredefinedExpr); ("SourceLocExpr", SourceLocExpr); ("StmtExpr", StmtExpr);
    ("StringLiteral", StringLiteral); ("UnaryExprOrTypeTraitExpr", UnaryExprOrTypeTraitExpr);
    ("UnaryOperator", UnaryOperator); ("VAArgExpr", VAArgExpr); ("AliasAttr", AliasAttr);
    ("AlignedAttr", AlignedAttr); ("AnyX86InterruptAttr", AnyX86InterruptAttr); ("AsmLabelAttr", AsmLabelAttr);
    ("CleanupAttr", CleanupAttr); ("ConstAttr", ConstAttr); ("ConstructorAttr", ConstructorAttr);
    ("DestructorAttr", DestructorAttr); ("IFuncAttr", IFuncAttr); ("NakedAttr", NakedAttr);
    ("OverloadableAttr", OverloadableAttr); ("ReturnsTwiceAttr", ReturnsTwiceAttr); ("WeakRefAttr", WeakRefAttr) ]

let by_name : (string, t) Hashtbl.t =
  let table = Hashtbl.create 199 in
  List.iter (fun (name, kind) -> Hashtbl.replace table name kind) all;
  table

let of_string name = match Hashtbl.find_opt by_name name with Some kind -> kind | None -> Unlisted name

let names : (t, string) Hashtbl.t =
  let table = Hashtbl.create 199 in
  List.iter (fun (name, kind) -> Hashtbl.replace table kind name) all;
  table

let name = function Unlisted name -> name | kind -> Hashtbl.find names kind
let ends kind suffix = String.ends_with ~suffix (name kind)
let is_attribute kind = ends kind "Attr"
let is_expression kind = ends kind "Expr" || ends kind "Operator"
