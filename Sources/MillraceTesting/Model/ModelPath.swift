import Millrace

/// A path through a model, turn by turn: a readable counter-example.
public struct ModelPath<State, Message: Sendable> {
  /// One turn, or a change of the effects alone.
  public struct Step {
    /// The message of the turn; nil when only effects changed.
    public let message: Message?
    /// The effect that answered; nil for a message from outside and for one that a turn sent.
    public let effect: ModelEffect?
    /// The event as text, such as `found([]), from search`.
    public let name: String
    /// True when the message was handled.
    public let isHandled: Bool
    /// The state after the step.
    public let state: State
    /// The effects in flight after the step, including waiting ones.
    public let inFlight: [ModelEffect]
    /// The changes of effects as text, such as `started search in books (latest)`.
    public let changes: [String]
  }

  /// The state at the beginning.
  public let initial: State
  /// The changes of effects at the beginning, as text.
  public let beginning: [String]
  /// The turns.
  public let steps: [Step]
}

extension ModelPath: CustomStringConvertible {
  /// One paragraph for each turn: its message, its changes, and the effects in flight.
  public var description: String {
    var lines = ["start: \(readableText(initial))"] + beginning.map { "   \($0)" }
    var state = initial
    for (place, step) in steps.enumerated() {
      lines.append("\(place + 1). \(step.name)" + (step.isHandled ? "" : " (not handled)"))
      var changes: [String] = []
      if let difference = Difference(from: state, to: step.state) {
        changes += "\(difference)".split(separator: "\n").map(String.init)
      }
      changes += step.changes
      if !step.inFlight.isEmpty {
        changes.append("in flight: " + step.inFlight.map { "\($0)" }.joined(separator: ", "))
      }
      if changes.isEmpty { changes.append("changes nothing") }
      lines += changes.map { "   \($0)" }
      state = step.state
    }
    return lines.joined(separator: "\n")
  }
}

extension ModelCause {
  /// The effect that answered, or continued without an answer.
  var effect: ModelEffect? {
    switch self {
    case .answer(let effect, _), .silence(let effect), .end(let effect), .cancelledEnd(let effect): effect
    case .outside, .sent, .queue: nil
    }
  }
}

extension ModelPath: Sendable where State: Sendable, Message: Sendable {}
extension ModelPath.Step: Sendable where State: Sendable, Message: Sendable {}
