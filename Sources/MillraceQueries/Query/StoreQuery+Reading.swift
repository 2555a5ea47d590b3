public import Millrace
import MillraceCore

/// The pending changes of one queue, applied to the values of one query.
@usableFromInline
struct QueryOverlay<State, Key: Hashable & Sendable, Value: Equatable & Sendable>: Sendable {
  /// True if the queue of a state has pending changes.
  @usableFromInline let isNeeded: @Sendable (State) -> Bool
  @usableFromInline let apply: @Sendable (State, Key, inout Value?) -> Void
  /// Applies one change, if it is of the queue's type.
  let applyOne: @Sendable (any Sendable, Key, inout Value?) -> Void
}

extension RowTable {
  /// The value of an entry, without a copy of the entry.
  @inlinable
  @inline(__always)
  func confirmedValue<Value>(_ key: ID) -> Value? where Row == QueryEntry<Value> {
    withRow(id: key) { $0.pointee.value } ?? nil
  }
}

extension StoreQuery {
  /// The value of a key to show: the confirmed one with the changes that are pending, or a placeholder.
  ///
  /// Cost: a look-up in a dictionary, and one call for each pending change.
  @inlinable
  public func value(_ key: Key, in state: State) -> Value? {
    var value = confirmedValue(key, in: state)
    if value == nil, let placeholder { value = placeholder(state, key) }
    if !overlays.isEmpty {
      for overlay in overlays where overlay.isNeeded(state) { overlay.apply(state, key, &value) }
    }
    return value
  }

  /// The confirmed value, read in place where that is possible, because a key path would copy the cache.
  @inlinable
  @inline(__always)
  func confirmedValue(_ key: Key, in state: State) -> Value? {
    guard let offset else { return state[keyPath: path].entries[key]?.value }
    return withUnsafePointer(to: state) { pointer in
      // Sound: every value of `State` has its stored property of this type at this offset.
      (UnsafeRawPointer(pointer) + offset).assumingMemoryBound(to: QueryCache<Key, Value>.self)
        .pointee.entries.confirmedValue(key)
    }
  }

  /// The value of a key to show, with everything that a screen may want to say about it.
  ///
  /// Cost: as ``value(_:in:)``.
  public func result(_ key: Key, in state: State) -> QueryResult<Value> {
    let entry = state[keyPath: path].entries[key]
    let placed = entry?.value == nil ? placeholder?(state, key) : nil
    let confirmed = entry?.value ?? placed
    var value = confirmed
    for overlay in overlays where overlay.isNeeded(state) { overlay.apply(state, key, &value) }
    let request = entry?.request
    return QueryResult(
      value: value, fetchedAt: entry?.fetchedAt.map { Timestamp(sinceEpoch: $0) },
      isFetching: request?.isPaused == false, isPaused: request?.isPaused == true,
      direction: request?.direction, isInvalidated: entry?.isInvalidated ?? false,
      isPlaceholder: placed != nil, isPending: !isUnchanged(value, from: confirmed),
      failedAttempts: request?.failedAttempts ?? 0, failure: entry?.failure)
  }

  /// Returns the query with the pending changes of a queue applied to its values.
  ///
  /// The values of the cache stay those that the server has confirmed. Each reading applies the changes that
  /// are pending at that moment, in their order. A change that fails leaves no trace, and those after it are
  /// applied to the confirmed value without it.
  ///
  /// ```swift
  /// let notes = plainNotes.applying(\.changes) { note, id, change in
  ///   switch change {
  ///   case .rename(id, let title): note?.title = title
  ///   case .delete(id): note = nil
  ///   default: break
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The property that holds the queue of mutations.
  ///   - apply: A function that applies a change to the value of a key; nil is no value. A change may be
  ///     applied to a value that contains it already, so it should set rather than add.
  public func applying<Change: Sendable>(
    _ queue: any KeyPath<State, MutationQueue<Change>> & Sendable,
    _ apply: @escaping @Sendable (inout Value?, Key, Change) -> Void
  ) -> StoreQuery {
    let overlay = QueryOverlay<State, Key, Value>(
      isNeeded: { !$0[keyPath: queue].isEmpty },
      apply: { state, key, value in
        for mutation in state[keyPath: queue].pending { apply(&value, key, mutation.change) }
      },
      applyOne: { change, key, value in
        if let change = change as? Change { apply(&value, key, change) }
      })
    return StoreQuery(
      name, at: path, embed, wanted: wanted, policy: policy, tags: tags, placeholder: placeholder,
      allows: rules.allows, overlays: overlays + [overlay], fetch: fetch, fold: fold)
  }

  /// Makes a confirmed change part of the cached values, with the functions of ``applying(_:_:)``.
  ///
  /// For a mutation whose answer says no more than that it has succeeded. Requests in flight are replaced by
  /// new ones, because their answers may be from before the change. Invalidated values stay so. Cost:
  /// O(entries).
  public func confirm<Change: Sendable>(_ change: Change, in state: inout State) -> Effect<Message> {
    var effects: [Effect<Message>] = []
    let last = state[keyPath: path].lastNumber
    for (key, entry) in Array(state[keyPath: path].entries) {
      var value = entry.value
      for overlay in overlays { overlay.applyOne(change, key, &value) }
      if isUnchanged(value, from: entry.value) { continue }
      if let value {
        effects.append(
          self.change(&state) { $0.set(key, to: value, at: nil, isPartial: true, rules) })
      } else {
        effects.append(forgetValue(key, in: &state))
      }
    }
    effects.append(self.change(&state) { $0.replaceRequests(upTo: last) })
    return .merge(effects)
  }

  /// Removes a value that a confirmed change has deleted; a watched key stays without one, and is not
  /// fetched.
  private func forgetValue(_ key: Key, in state: inout State) -> Effect<Message> {
    change(&state) { $0.forgetValue(key) }
  }
}
