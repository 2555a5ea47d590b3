/// The conditions of a list of turns; all of them must hold.
public struct TurnFilter: Hashable, Sendable {
  /// A turn whose update and observers take at least so long is slow: 4 milliseconds.
  public static let slow = 4_000_000

  /// The names of the stores; empty for all.
  public var stores: Set<String> = []
  /// The name of the message.
  public var name: String?
  /// A text in the message or its label, whatever the case of its letters.
  public var text: TextNeedle?
  /// The first time, in nanoseconds since 1970.
  public var from: Int64?
  /// The last time.
  public var until: Int64?
  /// The word of the cause: `sent`, `posted`, `turn`, `effect`, `subscription`.
  public var cause: String?
  public var flags: Set<Flag> = []
  /// The value that the turn has changed.
  public var changed: ChangedValue?

  /// A property of a turn.
  public enum Flag: String, Hashable, Sendable {
    case unhandled, failed, slow
  }

  /// A store and a path in its state.
  public struct ChangedValue: Hashable, Sendable {
    public var store: String
    /// The names and places, from the state on.
    public var path: [String]

    /// Creates a value's place.
    public init(store: String, path: [String]) {
      self.store = store
      self.path = path
    }

    /// Reads `library.entries.3`; the store's name is the longest that fits.
    public init?(_ text: String, stores: [HistoryStore]) {
      let fitting = stores.map(\.name).filter { text == $0 || text.hasPrefix($0 + ".") }
      guard let store = fitting.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
      self.store = store
      let rest = text.dropFirst(store.count + 1)
      path = rest.isEmpty ? [] : rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Creates a filter that every turn passes.
  public init() {}

  /// True if every turn passes.
  public var isEmpty: Bool { self == TurnFilter() }

  /// True if contents have to be read.
  public var needsContents: Bool { text != nil }
}

/// The conditions of a filter that the index alone can judge, prepared for one index.
public struct EntryFilter: Sendable {
  private let filter: TurnFilter
  private let stores: Set<UInt16>?
  private let name: UInt32?

  /// Prepares a filter; nil when no turn can pass.
  public init?(_ filter: TurnFilter, _ index: HistoryIndex) {
    self.filter = filter
    var stores = filter.stores
    if let changed = filter.changed {
      if !stores.isEmpty, !stores.contains(changed.store) { return nil }
      stores = [changed.store]
    }
    self.stores =
      stores.isEmpty ? nil : Set(stores.compactMap { index.store(named: $0).map { UInt16($0) } })
    if self.stores?.isEmpty ?? false { return nil }
    if let wanted = filter.name {
      guard let number = index.names.number(named: wanted) else { return nil }
      name = number
    } else {
      name = nil
    }
  }

  /// Returns whether a turn passes, as far as the index knows.
  public func passes(_ entry: TurnEntry) -> Bool {
    if let stores, !stores.contains(entry.store) { return false }
    if let name, entry.name != name { return false }
    if let from = filter.from, entry.at < from { return false }
    if let until = filter.until, entry.at > until { return false }
    if let cause = filter.cause, entry.cause.word != cause { return false }
    return filter.flags.allSatisfy { flag in
      switch flag {
      case .unhandled: entry.marks.contains(.unhandled)
      case .failed: entry.marks.contains(.failed)
      case .slow: entry.duration >= TurnFilter.slow
      }
    }
  }
}
