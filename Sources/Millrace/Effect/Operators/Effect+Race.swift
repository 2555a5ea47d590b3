extension Effect {
  /// Runs effects that compete: the first that sends a message, or ends without an error, has a say.
  ///
  /// The others are cancelled then, and nothing that they send arrives. One that throws is out of the race;
  /// if all do, the race fails with the error of the last. The race ends when all have returned.
  ///
  /// ```swift
  /// return .race(fetch(from: mirrorA), fetch(from: mirrorB), in: .latest("fetch"), label: "fetch")
  /// ```
  ///
  /// The race is one effect, with an id, a label and a queue of its own; those of the contestants are not
  /// used. A `catch` of a contestant turns its error into its message, with which it can win;
  /// ``catching(_:)`` on the race handles the failure of all. Contestants are work and messages, also merged
  /// or one after another. An effect that cancels, reports or belongs to a part is left out, and reported as
  /// ``EffectRaceFlaw``: contestants run outside of the store's home, and only a turn cancels and reports.
  /// Let the contestant send a message, and cancel in the update that handles it. Callback work is begun
  /// outside of the store's home.
  ///
  /// - Parameters:
  ///   - contestants: The effects.
  ///   - queue: The queue of the race; without one it starts at once.
  ///   - id: A name by which the race can be cancelled.
  ///   - label: The name of the race in tests, records and errors.
  @_alwaysEmitIntoClient
  public static func race(
    _ contestants: [Effect], in queue: EffectQueue? = nil, id: EffectID? = nil, label: EffectLabel? = nil
  ) -> Effect {
    let contestants = contestants.filter { !$0.isNone }
    var accepted: [EffectWork<Message>.Operation] = []
    var notices: [[Message]] = []
    for contestant in contestants {
      guard let operation = contestant.contestOperation else { continue }
      accepted.append(operation)
      notices.append(contestant.cancelMessages)
    }
    var effects: [Effect] = []
    if accepted.count < contestants.count { effects.append(.report(EffectRaceFlaw())) }
    if !accepted.isEmpty {
      effects.append(
        .run(in: queue, id: id, label: label) { [accepted, notices] send in
          try await hold(race: accepted, notices, send)
        }
        .notifying(ofCancellation: notices))
    }
    return .merge(effects)
  }

  /// Runs effects that compete: the first that sends a message, or ends without an error, has a say; see
  /// ``race(_:in:id:label:)-([Effect<Message>],_,_,_)``.
  @_alwaysEmitIntoClient
  public static func race(
    _ contestants: Effect..., in queue: EffectQueue? = nil, id: EffectID? = nil, label: EffectLabel? = nil
  ) -> Effect {
    race(contestants, in: queue, id: id, label: label)
  }

  @_alwaysEmitIntoClient
  static func hold(
    race operations: [EffectWork<Message>.Operation], _ notices: [[Message]], _ send: Send<Message>
  ) async throws {
    let referee = RaceReferee(count: operations.count)
    try await withThrowingTaskGroup(of: (Int, (any Error)?).self) { group in
      for (index, operation) in operations.enumerated() {
        let number = index + 1
        group.addTask {
          referee.enter(number)
          defer { referee.leave(number) }
          do {
            try await operation(send.dropping { referee.claim(number) })
            // One that has ended without a message wins as well, unless it ended because another had won.
            if !Task.isCancelled { _ = referee.claim(number) }
            return (number, nil)
          } catch {
            return (number, error)
          }
        }
      }
      var failures: [(number: Int, error: any Error)] = []
      while let (number, error) = try await group.next() {
        if let error { failures.append((number, error)) }
      }
      let winner = referee.number
      // The states of those that have lost wait for no answer any more.
      for (index, messages) in notices.enumerated() where index + 1 != winner {
        for message in messages { await send(message) }
      }
      let decisive = winner == 0 ? failures.last : failures.first { $0.number == winner }
      if let decisive { throw decisive.error }
    }
  }

  /// The effect as one function; nil if it asks for something that is not work or a message.
  @_alwaysEmitIntoClient
  var contestOperation: EffectWork<Message>.Operation? {
    switch content {
    case .none: return { _ in }
    case .message(let message): return { send in await send(message) }
    case .work(let work): return work.recoveringOperation
    case .sequence(let effects):
      let steps = effects.array.map(\.contestOperation)
      let operations = steps.compactMap { $0 }
      if operations.count < steps.count { return nil }
      return { send in
        for operation in operations { try await operation(send) }
      }
    case .merge(let effects):
      let parts = effects.array.map(\.contestOperation)
      let operations = parts.compactMap { $0 }
      if operations.count < parts.count { return nil }
      return { send in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for operation in operations { group.addTask { try await operation(send) } }
          try await group.waitForAll()
        }
      }
    case .cancel, .within, .leave, .report, .unhandled: return nil
    }
  }
}
