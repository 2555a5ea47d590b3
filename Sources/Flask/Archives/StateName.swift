/// The name of a type in an archive: with its enclosing types, without its module.
///
/// So `Cart.State` and `User.State` differ, and a type may move to another module. The name is the same in
/// every run of a program, unlike the runtime's name of a private type, which contains an address.
enum StateName {
  static func of(_ type: any Any.Type) -> String { of(String(reflecting: type)) }

  /// Returns the name for the runtime's description of a type.
  static func of(_ reflection: String) -> String {
    reflection
      .replacing(/\((?:unknown context at \$[0-9a-f]+\)\.|extension in [^)]*\):)/, with: "")
      .replacing(/(^|[^\w.])\w+\.(?=\w)/) { $0.output.1 }
  }
}
