import Millrace
import MillraceToolkit

/// The path of a command through its middleware to its handler.
extension EngineCore {
  func execute(_ command: any AnyCommand, _ execution: Execution?, from index: Int) {
    if execution?.isWithdrawn == true { return }
    failed = nil
    do {
      if commands.links.isEmpty {
        try carryOut(command, execution)
      } else {
        try commands.pass(command, execution, from: index)
      }
    } catch {
      send(.fail(failed ?? command, error, ExecutionReference(execution)))
    }
  }

  /// Passes a command to its handler.
  func carryOut(_ command: any AnyCommand, _ execution: Execution?) throws {
    var entry = handlers[key(of: command)]
    if entry?.life.isActive != true { entry = registerAction(command) }
    guard let entry else { throw Warning.noCommandHandlers(command: command) }
    guard let handler = entry as? PromptHandlerEntry else {
      return send(.begin(command, ExecutionReference(execution)))
    }
    // Middleware may have replaced this command; the error belongs to this one.
    failed = command
    guard
      let event = try StoreInternals(store).perform(
        label: entry.label, { try handler.handle(command, execution) })
    else { return }
    failed = nil
    if let execution, event.inProgress {
      waitByHand(execution, ObjectIdentifier(type(of: event)), keeps: true)
    }
    send(.publish(event, ExecutionReference(execution), from: 0))
  }

  /// Returns the error event of a command, with its dynamic type.
  func errorEvent(of command: any AnyCommand, _ error: any Error) -> any AnyEvent {
    let type: any AnyCommand.Type = type(of: command)
    return type.buildEvent(fromError: error)
  }

  /// Begins the work of an asynchronous handler.
  func begin(_ command: any AnyCommand, _ execution: Execution?) -> Effect<EngineMessage> {
    let key = key(of: command)
    if execution?.isWithdrawn == true { return .none }
    guard let handler = handlers[key] as? WaitingHandler else {
      // The handler was replaced or removed meanwhile.
      return .send(.execute(command, ExecutionReference(execution), from: commands.links.count))
    }
    if let event = handler.eventByHand {
      if let execution { waitByHand(execution, event, keeps: false) }
    } else {
      execution?.bind()
    }
    let work = handler.work
    let run = HandlerRun(sender: sender, life: ListenerLife(), execution: execution)
    let id = EffectID(HandlerRunID(command: key, execution: execution.map { ObjectIdentifier($0) }))
    // In a queue it begins later, perhaps never, and its progress with it.
    let later = handler.queue == nil ? nil : handler.progress
    let effect = Effect<EngineMessage>.run(in: handler.queue, id: id, label: handler.label) { send in
      if let later { await send(.publish(later, run.reference, from: 0)) }
      let event = try await withTaskCancellationHandler {
        try await HandlerRun.$current.withValue(run) { try await work(command, execution) }
      } onCancel: {
        run.life.end()
      }
      await send(.publish(event, ExecutionReference(execution), from: 0))
    } catch: { error in
      .fail(command, error, ExecutionReference(execution))
    }
    guard let progress = handler.progress, later == nil else { return effect }
    return .merge(.send(.publish(progress, run.reference, from: 0)), effect)
  }

  func hold(
    _ command: any AnyCommand, _ execution: Execution?, _ index: Int
  ) -> Effect<EngineMessage> {
    guard let body = commands.waiting(at: index) else {
      return .send(.execute(command, ExecutionReference(execution), from: index))
    }
    return .run(label: "AsyncCommandMiddleware") { [environment] send in
      guard let command = try await body(command, environment) else { return }
      await send(.execute(command, ExecutionReference(execution), from: index + 1))
    } catch: { error in
      .fail(command, error, ExecutionReference(execution))
    }
  }
}
