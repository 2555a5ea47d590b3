/// The events that reactions received, in order.
///
/// ``Engine/replay(_:to:isolation:)`` replays them.
public struct EventHistory: Sendable, RandomAccessCollection {
  private var events: [any AnyEvent]

  /// Creates a history of these events in order.
  public init(_ events: [any AnyEvent] = []) {
    self.events = events
  }

  /// The position of the first event.
  public var startIndex: Int { events.startIndex }

  /// The position after the last event.
  public var endIndex: Int { events.endIndex }

  /// The event at a position.
  public subscript(position: Int) -> any AnyEvent { events[position] }

  /// Appends an event.
  public mutating func append(_ event: any AnyEvent) { events.append(event) }

  /// Returns only the events of commands of these types; for facts, of `FactCommand<SomeFact>.self`.
  public func only(_ commands: any AnyCommand.Type...) -> EventHistory {
    let wanted = Set(commands.map { ObjectIdentifier($0) })
    return EventHistory(events.filter { wanted.contains(ObjectIdentifier(type(of: $0).commandType)) })
  }
}
