/// A command or a subscription of another product that names the interpreter a store needs for it.
package protocol InterpreterNaming {
  /// The interpreter and its product, in the words of an error's sentence.
  static var interpreter: String { get }
}

/// Returns the interpreter that a command or a subscription names.
func interpreterName(of value: Any) -> String? {
  (value as? any InterpreterNaming).map { type(of: $0).interpreter }
}
