import Millrace

/// The entry of a command that handles itself, in an engine's table of handlers.
extension Action {
  func entry() -> HandlerEntry {
    PromptHandler<Self>(life: ListenerLife()) { try $0.handle(command: $0) }
  }
}

extension CallbackAction {
  func entry(of inbox: EngineInbox) -> HandlerEntry {
    CallbackHandler<Self>(life: ListenerLife(), inbox.engine) { try $0.handle(command: $0, publisher: $1) }
  }
}

extension MainActorAction {
  /// - Parameters:
  ///   - inbox: The engine's inbox.
  ///   - isMainHome: True if the engine belongs to the main actor.
  func entry(of inbox: EngineInbox, isMainHome: Bool) -> HandlerEntry {
    // It is called on the main actor only: at home if that is the home, else in that isolation.
    let handle: (Self) throws -> Event<Self> = { action in
      try MainActor.assumeIsolated { try action.handle(command: action) }
    }
    let life = ListenerLife()
    if isMainHome { return PromptHandler(life: life, handle) }
    return inbox.waitingHandler(in: MainActor.shared, life, isByHand: true) { action, _ in try handle(action)
    }
  }
}

extension AsyncAction {
  func entry() -> HandlerEntry {
    WaitingHandler.answering(Self.self, in: nil) { try await $0.handle(command: $0) }
  }
}

extension EngineCore {
  /// Registers the handler of a command that handles itself, when it is executed like any other command.
  ///
  /// - Returns: The active handler of the command's type; nil if it does not handle itself.
  func registerAction(_ command: any AnyCommand) -> HandlerEntry? {
    // A handler that was registered meanwhile counts.
    takeEntries()
    let key = key(of: command)
    if let entry = handlers[key], entry.life.isActive { return entry }
    guard let entry = entry(of: command) else { return nil }
    let type: any AnyCommand.Type = type(of: command)
    entry.name = "\(type)"
    if inbox.noteHandler(entry.life, of: type, asFirst: true, register: nil) {
      // Another thread was faster, and its handler is among the entries.
      takeEntries()
      return handlers[key]
    }
    register(entry, of: type)
    return entry
  }

  private func entry(of command: any AnyCommand) -> HandlerEntry? {
    switch command {
    case let action as any Action: action.entry()
    case let action as any CallbackAction: action.entry(of: inbox)
    case let action as any MainActorAction:
      action.entry(of: inbox, isMainHome: store.flow.livesOnMainActor)
    case let action as any AsyncAction: action.entry()
    default: nil
    }
  }
}
