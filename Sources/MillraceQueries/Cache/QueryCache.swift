public import Millrace
import MillraceCore

/// The values of a query by key, with their requests: a value in the application's state.
///
/// A ``StoreQuery`` changes it. Because it is part of the state, a journal records it, a test store compares
/// it, and an explorer tries its races. An observer of one key, `store.observe(\.notes.entries, row: id)`,
/// costs nothing when another key changes.
///
/// ```swift
/// struct Notebook: Equatable {
///   var open: Int?
///   var notes = QueryCache<Int, Note>()
/// }
/// ```
///
/// Its methods decide and do nothing else: an event goes in, a list of actions comes out.
public struct QueryCache<Key: Hashable & Sendable, Value: Equatable & Sendable>: Equatable, Sendable {
  /// The entries by key, in the order in which they were first asked for.
  public internal(set) var entries = RowTable<Key, QueryEntry<Value>>()
  /// The keys that the state asks for, in the order in which interest began.
  public internal(set) var watchedKeys: [Key] = []
  /// The key of the last answer; nil before the first.
  public internal(set) var latestKey: Key?
  /// False while the application has said that there is no connection.
  public internal(set) var isOnline = true
  var lastNumber: UInt64 = 0

  /// Creates an empty cache.
  public init() {}

  /// The confirmed value of the last answer, to be shown until another key has a value of its own.
  public var latestValue: Value? { latestKey.flatMap { entries[$0]?.value } }

  /// The confirmed value of a key, without pending changes and placeholders.
  ///
  /// Cost: a look-up in a dictionary.
  @inlinable
  public subscript(key: Key) -> Value? { entries[key]?.value }

  // MARK: Interest

  /// Begins and ends the state's interest in keys.
  package mutating func setInterest(
    began: [Key], ended: [Key], _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    var actions: [QueryAction<Key>] = []
    for key in ended where entries[key]?.isWatched == true {
      watchedKeys.removeAll { isUnchanged($0, from: key) }
      entries[key]?.isWatched = false
      drop(key, rules, &actions)
    }
    var arrived: [Key] = []
    for key in began where entries[key]?.isWatched != true {
      if entries[key] == nil { entries[key] = QueryEntry() }
      entries[key]?.isWatched = true
      watchedKeys.append(key)
      arrived.append(key)
    }
    lookAt(arrived, rules, &actions)
    return actions
  }

  /// True while there are values without interest in them, which sweeps will remove.
  package var needsSweeping: Bool { entries.count > watchedKeys.count }

  /// The number of sweeps in a value's kept time.
  package static var sweepsPerKeepTime: Int { 4 }

  /// Removes the values that have outlived their kept time; called at each quarter of it.
  ///
  /// The first quarter of a value may be a part of one. So it is kept for its time, and at most a quarter
  /// longer.
  package mutating func sweep() {
    // Taken out first, because a change of the table during the loop would copy it.
    let kept = entries.compactMap { $0.row.isWatched || $0.row.request != nil ? nil : ($0.id, $0.row.sweeps) }
    for (key, sweeps) in kept {
      if sweeps >= Self.sweepsPerKeepTime {
        entries.remove(id: key)
      } else {
        entries[key]?.sweeps &+= 1
      }
    }
  }

  /// Ends the request of a key without interest, and begins the kept time of its value.
  mutating func drop(_ key: Key, _ rules: QueryRules<Value>, _ actions: inout [QueryAction<Key>]) {
    if endRequest(key) { actions.append(.cancel(key)) }
    settle(key, rules)
  }

  /// Begins the kept time of a key that has neither interest nor a request.
  mutating func settle(_ key: Key, _ rules: QueryRules<Value>) {
    guard let entry = entries[key], !entry.isWatched, entry.request == nil else { return }
    if entry.value == nil || !rules.keepsValues {
      entries.remove(id: key)
    } else {
      entries[key]?.sweeps = 0
    }
  }
}

extension QueryCache: Hashable where Value: Hashable {}
extension QueryCache: Codable where Key: Codable, Value: Codable {}
