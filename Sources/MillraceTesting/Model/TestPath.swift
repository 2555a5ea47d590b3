import MillraceCore

/// A path through a model, for a test of the real implementation.
///
/// Its description is its name in the list of a parameterised test.
public struct TestPath<State, Message> {
  /// One step: a message, and the state that it leads to.
  public struct Step {
    /// The message to send; nil for a step without one, such as an effect that never answers.
    public let message: Message?
    /// The message as text, with the effect that it came from.
    public let name: String
    /// The state of the model after the step.
    public let state: State
  }

  /// The number of the path among those made together; the first is 1.
  public let number: Int
  /// The state at the beginning.
  public let initial: State
  /// The steps.
  public let steps: [Step]

  /// Takes every step with the real thing, and compares its state with the model's at the beginning and after
  /// each.
  ///
  /// - Parameters:
  ///   - send: A closure that sends a message, and returns when its effect has happened.
  ///   - state: A closure that returns the present state, as the model's type.
  /// - Throws: A ``TestPathDifference`` at the first step where they differ, and any error of the closures.
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
    guard !isWhollyUnchanged(actual, from: expected) else { return }
    let difference = Difference(from: expected, to: actual)
    throw TestPathDifference(
      step: count, path: steps.prefix(count).map(\.name), difference: difference.map { "\($0)" } ?? "")
  }
}

extension TestPath: CustomStringConvertible {
  /// The number and the messages, such as `2: logIn → refused → logIn`.
  public var description: String {
    let names = steps.map(\.name)
    guard names.count > 8 else { return "\(number): " + names.joined(separator: " → ") }
    return "\(number): " + names.prefix(6).joined(separator: " → ")
      + " → … (\(names.count - 7) more) → " + names.suffix(1).joined()
  }
}

extension TestPath: Sendable where State: Sendable, Message: Sendable {}
extension TestPath.Step: Sendable where State: Sendable, Message: Sendable {}

/// A difference between the real implementation and its model.
public struct TestPathDifference: Error, Hashable {
  /// The step after which they differ; the first is 1, and 0 is the beginning.
  public let step: Int
  /// The steps so far, as text.
  public let path: [String]
  /// The difference from the model's state to the real one.
  public let difference: String
}

extension TestPathDifference: CustomStringConvertible {
  /// The step, the path to it, and the difference.
  public var description: String {
    let place = step == 0 ? "At the beginning" : "After step \(step) (\(path.joined(separator: " → ")))"
    return "\(place) the state differs from the model's; model (-) and actual (+):\n\(difference)"
  }
}
