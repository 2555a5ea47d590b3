import Millrace

extension TurnLog {
  /// A log in memory, for tests and for a view of an application's own.
  ///
  /// ```swift
  /// let memory = TurnLog.Memory()
  /// let token = TurnLog(to: memory.sink).attach(to: store)
  /// store.send(.increment)
  /// memory.entries.last?.message  // ".increment"
  /// ```
  public final class Memory: Sendable {
    private let stored = Locked<[Entry]>([])
    private let limit: Int

    /// Creates an empty log.
    ///
    /// - Parameter limit: The maximum number of entries; the oldest half is dropped when there are more.
    public init(limit: Int = 1_000) {
      self.limit = max(2, limit)
    }

    /// The entries, oldest first.
    public var entries: [Entry] { stored.withLock(\.self) }

    /// The sink that writes here, at once.
    public var sink: Sink {
      Sink { [stored, limit] entry in
        stored.withLock { entries in
          entries.append(entry)
          if entries.count > limit { entries.removeFirst(entries.count - limit / 2) }
        }
      }
    }
  }
}
