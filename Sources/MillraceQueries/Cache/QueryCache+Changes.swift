import Millrace
import MillraceCore

extension QueryCache {
  /// Marks the entries that satisfy a predicate as stale, and fetches those that are watched.
  ///
  /// A request in flight is replaced by a new one, because its answer may be older than the reason for this.
  package mutating func invalidate(
    where isMeant: (Key, QueryEntry<Value>) -> Bool, _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    var actions: [QueryAction<Key>] = []
    for key in entries.filter({ isMeant($0.id, $0.row) }).map(\.id) {
      entries[key]?.isInvalidated = true
      if let request = entries[key]?.request {
        let queued = request.direction == .refresh ? entries[key]?.queued : request.direction
        replaceRequest(key, with: .refresh, &actions)
        entries[key]?.queued = queued
      } else if entries[key]?.isWatched == true {
        begin(key, .refresh, &actions)
      }
    }
    return actions
  }

  /// Marks the entries with one of these tags as stale, and fetches those that are watched.
  ///
  /// A request in flight may answer with tags that no value has yet. It keeps the invalid tags, and its
  /// answer is judged by them; see ``isDoubtful(_:_:_:)``.
  package mutating func invalidate(
    _ invalid: [QueryTag], tags: (Key, Value?) -> [QueryTag], _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    func isMeant(_ key: Key, _ value: Value?) -> Bool {
      tags(key, value).contains { tag in invalid.contains { $0.covers(tag) } }
    }
    let last = lastNumber
    let actions = invalidate(
      where: { key, entry in
        isMeant(key, entry.value) || entry.partial.map { isMeant(key, $0) } ?? false
      }, rules)
    for key in entries.filter({ $0.row.isInFlight(upTo: last) }).map(\.id) {
      var known = entries[key]?.request?.invalidated ?? []
      for tag in invalid where !known.contains(where: { $0.covers(tag) }) { known.append(tag) }
      entries[key]?.request?.invalidated = known
    }
    return actions
  }

  /// Replaces the requests of these keys that may be older than a change of the values.
  ///
  /// A request that waits for the connection, and has fetched nothing yet, stays.
  ///
  /// - Parameters:
  ///   - keys: The keys; nil for all.
  ///   - last: The number of the last request that may be older.
  package mutating func replaceRequests(of keys: [Key]? = nil, upTo last: UInt64) -> [QueryAction<Key>] {
    var actions: [QueryAction<Key>] = []
    for key in keys ?? Array(entries.ids) {
      guard let entry = entries[key], let request = entry.request, request.number <= last,
        !request.isPaused || entry.partial != nil
      else { continue }
      replaceRequest(key, with: request.direction, &actions)
      entries[key]?.queued = entry.queued
    }
    return actions
  }

  /// Sets the confirmed value of a key.
  ///
  /// A request in flight is replaced by a new one, because its answer may be older.
  ///
  /// - Parameter isPartial: True if the value is the present one with a change, and not an answer of the
  ///   server: then an invalidation of the present one holds.
  package mutating func set(
    _ key: Key, to value: Value, at time: Duration?, isPartial: Bool = false, _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    let isNew = entries[key] == nil
    if isNew { entries[key] = QueryEntry() }
    var actions: [QueryAction<Key>] = []
    entries.update(id: key) { entry in
      if !isUnchanged(value, from: entry.value) { entry.value = value }
      if let time { entry.fetchedAt = time }
      if !isPartial { entry.isInvalidated = false }
      entry.failure = nil
    }
    if let request = entries[key]?.request {
      let queued = entries[key]?.queued
      replaceRequest(
        key, with: rules.allows(value, request.direction) ? request.direction : .refresh, &actions)
      entries[key]?.queued = queued
    } else if isNew {
      settle(key, rules)
    }
    return actions
  }

  /// Cancels the request of a key; its value stays as it is.
  package mutating func cancel(_ key: Key, _ rules: QueryRules<Value>) -> [QueryAction<Key>] {
    guard entries[key]?.request != nil else { return [] }
    var actions: [QueryAction<Key>] = []
    if endRequest(key) { actions.append(.cancel(key)) }
    settle(key, rules)
    return actions
  }

  /// Forgets a request that was cancelled by others; the value stays as it is.
  package mutating func endCancelled(
    _ key: Key, _ number: UInt64, _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    guard request(key, number) != nil else { return [] }
    _ = endRequest(key)
    settle(key, rules)
    return []
  }

  /// Removes the value of a key; one that is watched is fetched as if for the first time.
  package mutating func remove(_ key: Key) -> [QueryAction<Key>] {
    guard let entry = entries[key] else { return [] }
    var actions: [QueryAction<Key>] = []
    if endRequest(key) { actions.append(.cancel(key)) }
    if isUnchanged(key, from: latestKey) { latestKey = nil }
    if entry.isWatched {
      entries.update(id: key) {
        $0 = QueryEntry()
        $0.isWatched = true
      }
      begin(key, .refresh, &actions)
    } else {
      entries.remove(id: key)
    }
    return actions
  }

  /// Removes a value that no longer exists at the server; a watched key stays without one, and is not
  /// fetched.
  mutating func forgetValue(_ key: Key) -> [QueryAction<Key>] {
    guard let entry = entries[key] else { return [] }
    guard entry.isWatched else { return remove(key) }
    var actions: [QueryAction<Key>] = []
    if endRequest(key) { actions.append(.cancel(key)) }
    entries[key]?.value = nil
    return actions
  }

  /// Forgets everything that a process had in flight, when another one continues with the state.
  ///
  /// Interest begins again by itself. It fetches what is stale, and then the page that was in flight.
  package mutating func restart(_ rules: QueryRules<Value>) -> [QueryAction<Key>] {
    var actions: [QueryAction<Key>] = []
    watchedKeys = []
    for key in Array(entries.ids) {
      entries[key]?.isWatched = false
      let page = entries[key]?.pageInFlight
      drop(key, rules, &actions)
      entries[key]?.queued = page
    }
    return actions
  }

  mutating func replaceRequest(
    _ key: Key, with direction: QueryDirection, _ actions: inout [QueryAction<Key>]
  ) {
    if endRequest(key) { actions.append(.cancel(key)) }
    begin(key, direction, &actions)
  }
}
