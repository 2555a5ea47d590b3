public import Millrace
import MillraceOptics

/// Turns what happens into further inputs: the other way of having effects.
///
/// Where an effect belongs to a transition, a feedback looks at every input that the machine has accepted, with the states
/// before and after it, and decides by itself. Rejected inputs do not reach it.
/// What it produces is flattened by a strategy: with `latest`, a new one cancels the one that runs.
///
/// ```swift
/// let searching = Feedback<Reply<Input, State>, Input>(
///   tryGet: { $0.toState?.query },
///   produce: { query, send in await send(.found(await server.find(query))) })
/// ```
public struct Feedback<Input: Sendable, Output: Sendable>: Sendable {
  /// Gives outputs until it returns or is cancelled.
  typealias Work = @Sendable (Send<Output>) async throws -> Void

  /// One of the feedbacks that were made into one.
  struct Part: Sendable {
    enum Source: Sendable {
      /// Work for an input; nil when the input is none of this feedback's.
      case each(@Sendable (Input) -> Work?)
      /// Reads the sequence of inputs, and hands over work as it finds it.
      case stream(
        @Sendable (AsyncStream<Input>, @Sendable (@escaping Work) async -> Void) async throws -> Void)
    }

    let source: Source
    let strategy: FlattenStrategy
  }

  let parts: [Part]

  /// Work that gives nothing: in a `latest` queue it stops what runs.
  private static var nothing: Work { { _ in } }

  init(parts: [Part]) {
    self.parts = parts
  }

  // MARK: For each input

  /// Produces for every input.
  public init(
    produce: @escaping @Sendable (_ input: Input, _ send: Send<Output>) async throws -> Void,
    strategy: FlattenStrategy = .latest
  ) {
    parts = [Part(source: .each { input in { send in try await produce(input, send) } }, strategy: strategy)]
  }

  /// Produces for those inputs in which something is found; one without it stops what runs, where the strategy is
  /// `latest`, and otherwise does nothing.
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

  /// Produces for those inputs that satisfy a predicate; the others change nothing.
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

  // MARK: For the sequence of inputs

  /// Gives what a sequence gives that is made of the sequence of inputs.
  public init<Outputs: AsyncSequence & SendableMetatype>(
    transform: @escaping @Sendable (AsyncStream<Input>) -> Outputs
  ) where Outputs.Element == Output, Outputs.AsyncIterator: SendableMetatype {
    self.init(transform: transform, produce: { await $1($0) }, strategy: .concat)
  }

  /// Produces for each element of a sequence that is made of the sequence of inputs.
  ///
  /// It is where inputs are debounced, compared with those before, or joined with something else.
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

  /// Gives nothing.
  public static var empty: Feedback { Feedback(parts: []) }

  /// Both.
  public static func + (left: Feedback, right: Feedback) -> Feedback {
    Feedback(parts: left.parts + right.parts)
  }
}

/// One feedback made of several.
public func reduce<Input, Output>(_ feedbacks: [Feedback<Input, Output>]) -> Feedback<Input, Output> {
  feedbacks.reduce(.empty, +)
}

/// What a feedback has found in its sequence, on its way home to be started.
public final class FeedbackRequest<Output: Sendable>: Sendable, Hashable {
  let part: Int
  let work: Feedback<Never, Output>.Work

  init(part: Int, work: @escaping Feedback<Never, Output>.Work) {
    self.part = part
    self.work = work
  }

  /// Whether both are the same one.
  public static func == (left: FeedbackRequest, right: FeedbackRequest) -> Bool { left === right }

  /// Feeds its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
