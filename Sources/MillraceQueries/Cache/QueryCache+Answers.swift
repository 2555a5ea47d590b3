import Millrace
import MillraceCore

extension QueryCache {
  /// Returns the request in flight if it has this number; an answer under another one is not taken.
  package func request(_ key: Key, _ number: UInt64) -> QueryRequest? {
    guard let request = entries[key]?.request, request.number == number, !request.isPaused else { return nil }
    return request
  }

  /// Takes an answer, as the value that it leads to.
  package mutating func answer(
    _ key: Key, _ number: UInt64, _ value: Value, at now: Duration, _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    guard request(key, number) != nil else { return [] }
    var queued: QueryDirection?
    entries.update(id: key) { entry in
      if !isUnchanged(value, from: entry.value) { entry.value = value }
      // A further page does not make the pages before it younger.
      if entry.request?.direction == .refresh {
        entry.fetchedAt = now
        entry.isInvalidated = false
      }
      entry.failure = nil
      entry.request = nil
      entry.partial = nil
      queued = entry.queued.take()
    }
    latestKey = key
    var actions: [QueryAction<Key>] = []
    if let queued, rules.allows(value, queued) {
      begin(key, queued, &actions)
    } else {
      settle(key, rules)
    }
    return actions
  }

  /// Takes the failure of an attempt: the last one, or one that is followed by another.
  package mutating func fail(
    _ key: Key, _ number: UInt64, _ failure: QueryFailure, isFinal: Bool, _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    guard request(key, number) != nil else { return [] }
    var actions: [QueryAction<Key>] = []
    if isFinal {
      _ = endRequest(key)
      entries[key]?.failure = failure
      settle(key, rules)
    } else {
      entries[key]?.request?.failedAttempts &+= 1
      // The next attempt begins behind everything that was invalidated.
      entries[key]?.request?.invalidated = nil
      entries[key]?.request?.isPaused = !isOnline
      if isOnline, let request = entries[key]?.request { actions.append(.fetch(key, request)) }
    }
    return actions
  }

  /// Takes the part of a value that an attempt has fetched before it failed; the next attempt continues
  /// behind it.
  ///
  /// The part that has failed has attempts of its own. Without a part the request begins at its beginning.
  package mutating func interrupt(
    _ key: Key, _ number: UInt64, _ partial: Value?, _ failure: QueryFailure, _ rules: QueryRules<Value>
  ) -> [QueryAction<Key>] {
    guard request(key, number) != nil else { return [] }
    entries[key]?.partial = partial
    entries[key]?.request?.failedAttempts = 0
    return fail(key, number, failure, isFinal: false, rules)
  }

  /// Returns true if an answer with these tags may be older than an invalidation of one of them.
  package func isDoubtful(_ key: Key, _ number: UInt64, _ tags: [QueryTag]) -> Bool {
    guard let invalidated = request(key, number)?.invalidated else { return false }
    return tags.contains { tag in invalidated.contains { $0.covers(tag) } }
  }

  /// Leaves out an answer that may be older than an invalidation, and begins its request again.
  package mutating func fetchAgain(_ key: Key, _ number: UInt64) -> [QueryAction<Key>] {
    guard let request = request(key, number) else { return [] }
    var actions: [QueryAction<Key>] = []
    let queued = entries[key]?.queued
    // The attempt has ended with its answer, so there is nothing to cancel.
    _ = endRequest(key)
    begin(key, request.direction, &actions)
    entries[key]?.queued = queued
    return actions
  }
}
