import Millrace

extension EngineInbox {
  /// Returns an entry that calls `handle` in another isolation than the home.
  func waitingHandler<C: Command>(
    in place: any Actor, _ life: ListenerLife, isByHand: Bool,
    _ handle: @escaping (C, EventPublisher<C>) throws -> Event<C>
  ) -> HandlerEntry {
    let handler = IsolatedHandler(place, handle)
    return WaitingHandler(
      of: C.self, life: life, in: nil, progress: nil,
      eventByHand: isByHand ? ObjectIdentifier(Event<C>.self) : nil
    ) { [engine] command, execution in
      try await handler.handle(project(command, as: C.self), EventPublisher(engine, execution))
    }
  }
}

extension WaitingHandler {
  /// Returns an entry whose work answers with its output.
  static func answering<C: Command>(
    _ command: C.Type, in queue: EffectQueue?, _ handle: @escaping @Sendable (C) async throws -> C.Output
  ) -> WaitingHandler {
    WaitingHandler(of: command, life: ListenerLife(), in: queue, progress: Event<C>.progress) { command, _ in
      Event<C>.data(try await handle(project(command, as: C.self)))
    }
  }
}

/// A handler that was registered in an isolation other than the engine's home.
private struct IsolatedHandler<C: Command>: @unchecked Sendable {
  // Sound: `body` is called in `isolation` only, in which it was registered.
  private let isolation: HomeReference
  private let body: (C, EventPublisher<C>) throws -> Event<C>

  init(_ isolation: any Actor, _ body: @escaping (C, EventPublisher<C>) throws -> Event<C>) {
    self.isolation = HomeReference(isolation)
    self.body = body
  }

  func handle(_ command: C, _ publisher: EventPublisher<C>) async throws -> Event<C> {
    guard let isolation = isolation.actor else { throw Warning.noCommandHandlers(command: command) }
    return try await handle(command, publisher, on: isolation)
  }

  private func handle(
    _ command: C, _ publisher: EventPublisher<C>, on isolation: isolated any Actor
  ) async throws -> Event<C> {
    try body(command, publisher)
  }
}
