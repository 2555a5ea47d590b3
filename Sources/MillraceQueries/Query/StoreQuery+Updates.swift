public import Millrace
import MillraceCore

extension StoreQuery {
  /// Takes a message of the query: changes the cache, and returns the work that follows.
  ///
  /// The update of the state calls it for every message that `embed` has wrapped. An answer that is no longer
  /// expected changes nothing.
  public func update(_ state: inout State, _ message: QueryMessage<Key, Answer>) -> Effect<Message> {
    switch message {
    case .interest(let began, let ended):
      return change(&state) { $0.setInterest(began: began, ended: ended, rules) }
    case .checked(let keys, let now, let isPrefetch):
      return change(&state) { $0.check(keys, at: now, isPrefetch: isPrefetch, rules) }
    case .ticked(let key):
      guard state[keyPath: path].entries[key]?.isWatched == true else { return .none }
      return change(&state) { $0.fetch(key, .refresh, rules) }
    case .answered(let key, let number, let answer, let now):
      guard let request = state[keyPath: path].request(key, number) else { return .none }
      if isDoubtful(answer, key, request, in: state) {
        return change(&state) { $0.fetchAgain(key, number) }
      }
      let value = fold(answer, key, request, into: &state)
      return change(&state) { $0.answer(key, number, value, at: now, rules) }
    case .interrupted(let key, let number, let answer, let failure):
      guard let request = state[keyPath: path].request(key, number) else { return .none }
      let isDoubtful = isDoubtful(answer, key, request, in: state)
      let partial = isDoubtful ? nil : fold(answer, key, request, into: &state)
      return change(&state) { $0.interrupt(key, number, partial, failure, rules) }
    case .failed(let key, let number, let failure, let isFinal):
      return change(&state) { $0.fail(key, number, failure, isFinal: isFinal, rules) }
    case .cancelled(let key, let number):
      return change(&state) { $0.endCancelled(key, number, rules) }
    case .swept:
      state[keyPath: path].sweep()
      return .none
    }
  }

  /// Puts the parts of an answer into the state, and returns the value that it leads to.
  private func fold(_ answer: Answer, _ key: Key, _ request: QueryRequest, into state: inout State) -> Value {
    let entry = state[keyPath: path].entries[key]
    // The pages behind those that earlier attempts have fetched.
    if let partial = entry?.partial { return fold(&state, partial, answer, .next) }
    // Pages of a refresh replace those that are loaded only when the last one has come.
    return fold(&state, entry?.value, answer, request.direction)
  }

  /// Returns true if an answer may be older than an invalidation of its tags since its attempt began.
  ///
  /// An answer may have tags that no value had then, as the first page of a list has those of its rows. It is
  /// judged in a copy of the state, and only if something was invalidated meanwhile.
  private func isDoubtful(_ answer: Answer, _ key: Key, _ request: QueryRequest, in state: State) -> Bool {
    guard request.invalidated != nil else { return false }
    var copy = state
    let value = fold(answer, key, request, into: &copy)
    return state[keyPath: path].isDoubtful(key, request.number, tags(key, value))
  }

  // MARK: Asking

  /// Fetches a key now, even if its value is fresh; a request that is already in flight stands for this one.
  public func refetch(_ key: Key, in state: inout State) -> Effect<Message> {
    change(&state) { $0.fetch(key, .refresh, rules) }
  }

  /// Fetches a key that no screen asks for yet, unless its value is fresh.
  ///
  /// The value is kept for the policy's time, and longer if a screen asks for it by then.
  public func prefetch(_ key: Key, in state: inout State) -> Effect<Message> {
    change(&state) { $0.prefetch(key, rules) }
  }

  /// Cancels the request for a key; its value stays as it is.
  public func cancel(_ key: Key, in state: inout State) -> Effect<Message> {
    change(&state) { $0.cancel(key, rules) }
  }

  // MARK: Changes by hand

