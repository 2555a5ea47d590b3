import Millrace

extension TestStore {
  /// Asserts the next turn that was not sent by the test, whose message is of a case with associated values.
  ///
  /// The case is given by its constructor, and the closure receives its values. Nothing has to be written for
  /// it in the type of the messages.
  ///
  /// ```swift
  /// await test.receive(SearchMessage.found) { state, books in
  ///   state.results = books
  /// }
  /// ```
  ///
  /// A closure in place of the constructor reaches any depth. It expects the messages that equal its result
  /// for one of the values in them, so that everything else it writes has to be equal:
  ///
  /// ```swift
  /// await test.receive({ .path(.screen(7, .detail(.loaded($0)))) }) { state, photo in … }
  /// ```
  ///
  /// The message is taken apart by reflection and put together again by the constructor: it is expected if
  /// both are of the same case. A function that is no constructor of a case expects no message. For a case
  /// without values, use
  /// ``receive(_:effects:isolation:fileID:filePath:line:column:_:)-(Message,_,_,_,_,_,_,_)``. A value that is
  /// a closure cannot be read by reflection, which is a failure here; for such a case use
  /// ``receive(effects:isolation:fileID:filePath:line:column:where:change:)``.
  ///
  /// - Parameters:
  ///   - makeCase: The constructor of the case.
  ///   - effects: The turn's changes of effects, in order; not compared when it is left out.
  ///   - isolation: The store's home.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  ///   - change: A closure that changes the state before the turn to the expected state after it, with the
  ///     values of the case. In the mode ``Mode/relaxed`` it is called twice.
  /// - Returns: The values; nil when no such message came.
  @discardableResult
  public func receive<Value>(
    _ makeCase: @escaping (Value) -> Message, effects: [ExpectedEffect]? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ change: ((inout State, Value) -> Void)? = nil
  ) async -> Value? {
    await receiveCase(
      makeCase, effects, TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), change,
      isolation: isolation)
  }

  /// Asserts the next turn that was not sent by the test, whose message is of a case with two values.
  ///
  /// Otherwise it equals the method for a case with one value.
  @discardableResult
  public func receive<First, Second>(
    _ makeCase: @escaping (First, Second) -> Message, effects: [ExpectedEffect]? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ change: ((inout State, First, Second) -> Void)? = nil
  ) async -> (First, Second)? {
    await receiveCase(
      makeCase, effects, TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), change,
      isolation: isolation)
  }

  /// Asserts the next turn that was not sent by the test, whose message is of a case with three values.
  ///
  /// Otherwise it equals the method for a case with one value.
  @discardableResult
  public func receive<First, Second, Third>(
    _ makeCase: @escaping (First, Second, Third) -> Message, effects: [ExpectedEffect]? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ change: ((inout State, First, Second, Third) -> Void)? = nil
  ) async -> (First, Second, Third)? {
    await receiveCase(
      makeCase, effects, TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), change,
      isolation: isolation)
  }

  private func receiveCase<each Value>(
    _ makeCase: (repeat each Value) -> Message, _ effects: [ExpectedEffect]?, _ place: TestLocation,
    _ change: ((inout State, repeat each Value) -> Void)?, isolation: isolated (any Actor)?
  ) async -> (repeat each Value)? {
    let types = typeNames(repeat (each Value).self)
    if let closure = types.first(where: { $0.contains("->") }) {
      Failures.record(closureText(closure), at: place)
      return nil
    }
    var found: (repeat each Value)?
    var changeOfCase: ((inout State) -> Void)?
    if let change {
      changeOfCase = { state in
        if let values = found { change(&state, repeat each values) }
      }
    }
    await receive(
      named: { "a message of a case with \(caseText(types))" }, effects, place,
      changeOfCase,
      where: { message in
        found = self.values(of: message, in: makeCase)
        return found != nil
      },
      difference: { message in
        self.reason(why: message, isNotOf: makeCase, types)
      }, isolation: isolation)
    return found
  }

  /// Returns the values for which a function makes a message; nil if there are none in the message.
  private func values<each Value>(
    of message: Message, in makeCase: (repeat each Value) -> Message
  ) -> (repeat each Value)? {
    if let values = caseValues(of: message, repeat (each Value).self),
      areAlike(makeCase(repeat each values), message)
    {
      return values
    }
    for values in choices(of: message, repeat (each Value).self)
    where areSameMessages(makeCase(repeat each values), message) {
      return values
    }
    return nil
  }

  /// Returns the reason why a message is not the result of a function for any of the values in it.
  private func reason<each Value>(
    why message: Message, isNotOf makeCase: (repeat each Value) -> Message, _ types: [String]
  ) -> String? {
    var made: [Message] = []
    if let values = caseValues(of: message, repeat (each Value).self) {
      made.append(makeCase(repeat each values))
    }
    for values in choices(of: message, repeat (each Value).self) { made.append(makeCase(repeat each values)) }
    if made.isEmpty { return "It has no \(caseText(types)) in it." }
    let nearest =
      made.min {
        differenceText($0, message)?.count ?? .max < differenceText($1, message)?.count ?? .max
      } ?? made[0]
    let difference = longDifferenceText(nearest, message).map { "\n\($0)" } ?? ""
    return "With what is in it, the expected one is `\(readableText(nearest))`." + difference
  }

  /// Returns the values of these types inside a message, in every combination.
  private func choices<each Value>(
    of message: Message, _ types: repeat (each Value).Type
  ) -> [(repeat each Value)] {
    var choices: [[Any]] = [[]]
    let parts = innerParts(of: message)
    for type in repeat each types {
      let fitting = parts.filter { isValue($0, of: type) }
      choices = choices.flatMap { chosen in fitting.map { chosen + [$0] } }
    }
    var found: [(repeat each Value)] = []
    for choice in choices {
      var values = CaseValues(choice)
      if let taken = try? (repeat values.take(each types)) { found.append(taken) }
    }
    return found
  }
}

