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
  /// The race is one effect, with an id, a label, a queue and a priority of its own. Those of the contestants
  /// are not used: all begin together, also one that a `debounce` would hold back by itself. Give the queue
  /// to the race, or ``delay(_:)`` to the contestant. A `catch` of a contestant turns its error into its
  /// message, with which it can win; ``catching(_:)`` on the race handles the failure of all.
  ///
  /// Contestants are work and messages, also merged or one after another. Any other effect is left out, and
  /// reported as ``EffectRaceFlaw``. One that cancels, reports or belongs to a part needs a turn, and
  /// contestants run outside of the store's home. Let the contestant send a message, and cancel in the update
  /// that handles it. A durable effect of a journal begins by a record of its own, and a race has one record.
  /// Merge it with the race, or give it a ``timeout(_:)``. Callback work is begun outside of the store's
  /// home.
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
    var accepted: [EffectWork<Message>.Operation] = []
    var notices: [[Message]] = []
    var flaws: [EffectRaceFlaw] = []
    for contestant in contestants where !contestant.isNone {
      do throws(EffectRaceFlaw) {
        accepted.append(try contestant.contestOperation())
        notices.append(contestant.cancelMessages)
      } catch {
        if !flaws.contains(error) { flaws.append(error) }
      }
    }
    var effects = flaws.map { Effect.report($0) }
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
            let contestant = send.competing(as: number, referee)
            try await operation(contestant)
            contestant.ending?.note()
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

  /// Returns the effect as one function.
  ///
  /// - Throws: ``EffectRaceFlaw`` if it asks for something that cannot compete.
  @_alwaysEmitIntoClient
  func contestOperation() throws(EffectRaceFlaw) -> EffectWork<Message>.Operation {
    switch content {
    case .none: return { _ in }
    case .message(let message): return { send in await send(message) }
    case .work(let work):
      if work.isDurable { throw EffectRaceFlaw(.durable) }
      return work.recoveringOperation
    case .sequence(let effects):
      let steps = try Self.contestOperations(effects.array)
      return { send in
        for step in steps.dropLast() { try await step(send.goingOn) }
        try await steps.last?(send)
      }
    case .merge(let effects):
      let parts = try Self.contestOperations(effects.array)
      return { send in
        let ends = PartEnds(count: parts.count)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (number, operation) in parts.enumerated() {
            let part = send.part(number, ends)
            group.addTask {
              try await operation(part)
              part.ending?.note()
            }
          }
          try await group.waitForAll()
        }
      }
    case .cancel, .within, .leave, .report, .unhandled: throw EffectRaceFlaw(.turn)
    }
  }

  @_alwaysEmitIntoClient
  static func contestOperations(
    _ effects: [Effect]
  ) throws(EffectRaceFlaw) -> [EffectWork<Message>.Operation] {
    var operations: [EffectWork<Message>.Operation] = []
    for effect in effects { operations.append(try effect.contestOperation()) }
    return operations
  }
}

extension Send {
  /// Returns the channel of a contestant, whose first message or end makes it the winner.
  @_alwaysEmitIntoClient
  func competing(as number: Int, _ referee: RaceReferee) -> Send {
    let outer = ending
    return Send(
      environment, flowIdentity,
      ending: WorkEnd {
        // One that has ended without a message wins as well, unless it ended because another had won.
        if Task.isCancelled ? referee.number == number : referee.claim(number) { outer?.note() }
      }
    ) { message in
      if referee.claim(number) { await self(message) }
    }
  }
}
