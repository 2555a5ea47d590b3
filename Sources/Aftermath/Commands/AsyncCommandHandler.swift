import Millrace

/// An asynchronous handler of the commands of one type.
///
/// Its progress, its output and its errors become events automatically: `progress` when it begins, `data`
/// when it returns, `error` when it throws. It is cancelled with its engine, with
/// ``Engine/cancel(_:isolation:)``, and with the task that waits for it in ``Engine/result(of:isolation:)``.
/// Events that a cancelled handler still publishes are dropped.
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
  /// The type of its commands.
  associatedtype CommandType: Command

  /// Handles a command, outside the engine's isolation.
  ///
  /// - Returns: The output, published as data.
  /// - Throws: An error, which is published, and passed to the engine's error handler.
  func handle(command: CommandType) async throws -> CommandType.Output
}

extension AsyncCommandHandler {
  /// Publishes progress.
  public func wait() { publish(event: .progress) }

  /// Publishes output before the end of the work.
  public func publish(data: CommandType.Output) { publish(event: .data(data)) }

  /// Publishes an error after which the work continues.
  public func publish(error: any Error) { publish(event: .error(error)) }

  /// Publishes an event to the engine that runs the handler; call it in the handler's task or a child of it.
  ///
  /// In any other task the engine is unknown, and the shared engine's error handler receives
  /// ``Warning/publishedOutsideOfHandler(handler:event:)``.
  public func publish(event: Event<CommandType>) {
    if let run = HandlerRun.current {
      run.publish(event)
    } else {
      Engine.shared.report(Warning.publishedOutsideOfHandler(handler: "\(Self.self)", event: event))
    }
  }
}

/// One run of an asynchronous handler, as its own task sees it.
struct HandlerRun: Sendable {
  @TaskLocal static var current: HandlerRun?

  let sender: Sender<EngineMessage>
  /// The lifetime of the run, which ends with its cancellation; a task that the handler started itself is not
  /// cancelled.
  let life: ListenerLife
  /// The execution, if a reaction observes its events.
  private let observed: Execution?

  init(sender: Sender<EngineMessage>, life: ListenerLife, execution: Execution?) {
    self.sender = sender
    self.life = life
    observed = execution?.reaction == nil ? nil : execution
  }

  /// The execution in a message with an event before the last; nil if only the last is an answer.
  var reference: ExecutionReference? { ExecutionReference(observed) }

  /// Publishes an event, unless the run has been cancelled.
  ///
  /// It gives no answer to a caller that waits for the result, because the handler's return value does.
  func publish(_ event: any AnyEvent) {
    if !life.isActive || Task.isCancelled { return }
    sender.sendAnswer(.publish(event, reference, from: sender.refusal == nil ? 0 : EngineMessage.asAnswer))
  }
}
