public import Millrace

/// The seven tasks, in the order of the benchmark.
public enum SevenTask: String, CaseIterable, Hashable, Sendable {
  case counter = "Counter"
  case temperature = "Temperature Converter"
  case flight = "Flight Booker"
  case timer = "Timer"
  case people = "CRUD"
  case circles = "Circle Drawer"
  case cells = "Cells"
}

/// The list of tasks, and the windows that are open; a window's store lives as long as the window.
public struct Launcher: Equatable, Sendable {
  public enum Message: Equatable, Sendable {
    case open(SevenTask)
    case close(SevenTask)
  }

  /// The open tasks; the last one is in front.
  public internal(set) var open: [SevenTask] = []

  public init() {}

  public static func update(_ launcher: inout Launcher, _ message: Message) -> Effect<Message> {
    switch message {
    case .open(let task):
      launcher.open.removeAll { $0 == task }
      launcher.open.append(task)
    case .close(let task): launcher.open.removeAll { $0 == task }
    }
    return .none
  }

  @MainActor public static func store(on flow: Flow? = nil) -> Store<Launcher, Message> {
    Store(Launcher(), flow: flow, update: update)
  }
}
