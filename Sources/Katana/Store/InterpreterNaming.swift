/// A command or a subscription of another product, which names the interpreter that a store has to be given for it.
package protocol InterpreterNaming {
  /// The interpreter and its product, as an error's sentence has them.
  static var interpreter: String { get }
}

/// The interpreter that a command or a subscription names.
func interpreterName(of value: Any) -> String? {
  (value as? any InterpreterNaming).map { type(of: $0).interpreter }
}
