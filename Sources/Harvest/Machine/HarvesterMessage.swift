/// What a harvester's store takes: inputs, and the ends of its life.
public enum HarvesterMessage<Input: Sendable>: Sendable {
  /// The machine begins: its first effect is started.
  case start
  /// An input, from outside or from an effect.
  case input(Input)
  /// A ``Feedback`` has found something in its sequence.
  case feedback(FeedbackRequest<Input>)
  /// No more inputs come from outside: effects are cancelled, and further inputs change nothing.
  case finish
  /// The sequence of inputs has failed: the error is reported, and then the machine has finished.
  case failure(InputsFailure)
}

extension HarvesterMessage: Equatable where Input: Equatable {}
extension HarvesterMessage: Hashable where Input: Hashable {}

extension HarvesterMessage: CustomStringConvertible {
  /// The input itself, or the name of the end.
  public var description: String {
    switch self {
    case .start: "start"
    case .input(let input): "\(input)"
    case .feedback(let request): "feedback \(request.part)"
    case .finish: "finish"
    case .failure(let failure): "failure: \(failure.error)"
    }
  }
}

/// The error that has ended a machine's sequence of inputs, and the machine with it, as the flow's error handler learns of
/// it.
public final class InputsFailure: Error, Hashable {
  /// What the sequence has thrown.
  public let error: any Error

  @usableFromInline
  init(_ error: any Error) {
    self.error = error
  }

  /// Whether both are the same one.
  public static func == (left: InputsFailure, right: InputsFailure) -> Bool { left === right }

  /// Feeds its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension InputsFailure: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    """
    The machine has finished and takes no more inputs, because its sequence of inputs has thrown: \(error). Let the \
    sequence make an input of the error, if the machine is to go on.
    """
  }
}
