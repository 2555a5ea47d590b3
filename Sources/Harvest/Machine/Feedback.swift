public import Millrace
import MillraceOptics

/// A source of further inputs that reads replies: the alternative to effects.
///
/// An effect belongs to a transition. A feedback instead receives every input that the machine has accepted,
/// with the states before and after it, and decides by itself. It does not receive rejected inputs. A
/// strategy flattens its outputs: with `latest`, a new one cancels the running one.
///
/// ```swift
/// let searching = Feedback<Reply<Input, State>.Success, Input>(
///   tryGet: { $0.toState.query },
///   produce: { query, send in await send(.found(await server.find(query))) })
/// ```
public struct Feedback<Input: Sendable, Output: Sendable>: Sendable {
  /// Sends outputs until it returns or is cancelled.
  typealias Work = @Sendable (Send<Output>) async throws -> Void

  /// One of the combined feedbacks.
  struct Part: Sendable {
    enum Source: Sendable {
      /// Work for an input; nil when the feedback ignores the input.
      case each(@Sendable (Input) -> Work?)
      /// Reads the sequence of inputs, and starts work.
      case stream(
        @Sendable (AsyncStream<Input>, @Sendable (@escaping Work) async -> Void) async throws -> Void)
    }

    let source: Source
    let strategy: FlattenStrategy
  }

  let parts: [Part]

  /// Work that sends nothing: in a `latest` queue it cancels the running work.
  private static var nothing: Work { { _ in } }

  init(parts: [Part]) {
    self.parts = parts
  }

  // MARK: One input at a time

  /// Creates a feedback that runs `produce` for every input.
  public init(
    produce: @escaping @Sendable (_ input: Input, _ send: Send<Output>) async throws -> Void,
    strategy: FlattenStrategy = .latest
  ) {
    parts = [Part(source: .each { input in { send in try await produce(input, send) } }, strategy: strategy)]
  }

  /// Creates a feedback that runs `produce` for the inputs in which `tryGet` finds a value.
  ///
  /// With the strategy `latest`, any other input cancels the running work; otherwise it has no effect.
  public init<Value: Sendable>(
    tryGet: @escaping @Sendable (Input) -> Value?,
    produce: @escaping @Sendable (_ value: Value, _ send: Send<Output>) async throws -> Void,
    strategy: FlattenStrategy = .latest
  ) {
    parts = [
      Part(
        source: .each { input in
          guard let value = tryGet(input) else { return strategy == .latest ? Self.nothing : nil }
          return { @Sendable send in try await produce(value, send) }
        }, strategy: strategy)
    ]
  }

  /// Creates a feedback that runs `produce` for the inputs that satisfy a predicate; other inputs have no
  /// effect.
  public init(
    filter: @escaping @Sendable (Input) -> Bool,
    produce: @escaping @Sendable (_ input: Input, _ send: Send<Output>) async throws -> Void,
    strategy: FlattenStrategy = .latest
  ) {
    parts = [
      Part(
        source: .each { input in
          guard filter(input) else { return nil }
          return { @Sendable send in try await produce(input, send) }
        }, strategy: strategy)
    ]
  }

  // MARK: The sequence of inputs

  /// Creates a feedback that sends the elements of a sequence made of the sequence of inputs.
  public init<Outputs: AsyncSequence & SendableMetatype>(
    transform: @escaping @Sendable (AsyncStream<Input>) -> Outputs
  ) where Outputs.Element == Output, Outputs.AsyncIterator: SendableMetatype {
    self.init(transform: transform, produce: { await $1($0) }, strategy: .concat)
  }

  /// Creates a feedback that runs `produce` for each element of a sequence made of the sequence of inputs.
  ///
  /// Use it to debounce inputs, compare them with earlier ones, or join them with another sequence.
  public init<Values: AsyncSequence & SendableMetatype>(
    transform: @escaping @Sendable (AsyncStream<Input>) -> Values,
    produce: @escaping @Sendable (_ value: Values.Element, _ send: Send<Output>) async throws -> Void,
    strategy: FlattenStrategy = .latest
  ) where Values.Element: Sendable, Values.AsyncIterator: SendableMetatype {
    parts = [
      Part(
        source: .stream { inputs, begin in
          for try await value in transform(inputs) {
            await begin { send in try await produce(value, send) }
          }
        }, strategy: strategy)
    ]
  }

  // MARK: Monoid

  /// The feedback that sends nothing.
  public static var empty: Feedback { Feedback(parts: []) }

  /// Combines two feedbacks.
  public static func + (left: Feedback, right: Feedback) -> Feedback {
    Feedback(parts: left.parts + right.parts)
  }
}

/// Combines several feedbacks.
public func reduce<Input, Output>(_ feedbacks: [Feedback<Input, Output>]) -> Feedback<Input, Output> {
  feedbacks.reduce(.empty, +)
}

/// An output that a feedback found in its sequence, on its way to the machine's home.
public final class FeedbackRequest<Output: Sendable>: Sendable, Hashable {
  let part: Int
  let work: Feedback<Never, Output>.Work

  init(part: Int, work: @escaping Feedback<Never, Output>.Work) {
    self.part = part
    self.work = work
  }

  /// Returns whether both are the same instance.
  public static func == (left: FeedbackRequest, right: FeedbackRequest) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
