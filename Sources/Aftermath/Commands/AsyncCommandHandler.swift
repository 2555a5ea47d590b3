import Millrace

/// What carries out the commands of one type with work that waits.
///
/// Its progress, its output and its errors become events by themselves: `progress` when it begins, `data` when it
/// returns, `error` when it throws. It is cancelled with its engine, with ``Engine/cancel(_:isolation:)``, and with
/// the task that waits in ``Engine/result(of:isolation:)`` for it; what a cancelled handler still publishes is dropped.
///
/// ```swift
/// struct BookListHandler: AsyncCommandHandler {
///   func handle(command: BookList) async throws -> [Book] {
///     publish(data: try await library.cached())
///     return try await library.fetch()
///   }
/// }
/// ```
public protocol AsyncCommandHandler<CommandType>: Sendable {
  /// The commands it carries out.
  associatedtype CommandType: Command

  /// Carries out a command, outside of the engine's isolation.
  ///
  /// - Returns: What is published as data.
  /// - Throws: What is published as an error, and told to the engine's error handler.
  func handle(command: CommandType) async throws -> CommandType.Output
}

extension AsyncCommandHandler {
  /// Publishes that the work goes on.
  public func wait() { publish(event: .progress) }

  /// Publishes what was produced so far.
  public func publish(data: CommandType.Output) { publish(event: .data(data)) }

  /// Publishes an error after which the work goes on.
  public func publish(error: any Error) { publish(event: .error(error)) }

  /// Publishes an event to the engine that has called the handler, from its task or a child of that.
  ///
  /// Elsewhere there is no engine to publish to: the shared one is told
  /// (``Warning/publishedOutsideOfHandler(handler:event:)``).
  public func publish(event: Event<CommandType>) {
    if let run = HandlerRun.current {
      run.publish(event)
    } else {
      Engine.shared.report(Warning.publishedOutsideOfHandler(handler: "\(Self.self)", event: event))
    }
  }
}

/// One run of an asynchronous handler, as the handler's own task sees it.
struct HandlerRun: Sendable {
  @TaskLocal static var current: HandlerRun?

  let sender: Sender<EngineMessage>
  /// Ends when it is cancelled; a task that the handler has begun by itself is not.
  let life: ListenerLife

  /// Publishes while the run is wanted.
  ///
  /// Who waits for the result is not answered: that is what the handler returns.
  func publish(_ event: any AnyEvent) {
    if life.isActive && !Task.isCancelled { sender.send(.publish(event, nil, from: 0)) }
  }
}
