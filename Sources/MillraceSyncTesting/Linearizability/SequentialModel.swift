/// The meaning of a service as if it carried out one operation at a time.
///
/// ```swift
/// let register = SequentialModel<Int, RegisterOperation, Int>(0) { value, operation, answer in
///   switch operation {
///   case .write(let new): new
///   case .read: answer == nil || answer == value ? value : nil
///   }
/// }
/// ```
public struct SequentialModel<State: Hashable & Sendable, Operation: Sendable, Answer: Sendable>: Sendable {
  /// The decision on one operation.
  ///
  /// It takes the state, the operation and its answer, and returns the state behind the operation, or nil if
  /// the service cannot give this answer in this state. The answer is nil for an operation that has none:
  /// every answer is possible then.
  public typealias Step =
    @Sendable (_ state: State, _ operation: Operation, _ answer: Answer?) -> State?

  /// The state before the first operation.
  public let initial: State
  /// The decision on one operation; see ``Step``.
  public let step: Step

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - initial: The state before the first operation.
  ///   - step: The decision on one operation; see ``Step``. It depends on its arguments only.
  public init(_ initial: State, step: @escaping Step) {
    self.initial = initial
    self.step = step
  }
}
