/// The names of the user's code in a generated test; a line to be replaced stands for each that is missing.
public struct SourceNames: Hashable, Sendable {
  /// The module of the application.
  public var module: String?
  /// The type of the store's states.
  public var state: String?
  /// The type of the store's messages.
  public var message: String?
  /// The schema of states, as an expression.
  public var states: String?
  /// The schema of messages, as an expression.
  public var messages: String?
  /// Expressions that make the stores, by their names; `state` is the first state, `flow` the flow.
  public var stores: [String: String]
  /// A Boolean value that indicates whether messages are always decoded, and never written as Swift.
  public var isDecoding: Bool

  /// Creates names.
  public init(
    module: String? = nil, state: String? = nil, message: String? = nil, states: String? = nil,
    messages: String? = nil, stores: [String: String] = [:], isDecoding: Bool = false
  ) {
    self.module = module
    self.state = state
    self.message = message
    self.states = states
    self.messages = messages
    self.stores = stores
    self.isDecoding = isDecoding
  }

  /// Creates names from the query of an address.
  ///
  /// - Parameter query: The names and values: `module`, `state`, `message`, `states`, `messages`,
  ///   `make.STORE` for each store, and `messages-as=json`.
  /// - Throws: ``StretchProblem`` for a value that cannot stand in one line of Swift.
  public init(query: [(name: String, value: String)]) throws(StretchProblem) {
    self.init()
    for (name, value) in query where !value.isEmpty {
      switch name {
      case "module": module = try Self.word(value, name)
      case "state": state = try Self.line(value, name)
      case "message": message = try Self.line(value, name)
      case "states": states = try Self.line(value, name)
      case "messages": messages = try Self.line(value, name)
      case "messages-as": isDecoding = value == "json"
      case _ where name.hasPrefix("make."): stores[String(name.dropFirst(5))] = try Self.line(value, name)
      default: break
      }
    }
  }

  private static func word(_ text: String, _ name: String) throws(StretchProblem) -> String {
    if SwiftLiteral.isIdentifier(text) { return text }
    throw StretchProblem("`\(name)` must be the name of a module, but it is `\(SwiftLiteral.comment(text))`.")
  }

  private static func line(_ text: String, _ name: String) throws(StretchProblem) -> String {
    let isOneLine = text.unicodeScalars.allSatisfy { !SwiftLiteral.isHarmful($0) }
    if isOneLine, text.utf8.count <= 1000, !text.contains("//"), !text.contains("/*") { return text }
    throw StretchProblem(
      "`\(name)` must be one line of Swift without a comment, of at most 1,000 bytes; shorten it.")
  }
}

/// Swift source that grows line by line.
struct SourceText {
  private(set) var text = ""

  mutating func add(_ line: String = "") { text += line + "\n" }

  /// Adds a line that the user has named, or one to be replaced.
  mutating func add(_ line: String, isNamed: Bool, _ what: String) {
    if !isNamed { add("  // REPLACE the next line: \(what)") }
    add(line)
  }

  mutating func addImports(_ modules: [String], _ names: SourceNames) {
    for module in modules { add("import \(module)") }
    add()
    if names.module == nil { add("// REPLACE the next line: the module of the application.") }
    add("@testable import \(names.module ?? "YourModule")")
    add()
  }
}