/// Returns whether two values are of the same case, and the cases inside them as well.
private func areAlike(_ left: Any, _ right: Any) -> Bool {
  let (left, right) = (Mirror(reflecting: left), Mirror(reflecting: right))
  guard left.displayStyle == right.displayStyle else { return false }
  switch left.displayStyle {
  case .enum, .optional:
    guard let inLeft = left.children.first, let inRight = right.children.first else {
      return left.children.isEmpty && right.children.isEmpty
    }
    return inLeft.label == inRight.label && areAlike(inLeft.value, inRight.value)
  case .tuple:
    return zip(left.children, right.children).allSatisfy { areAlike($0.value, $1.value) }
  default: return true
  }
}

/// Returns the values of a case and of the cases inside them.
private func innerParts(of value: Any) -> [Any] {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .enum, .optional, .tuple: return mirror.children.flatMap { [$0.value] + innerParts(of: $0.value) }
  default: return []
  }
}

private func isValue<Value>(_ value: Any, of type: Value.Type) -> Bool { value is Value }

/// The associated values of a case, to be read one after the other.
private struct CaseValues {
  struct WrongType: Error {}

  private let values: [Any]
  private var next = 0

  init(_ values: [Any]) { self.values = values }

  /// Reads the values of a message; throws if their number is another.
  init(of message: Any, count: Int) throws {
    let mirror = Mirror(reflecting: message)
    guard mirror.displayStyle == .enum, let payload = mirror.children.first?.value else { throw WrongType() }
    let parts = Mirror(reflecting: payload)
    if count == 1 {
      // The value itself; in a tuple with one element if it has a label.
      let isLabelled = parts.displayStyle == .tuple && parts.children.count == 1
      values = [isLabelled ? parts.children.first?.value ?? payload : payload]
    } else {
      guard parts.displayStyle == .tuple, parts.children.count == count else { throw WrongType() }
      values = parts.children.map(\.value)
    }
  }

  mutating func take<Value>(_ type: Value.Type) throws -> Value {
    defer { next += 1 }
    guard let value = values[next] as? Value else { throw WrongType() }
    return value
  }
}

/// Returns the associated values of a message; nil if they are of other types.
private func caseValues<each Value>(
  of message: Any, _ types: repeat (each Value).Type
) -> (repeat each Value)? {
  var count = 0
  for _ in repeat each types { count += 1 }
  guard count > 0, var values = try? CaseValues(of: message, count: count) else { return nil }
  return try? (repeat values.take(each types))
}

private func typeNames<each Value>(_ types: repeat (each Value).Type) -> [String] {
  var names: [String] = []
  for type in repeat each types { names.append("\(type)") }
  return names
}

private func caseText(_ types: [String]) -> String {
  types.isEmpty
    ? "no values, which has no constructor" : types.map { "`\($0)`" }.joined(separator: ", ")
}

/// Describes a value that must not be read: in a case, a function has another calling convention than
/// reflection assumes (Swift 6.3), so that calling what it returns is undefined.
private func closureText(_ type: String) -> String {
  """
  A case with a `\(type)` cannot be received by its constructor, because a closure in a case cannot be read by \
  reflection. Use `receive(where:)` with a pattern instead: `{ if case .done = $0 { true } else { false } }`.
  """
}
