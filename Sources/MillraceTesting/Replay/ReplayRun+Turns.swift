import Millrace

/// The replay and comparison of a recorded turn.
extension ReplayRun {
  func replay(_ turn: HistoryTurn, _ entry: HistoryEntry) throws(HistoryError) -> ReplayDivergence? {
    guard let store = stage.stores[turn.store] else { return nil }
    takeReturns(turn.returned ?? [], store)
    // An export does not say when a cancelled body returned; one that made room for an effect had.
    if replay.isExport, (turn.effects ?? []).contains(where: { $0.kind == .started && $0.queue != nil }) {
      store.returnStoppingEffects()
    }
    moveClock(to: turn.time)
    if let (name, unexpected) = events.first(where: { !$0.value.isEmpty }) {
      return divergence(.after(lastTurn), name, [.effects(ReplayFinding.difference([], unexpected) ?? "")])
    }
    lastTurn = turn.turn
    turnsCompared += 1
    turnsOfStore[turn.store, default: 0] += 1
    try store.readMessage(entry)
    if (turn.effects ?? []).contains(where: { $0.kind == .finished || $0.kind == .failed }) {
      answeredTurns.insert(turn.turn)
    }
    stage.driver.expectFailures(failures(turn, store), of: turn.store)

    taken = []
    if let finding = try feed(turn, store) {
      return divergence(.turn(turn.turn), turn.store, [finding], store.messageText, turn.cause)
    }
    guard let record = taken.first(where: { $0.store == turn.store }) else {
      return divergence(.turn(turn.turn), turn.store, [.noTurn], store.messageText, turn.cause)
    }
    // Messages that a part had sent at once have left with it.
    sent.removeAll { stage.stores[$0.store]?.isThere($0.part) == false }
    turnsToday[turn.turn] = record.sequence
    turnsRecorded[record.sequence] = turn.turn
    let findings = try compare(turn, entry, record, store)
    let divergence = divergence(.turn(turn.turn), turn.store, findings, store.messageText, turn.cause)
    remember(turn, store.messageText)
    return divergence
  }

  private func failures(
    _ turn: HistoryTurn, _ store: any ReplayedStoreProtocol
  ) -> [(serial: UInt64, error: String)] {
    (turn.effects ?? []).compactMap { effect in
      guard let error = effect.error, let serial = store.effectToday(effect.serial) else { return nil }
      return (serial, error)
    }
  }

  /// Takes the turn of the recorded message, if its cause exists today.
  private func feed(
    _ turn: HistoryTurn, _ store: any ReplayedStoreProtocol
  ) throws(HistoryError) -> ReplayFinding? {
    switch turn.cause {
    case .sent, .posted: _ = store.takeTurn(from: turn.cause)
    case .turn(let number):
      if let finding = try takeSent(number, turn.store, store) { return finding }
      _ = store.takeTurn(from: .turn(turnsToday[number] ?? number))
    case .effect(let serial, let asked):
      guard let today = store.effectToday(serial), store.takeTurn(from: .effect(today, turn: asked)) else {
        return .effectNotRunning(serial, why: fate(of: serial, turn.store))
      }
    case .subscription(let serial):
      guard let today = store.subscriptionToday(serial), store.takeTurn(from: .subscription(today)) else {
        return .subscriptionNotRunning(serial)
      }
    }
    return nil
  }

  /// Finds the message that another turn has sent among the messages of today's turns.
  private func takeSent(
    _ number: UInt64, _ name: String, _ store: any ReplayedStoreProtocol
  ) throws(HistoryError) -> ReplayFinding? {
    // A turn that is not in the record, such as another store's, has no known messages.
    let isKnown = turnsToday[number] != nil
    let first = sent.first
    let isFromThere =
      first.map { isKnown ? turnsRecorded[$0.turn] == number : turnsRecorded[$0.turn] == nil } ?? false
    guard let first, isFromThere else {
      if let first, isKnown, let earlier = turnsRecorded[first.turn] {
        return .messageExtra("\(first.message)", store: first.store, byTurn: earlier)
      }
      return isKnown && !answeredTurns.contains(number) ? .messageMissing(byTurn: number) : nil
    }
    guard first.store == name else {
      return isKnown ? .messageExtra("\(first.message)", store: first.store, byTurn: number) : nil
    }
    if let difference = try store.messageDifference(first.message) {
      return isKnown && !answeredTurns.contains(number)
        ? .messageDiffers(byTurn: number, difference: difference) : nil
    }
    sent.removeFirst()
    return nil
  }

  private func fate(of serial: UInt64, _ store: String) -> String {
    guard let (effect, turn) = fates[store]?[serial] else { return "the current code has not started" }
    let when = turn == 0 ? "" : " in or after turn \(turn)"
    return switch effect.kind {
    case .started, .stopping: "is \(effect.name) and does not run now"
    case .waiting: "is \(effect.name) and still waits in its queue now"
    case .finished, .failed: "is \(effect.name) and had already ended now\(when)"
    case .cancelled: "is \(effect.name) and was cancelled now\(when)"
    case .dropped: "is \(effect.name) and was dropped now\(when)"
    }
  }

  private func compare(
    _ turn: HistoryTurn, _ entry: HistoryEntry, _ record: TurnRecord, _ store: any ReplayedStoreProtocol
  ) throws(HistoryError) -> [ReplayFinding] {
    var findings: [ReplayFinding] = []
    let isDue = turnsOfStore[turn.store, default: 0].isMultiple(of: replay.history.header.every)
    if let difference = try store.stateDifference(entry, isDue: isDue) { findings.append(.state(difference)) }
    let isHandled = turn.unhandled != true
    if record.isHandled != isHandled { findings.append(.handled(recorded: isHandled)) }
    let today = withEnds(
      record.effects.map { renumbered($0, store) }, as: turn.effects ?? [], store, turn.store)
    if let difference = ReplayFinding.difference(turn.effects ?? [], today) {
      findings.append(.effects(difference))
    }
    // Nothing waited after the turn, so all messages that it and earlier turns sent have had their turns.
    if turn.waits != true {
      for extra in sent {
        guard let by = turnsRecorded[extra.turn] else { continue }
        findings.append(.messageExtra("\(extra.message)", store: extra.store, byTurn: by))
      }
    }
    return findings
  }

  /// Returns a turn's events of effects, completed by the ends of callback work.
  ///
  /// That work ended while it began; a replay does not begin it.
  private func withEnds(
    _ today: [RecordedEffect], as recorded: [RecordedEffect], _ store: any ReplayedStoreProtocol,
    _ name: String
  ) -> [RecordedEffect] {
    var today = today
    while today.count < recorded.count, today.elementsEqual(recorded.prefix(today.count)) {
      let next = recorded[today.count]
      guard next.kind == .finished || next.kind == .failed else { break }
      bringAbout(next, store, of: name)
      guard let came = events.removeValue(forKey: name), !came.isEmpty else { break }
      today += came
    }
    return today
  }
}
