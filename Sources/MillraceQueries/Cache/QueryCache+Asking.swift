import Millrace

extension QueryCache {
  /// Fetches the keys that need it, or asks for the time where only that can tell.
  mutating func lookAt(
    _ keys: [Key], _ rules: QueryRules<Value>, isPrefetch: Bool = false, _ actions: inout [QueryAction<Key>]
  ) {
    var unclear: [Key] = []
    for key in keys {
      guard let entry = entries[key], entry.request == nil else { continue }
      if entry.value == nil || entry.isInvalidated || entry.fetchedAt == nil || rules.staleTime == .zero {
        begin(key, .refresh, &actions)
      } else if rules.staleTime != nil {
        unclear.append(key)
      } else {
        beginQueued(key, rules, &actions)
      }
    }
    if !unclear.isEmpty { actions.append(.check(unclear, isPrefetch: isPrefetch)) }
  }

  /// Takes the time that a check has read, and fetches the keys that are stale.
  ///
  /// A value from the future is stale: the clock was set back.
  package mutating func check(
    _ keys: [Key], at now: Duration, isPrefetch: Bool, _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    var actions: [QueryAction<Key>] = []
    for key in keys {
      guard let entry = entries[key], entry.request == nil, entry.isWatched || isPrefetch,
        let staleTime = rules.staleTime
      else { continue }
      let age = entry.fetchedAt.map { now - $0 }
      if entry.isInvalidated || !(age.map { $0 >= .zero && $0 < staleTime } ?? false) {
        begin(key, .refresh, &actions)
      } else {
        beginQueued(key, rules, &actions)
      }
    }
    return actions
  }

  /// Begins the page that another process had in flight.
  private mutating func beginQueued(
    _ key: Key, _ rules: QueryRules<Value>, _ actions: inout [QueryAction<Key>]
  ) {
    guard let queued = entries[key]?.queued else { return }
    entries[key]?.queued = nil
    if rules.allows(entries[key]?.value, queued) { begin(key, queued, &actions) }
  }

  /// Fetches a key, whether or not it is watched or stale.
  ///
  /// While a request of the same direction is in flight, it stands for this one too. Another direction waits
  /// for its end.
  package mutating func fetch(
    _ key: Key, _ direction: QueryDirection, _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    var actions: [QueryAction<Key>] = []
    if let request = entries[key]?.request {
      if request.direction != direction, entries[key]?.queued != .refresh { entries[key]?.queued = direction }
      return actions
    }
    guard rules.allows(entries[key]?.value, direction) else { return actions }
    if entries[key] == nil { entries[key] = QueryEntry() }
    begin(key, direction, &actions)
    return actions
  }

  /// Fetches a key that no screen looks at yet, unless its value is fresh.
  package mutating func prefetch(_ key: Key, _ rules: QueryRules<Value>) -> [QueryAction<Key>] {
    var actions: [QueryAction<Key>] = []
    if entries[key] == nil { entries[key] = QueryEntry() }
    lookAt([key], rules, isPrefetch: true, &actions)
    return actions
  }

  /// Checks the watched keys when the application has returned to the front.
  package mutating func focus(_ rules: QueryRules<Value>) -> [QueryAction<Key>] {
    var actions: [QueryAction<Key>] = []
    if rules.refetchesOnFocus { lookAt(watchedKeys, rules, &actions) }
    return actions
  }

  /// Takes the loss or the return of the connection.
  ///
  /// Requests that begin, or try again, without a connection wait for it.
  package mutating func setOnline(_ isOnline: Bool, _ rules: QueryRules<Value>) -> [QueryAction<Key>] {
    guard isOnline != self.isOnline else { return [] }
    self.isOnline = isOnline
    var actions: [QueryAction<Key>] = []
    guard isOnline else { return actions }
    for key in Array(entries.ids) where entries[key]?.request?.isPaused == true {
      entries[key]?.request?.isPaused = false
      if let request = entries[key]?.request { actions.append(.fetch(key, request)) }
    }
    if rules.refetchesOnReconnect { lookAt(watchedKeys, rules, &actions) }
    return actions
  }

  /// Begins a request.
  mutating func begin(
    _ key: Key, _ direction: QueryDirection, _ actions: inout [QueryAction<Key>]
  ) {
    lastNumber &+= 1
    let request = QueryRequest(number: lastNumber, direction: direction, isPaused: !isOnline)
    entries[key]?.request = request
    if isOnline { actions.append(.fetch(key, request)) }
  }

  /// Forgets the request of a key; returns true if an attempt of it is in flight.
  mutating func endRequest(_ key: Key) -> Bool {
    guard let request = entries[key]?.request else { return false }
    entries[key]?.request = nil
    entries[key]?.queued = nil
    entries[key]?.partial = nil
    return !request.isPaused
  }
}
