import Millrace

/// A handler in an engine's table, whatever its commands.
@usableFromInline
class HandlerEntry {
  @usableFromInline final let life: ListenerLife
  /// The label of its work in records: the type of its commands.
  final let label: EffectLabel
  /// The name of its type for tools; set when it is registered.
  final var name = ""

  init(of command: any AnyCommand.Type, life: ListenerLife) {
    self.life = life
    label = EffectLabel("\(command)")
  }
}

/// A handler that answers at once, at the engine's home.
@usableFromInline
final class PromptHandler<C: Command>: PromptHandlerEntry {
  @usableFromInline let body: (C) throws -> Event<C>

  init(life: ListenerLife, _ body: @escaping (C) throws -> Event<C>) {
    self.body = body
    super.init(of: C.self, life: life)
  }

  override func handle(_ command: any AnyCommand, _ execution: Execution?) throws -> any AnyEvent {
    try body(project(command, as: C.self))
  }
}

/// A handler with a publisher, at the engine's home.
final class CallbackHandler<C: Command>: PromptHandlerEntry {
  private let engine: EngineReference
  private let body: (C, EventPublisher<C>) throws -> Event<C>

  init(
    life: ListenerLife, _ engine: EngineReference, _ body: @escaping (C, EventPublisher<C>) throws -> Event<C>
  ) {
    self.engine = engine
    self.body = body
    super.init(of: C.self, life: life)
  }

  override func handle(_ command: any AnyCommand, _ execution: Execution?) throws -> any AnyEvent {
    execution?.bind()
    return try body(project(command, as: C.self), EventPublisher(engine, execution))
  }
}

/// A handler that answers at once, whatever its commands.
@usableFromInline
class PromptHandlerEntry: HandlerEntry {
  func handle(_ command: any AnyCommand, _ execution: Execution?) throws -> any AnyEvent {
    throw Warning.noCommandHandlers(command: command)
  }
}

/// A handler that answers later: it waits, or it belongs to another isolation.
final class WaitingHandler: HandlerEntry {
  let work: @Sendable (any AnyCommand, Execution?) async throws -> any AnyEvent
  let queue: EffectQueue?
  /// The event that is published when it begins.
  let progress: (any AnyEvent)?
  /// The type of the event by which it may answer after it has returned progress; nil if its result is its
  /// answer.
  let eventByHand: ObjectIdentifier?

  init(
    of command: any AnyCommand.Type, life: ListenerLife, in queue: EffectQueue?, progress: (any AnyEvent)?,
    eventByHand: ObjectIdentifier? = nil,
    _ work: @escaping @Sendable (any AnyCommand, Execution?) async throws -> any AnyEvent
  ) {
    self.work = work
    self.queue = queue
    self.progress = progress
    self.eventByHand = eventByHand
    super.init(of: command, life: life)
  }
}

/// The id of the work of an asynchronous handler.
struct HandlerRunID: Hashable {
  let command: ObjectIdentifier
  let execution: ObjectIdentifier?
}