  /// Sets the confirmed value of a key, such as from the answer to a mutation or a message of a socket.
  ///
  /// A request in flight is replaced by a new one, because its answer may be older than this value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - state: The state that holds the cache.
  ///   - time: The time to which the value belongs. Without it, the value is as old as the one that it
  ///     replaces.
  public func set(
    _ value: Value, for key: Key, in state: inout State, at time: Timestamp? = nil
  ) -> Effect<Message> {
    change(&state) { $0.set(key, to: value, at: time?.sinceEpoch, rules) }
  }

  /// Changes the confirmed value of a key.
  ///
  /// As with ``set(_:for:in:at:)``, a request in flight is replaced by a new one, also if it is the first of
  /// its key and there is no value to change. An invalidated value stays so, because the rest of it is as old
  /// as before.
  ///
  /// A key without a value and without a request is reported to the error handler as
  /// ``QueryError/noValue(query:key:)``; ask the cache first where that may happen.
  public func edit(_ key: Key, in state: inout State, _ body: (inout Value) -> Void) -> Effect<Message> {
    guard var value = state[keyPath: path].entries[key]?.value else {
      guard let request = state[keyPath: path].entries[key]?.request else {
        return .report(QueryError.noValue(query: name, key: "\(key)"))
      }
      return change(&state) { $0.replaceRequests(of: [key], upTo: request.number) }
    }
    body(&value)
    return change(&state) { $0.set(key, to: value, at: nil, isPartial: true, rules) }
  }

  /// Removes the value of a key; one that is watched is fetched as if for the first time.
  public func remove(_ key: Key, in state: inout State) -> Effect<Message> {
    change(&state) { $0.remove(key) }
  }

  /// Removes all values, as when a user logs out; those that are watched are fetched again.
  ///
  /// Cost: O(entries).
  public func removeAll(in state: inout State) -> Effect<Message> {
    change(&state) { cache in Array(cache.entries.ids).flatMap { cache.remove($0) } }
  }

  /// Marks the value of a key as stale, and fetches it if it is watched.
  public func invalidate(_ key: Key, in state: inout State) -> Effect<Message> {
    invalidate(in: &state) { isUnchanged($0, from: key) }
  }

  /// Marks the values of all keys that satisfy a predicate as stale, and fetches those that are watched.
  ///
  /// A request in flight is replaced by a new one, because its answer may be older than the reason for this.
  /// Cost: O(entries).
  public func invalidate(
    in state: inout State, where isMeant: (Key) -> Bool = { _ in true }
  ) -> Effect<Message> {
    change(&state) { $0.invalidate(where: { key, _ in isMeant(key) }, rules) }
  }

  /// Marks the values with one of these tags as stale, and fetches those that are watched.
  ///
  /// An answer in flight is judged when it comes: with one of the tags it may be from before, so it is left
  /// out, and its request begins again.
  ///
  /// Cost: O(entries), and a call of the query's `tags` for each.
  public func invalidate(_ invalid: [QueryTag], in state: inout State) -> Effect<Message> {
    change(&state) { $0.invalidate(invalid, tags: tags, rules) }
  }

  // MARK: Events of the application

  /// Fetches stale watched values, when the application has returned to the front.
  public func focused(in state: inout State) -> Effect<Message> {
    change(&state) { $0.focus(rules) }
  }

  /// Takes the loss or the return of the connection.
  ///
  /// Without a connection, requests that begin or try again wait; when it returns they are carried out.
  public func connected(_ isOnline: Bool, in state: inout State) -> Effect<Message> {
    change(&state) { $0.setOnline(isOnline, rules) }
  }

  /// Forgets what another process had in flight, after this one has restored the state.
  ///
  /// Interest begins again by itself. It fetches what is stale, and then the page of an endless list that
  /// was in flight.
  public func restarted(in state: inout State) -> Effect<Message> {
    change(&state) { $0.restart(rules) }
  }

  func change(
    _ state: inout State, _ event: (inout QueryCache<Key, Value>) -> [QueryAction<Key>]
  ) -> Effect<Message> {
    let actions = event(&state[keyPath: path])
    return actions.isEmpty ? .none : effect(of: actions, in: state)
  }
}
