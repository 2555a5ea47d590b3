/// Events in the order in which those who react were told of them.
///
/// ``Engine/replay(_:to:isolation:)`` tells of them once more.
public struct EventHistory: Sendable, RandomAccessCollection {
  private var events: [any AnyEvent]

  /// A history of these events, the first first.
  public init(_ events: [any AnyEvent] = []) {
    self.events = events
  }

  /// The place of the first event.
  public var startIndex: Int { events.startIndex }

  /// The place behind the last event.
  public var endIndex: Int { events.endIndex }

  /// The event at a place.
  public subscript(position: Int) -> any AnyEvent { events[position] }

  /// Adds an event behind the others.
  public mutating func append(_ event: any AnyEvent) { events.append(event) }

  /// Only the events of commands of these types; of facts, `FactCommand<SomeFact>.self`.
  public func only(_ commands: any AnyCommand.Type...) -> EventHistory {
    let wanted = Set(commands.map { ObjectIdentifier($0) })
    return EventHistory(events.filter { wanted.contains(ObjectIdentifier(type(of: $0).commandType)) })
  }
}
