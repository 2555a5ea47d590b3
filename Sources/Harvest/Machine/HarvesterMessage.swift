import Millrace

/// A message of a harvester's store: an input, or the start or end of the machine.
public enum HarvesterMessage<Input: Sendable>: Sendable {
  /// The start of the machine, which starts its first effect.
  case start
  /// An input, from outside or from an effect.
  case input(Input)
  /// An output that a ``Feedback`` found in its sequence.
  case feedback(FeedbackRequest<Input>)
  /// The end of the inputs: effects are cancelled, and further inputs change nothing.
  case finish
  /// An error of the sequence of inputs: it is reported, and then the machine finishes.
  case failure(InputsFailure)
}

extension HarvesterMessage: Equatable where Input: Equatable {}
extension HarvesterMessage: Hashable where Input: Hashable {}

extension HarvesterMessage: CustomStringConvertible {
  /// The input itself, or the case's name.
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

/// The error that ended a machine's sequence of inputs and the machine, as the flow's error handler receives
/// it.
public final class InputsFailure: Error, Hashable {
  /// The error of the sequence.
  public let error: any Error

  @usableFromInline
  init(_ error: any Error) {
    self.error = error
  }

  /// Returns whether both are the same instance.
  public static func == (left: InputsFailure, right: InputsFailure) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension InputsFailure: AdvisingError {}

extension InputsFailure: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    """
    The machine has finished and takes no more inputs, because its sequence of inputs has thrown: \(error). To \
    continue after an error, let the sequence turn it into an input.
    """
  }
}
