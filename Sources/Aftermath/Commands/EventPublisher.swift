import Millrace

/// A publisher of the events of one execution: for callbacks, at any time and from any thread.
///
/// It reaches the engine that executes the command, and does not own it. Its events answer the caller that
/// waits for the result of this execution, and reach the reaction that was given with it. Once the engine has
/// ended, it does nothing. See ``CallbackCommandHandler``.
public struct EventPublisher<C: Command>: Sendable {
  private let engine: EngineReference
  private let execution: Execution?

  /// Creates a publisher of no particular execution, to call a handler in a test.
  ///
  /// - Parameter engine: The engine that it publishes to, which it does not retain.
  public init(engine: Engine) {
    self.init(engine.inbox.engine, nil)
  }

  init(_ engine: EngineReference, _ execution: Execution?) {
    self.engine = engine
    self.execution = execution
  }

  /// Publishes progress.
  public func wait(isolation: isolated (any Actor)? = #isolation) {
    publish(event: .progress, isolation: isolation)
  }

  /// Publishes output.
  public func publish(data: C.Output, isolation: isolated (any Actor)? = #isolation) {
    publish(event: .data(data), isolation: isolation)
  }

  /// Publishes an error.
  public func publish(error: any Error, isolation: isolated (any Actor)? = #isolation) {
    publish(event: .error(error), isolation: isolation)
  }

  /// Publishes an event: at the engine's home now, from any other isolation soon.
  public func publish(event: Event<C>, isolation: isolated (any Actor)? = #isolation) {
    engine.value?.sendAnswer(event, execution, isolation)
  }

  /// Posts a fact to the reactions of the same engine.
  public func post(fact: some Fact, isolation: isolated (any Actor)? = #isolation) {
    engine.value?.post(fact: fact, isolation: isolation)
  }
}

/// A reference to an engine that does not retain it.
final class EngineReference: Sendable {
  private let engine = Locked(Weak())

  private struct Weak {
    weak var engine: Engine?
  }

  var value: Engine? {
    get { engine.withLock(\.engine) }
    set { engine.withLock { $0.engine = newValue } }
  }
}
