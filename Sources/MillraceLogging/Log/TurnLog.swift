public import Millrace
public import MillraceDifference

/// A structured log of turns, effects and errors, for programs that run where no one watches.
///
/// ```swift
/// let log = TurnLog(to: .jsonLines(.file("app.log")), level: .info)
/// let token = log.attach(to: store.flow)
/// ```
///
/// Every event has a ``Level``. Those below ``level`` are left out, before a text is made of them. Secrets
/// are hidden: see ``redaction``. A sink that writes to a file does so on a queue of its own, so that a turn
/// never waits for it; what does not fit into its queue is counted, and the count is written.
///
/// Cost: none for a flow without a log, and none for events below the level except for looking at them. The
/// text of a message takes microseconds, those of changes as many as the state has parts.
public struct TurnLog: Sendable {
  /// The sinks that receive the entries.
  public var sinks: [Sink]
  /// The lowest level that is written; ``Level/info`` by default.
  public var level: Level
  /// The lowest levels of single stores, by their names.
  public var storeLevels: [String: Level] = [:]
  /// The levels of events, where they differ from ``Event/level``.
  public var eventLevels: [Event: Level] = [:]
  /// The values that texts hide; ``/MillraceDifference/Redaction/usual`` by default.
  public var redaction: Redaction
  /// True to write what each turn has changed in its store's state; false by default.
  ///
  /// See ``PrintedParts/state`` for its cost.
  public var showsChanges: Bool
  /// The maximum number of characters of a text in an entry; 500 by default.
  public var maximumLength = 500

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - sinks: The sinks that receive the entries.
  ///   - level: The lowest level that is written.
  ///   - redaction: What is hidden.
  ///   - showsChanges: True to write what each turn has changed in its store's state.
  public init(
    to sinks: Sink..., level: Level = .info, redaction: Redaction = .usual, showsChanges: Bool = false
  ) {
    self.sinks = sinks
    self.level = level
    self.redaction = redaction
    self.showsChanges = showsChanges
  }

  /// Logs every turn of a flow, with all of its stores, until the token ends.
  ///
  /// Call it at the flow's home. A failure to write is reported to the flow's error handler, once until the
  /// sink works again.
  public func attach(to flow: Flow) -> ObservationToken { attach(to: flow, only: nil) }

  /// Logs the turns and effects of one store, and the errors that name it, until the token ends.
  public func attach<State, Message>(to store: Store<State, Message>) -> ObservationToken {
    attach(to: store.flow, only: LoggedStore(name: store.storeName, number: store.storeNumber))
  }

  private func attach(to flow: Flow, only store: LoggedStore?) -> ObservationToken {
    let report = HomeReport(flow)
    let reader = TurnReader(self, of: flow, only: store) { [sinks] entry in
      for sink in sinks { sink.write(entry, report) }
    }
    return reader.attach()
  }

  /// Returns true if an event of this level of a store is written.
  func writes(_ level: Level, of store: String) -> Bool { level >= storeLevels[store] ?? self.level }

  /// Returns the level of an event.
  func level(of event: Event) -> Level { eventLevels[event] ?? event.level }
}

/// A store whose turns alone are logged.
struct LoggedStore {
  let name: String
  let number: UInt64
}
