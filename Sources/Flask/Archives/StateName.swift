/// The name of a type as an archive gives it: with the types that it lies in, without its module.
///
/// So `Cart.State` and `User.State` differ, and a type may move to another module. It is the same in every run of a
/// program, which the system's name of a private type, with an address in it, is not.
enum StateName {
  static func of(_ type: any Any.Type) -> String { of(String(reflecting: type)) }

  /// The same, of what the system calls the type.
  static func of(_ reflection: String) -> String {
    reflection
      .replacing(/\((?:unknown context at \$[0-9a-f]+\)\.|extension in [^)]*\):)/, with: "")
      .replacing(/(^|[^\w.])\w+\.(?=\w)/) { $0.output.1 }
  }
}
