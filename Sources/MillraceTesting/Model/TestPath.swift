/// A way through a model, for a test of what was really built.
///
/// Its description is its name in the list of a parameterised test.
public struct TestPath<State, Message> {
  /// One step: a message, and the state that it leads to.
  public struct Step {
    /// The message that is sent; nil for a step that is no message, such as an effect that never answers.
    public let message: Message?
    /// The message as text, with the effect that it came from.
    public let name: String
    /// The state that the model has then.
    public let state: State
  }

  /// Its place among the paths it was made with; the first is 1.
  public let number: Int
  /// The state at the beginning.
  public let initial: State
  /// The steps.
  public let steps: [Step]

  /// Does every step with the real thing, and compares its state with the model's, at the beginning and after each.
  ///
  /// - Parameters:
  ///   - send: Gives it a message; returns when that has had its effect.
  ///   - state: The state it is in, as the model calls it.
  /// - Throws: A ``TestPathDifference`` at the first step where it differs, and whatever the closures throw.
  public func run(
    _ send: (Message) async throws -> Void, state: () async throws -> State
  ) async throws where State: Equatable {
    try compare(initial, with: try await state(), after: 0)
    for (place, step) in steps.enumerated() {
      if let message = step.message { try await send(message) }
      try compare(step.state, with: try await state(), after: place + 1)
    }
  }

  private func compare(
    _ expected: State, with actual: State, after count: Int
  ) throws(TestPathDifference) where State: Equatable {
    guard expected != actual else { return }
    let difference = Difference(from: expected, to: actual)
    throw TestPathDifference(
      step: count, path: steps.prefix(count).map(\.name), difference: difference.map { "\($0)" } ?? "")
  }
}

extension TestPath: CustomStringConvertible {
  /// Its number and its messages, such as `2: logIn → refused → logIn`.
  public var description: String {
    let names = steps.map(\.name)
    guard names.count > 8 else { return "\(number): " + names.joined(separator: " → ") }
    return "\(number): " + names.prefix(6).joined(separator: " → ")
      + " → … (\(names.count - 7) more) → " + names.suffix(1).joined()
  }
}

extension TestPath: Sendable where State: Sendable, Message: Sendable {}
extension TestPath.Step: Sendable where State: Sendable, Message: Sendable {}

/// That what was built does something else than its model.
public struct TestPathDifference: Error, Hashable {
  /// The step after which they differ; the first is 1, and 0 is the beginning.
  public let step: Int
  /// The steps up to there, as text.
  public let path: [String]
  /// The difference from the model's state to the real one.
  public let difference: String
}

extension TestPathDifference: CustomStringConvertible {
  /// The place, the way to it, and the difference.
  public var description: String {
    let place = step == 0 ? "At the beginning" : "After step \(step) (\(path.joined(separator: " → ")))"
    return "\(place) the state is not the model's; model (-) and real (+):\n\(difference)"
  }
}
