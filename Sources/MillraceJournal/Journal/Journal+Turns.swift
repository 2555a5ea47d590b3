import Millrace

extension Journal {
  func take(_ record: TurnRecord) {
    lastTold = record.sequence
    guard let place = places[ExactText(record.store)] else { return miss(record) }
    let journaledStore = journaledStores[place]
    let message = journaledStore.kept(record.message)
    guard isStarted else {
      if message != nil { journaledStore.earlyTurns += 1 }
      return refuse(record.effects)
    }
    let changes = changes(in: record, place)
    let isKept = writer.add(
      .turn(
        PendingTurn(
          sequence: record.sequence, time: flow.time(ofTurn: record.sequence)?.journalTime ?? now(),
          journaledStore: place, message: message,
          cause: record.cause,
          isHandled: record.isHandled, effects: record.effects, tasks: changes)))
    if isKept { considerSnapshot() } else { refuse(changes) }
  }

  func take(_ event: EffectEvent) {
    guard isStarted, let place = places[ExactText(event.store)] else { return refuse([event]) }
    let change = change(event, place)
    let isKept = writer.add(
      .event(
        PendingEvent(
          after: flow.lastSequence, time: now(), journaledStore: place, event: event,
          tasks: change.map { [$0] } ?? [])))
    if !isKept { refuse(change.map { [$0] } ?? []) }
  }

  private func miss(_ record: TurnRecord) {
    refuse(record.effects)
    guard isStarted, leftOut.insert(ExactText(record.store)).inserted else { return }
    flow.report(JournalError.unknownStore(store: record.store, turn: record.sequence), from: Self.reporter)
  }

  static var reporter: String { "journal" }

  func now() -> Int64 { flow.environment.dates.now().journalTime }

  // MARK: Durable effects

  private func changes(in record: TurnRecord, _ place: Int) -> [TaskChange] {
    var changes: [TaskChange] = []
    if case .effect(let serial, _) = record.cause,
      let task = tasks.removeValue(forKey: DurableEffectKey(store: place, serial: serial))
    {
      returning.insert(DurableEffectKey(store: place, serial: serial))
      end(task, .answered).map { changes.append($0) }
    }
    for event in record.effects {
      if let change = change(event, place) { changes.append(change) }
    }
    return changes
  }

  private func change(_ event: EffectEvent, _ place: Int) -> TaskChange? {
    let task = DurableEffectKey(store: place, serial: event.serial)
    switch event.kind {
    case .started, .waiting:
      guard let label = event.label?.value as? DurableLabel, tasks[task] == nil else { return nil }
      let key = label.key ?? "\(session)-\(event.turn)-\(event.serial)"
      guard isRegistered(label, event) else {
        refuse([event])
        return nil
      }
      guard label.permit.claim() else {
        // Either body may get the permission; the effect is over with an answer, or when both have ended.
        let other = tasks.values.first { $0.permit === label.permit }
        other?.count += 1
        tasks[task] = other
        return nil
      }
      tasks[task] = TaskUnderWay(key, label.permit)
      return label.isResumed
        ? .resumed(key: key, label.permit) : .asked(PendingTask(key: key, label: label))
    case .finished: return end(task, .answered)
    case .failed: return end(task, .failed)
    case .cancelled, .dropped: return end(task, .cancelled)
    }
  }

  private func end(_ place: DurableEffectKey, _ status: JournalTask.Status) -> TaskChange? {
    returning.remove(place)
    return tasks.removeValue(forKey: place).flatMap { end($0, status) }
  }

  private func end(_ task: TaskUnderWay, _ status: JournalTask.Status) -> TaskChange? {
    task.count -= 1
    if task.isOver || task.count > 0 && status != .answered { return nil }
    task.isOver = true
    task.permit.close()
    return .ended(key: task.key, status, task.permit)
  }

  func isOurs(_ label: DurableLabel) -> Bool { durables.contains { $0.isNamed(label.name) } }

  private func isRegistered(_ label: DurableLabel, _ event: EffectEvent) -> Bool {
    durables.contains { $0.isNamed(label.name) && $0.isOf(event.store) }
  }

  /// Refuses to begin effects that cannot be recorded.
  private func refuse(_ changes: [TaskChange]) {
    if changes.isEmpty { return }
    let error =
      switch writer.status {
      case .stopped(let error, _): error
      case .closed: JournalError.closed(path: path)
      case .preparing, .writing, .failing:
        JournalError.backlog(path: path, from: flow.lastSequence, reason: "it does not record turns now")
      }
    for change in changes { change.refuse(error) }
  }

  /// Refuses to begin effects that this journal does not record, so that they do not wait for it.
  private func refuse(_ events: [EffectEvent]) {
    for event in events {
      // An unknown label may belong to another journal of this flow; without one, its effect does not wait.
      guard let label = event.label?.value as? DurableLabel, isOurs(label) else { continue }
      let isEarly = !isStarted && isRegistered(label, event)
      label.permit.refuse(
        isEarly
          ? .notStarted(what: "the durable effect `\(label.name)`")
          : .effectNotRegistered(name: label.name, store: event.store))
    }
  }

  // MARK: Snapshots

  private func considerSnapshot() {
    turnsSinceSnapshot += 1
    var isDue = snapshots.turns.map { turnsSinceSnapshot >= $0 } ?? false
    if let bytes = snapshots.bytes, writer.bytesSinceSnapshot >= bytes { isDue = true }
    if let time = snapshots.time, timekeeper.now - lastSnapshot >= time { isDue = true }
    // Copies must not accumulate faster than the writer can write them; the snapshot stays due.
    if isDue, writer.mayKeepMore { keepStates() }
  }

  /// Copies the states, and has the writer encode and write them.
  func keepStates() {
    if isStarting {
      owesSnapshot = true
      return
    }
    turnsSinceSnapshot = 0
    lastSnapshot = timekeeper.now
    writer.keep(captures(), sequence: flow.lastSequence, time: now())
  }

  private func captures() -> [Capture] {
    journaledStores.enumerated().map { Capture(journaledStore: $0, encode: $1.capture()) }
  }

  // MARK: Breaks

  /// Handles a break of the flow's history: the states after it follow from no turn.
  func takeBreak(_ number: UInt64, _ reason: String) {
    lastTold = number
    guard isStarted else {
      // The states in place would be lost by a restoration, like those after early turns.
      for journaledStore in journaledStores { journaledStore.earlyTurns += 1 }
      return
    }
    turnsSinceSnapshot = 0
    lastSnapshot = timekeeper.now
    // While nothing is recorded this is refused, and the gap that ends when recording resumes spans the
    // break.
    _ = writer.add(
      .resumption(
        Resumption(sequence: flow.lastSequence, time: now(), captures: captures(), reason: reason)))
  }

  // MARK: News

  /// Handles news from the writer, at the flow's home.
  func hear(_ news: JournalWriter.News) {
    switch news {
    case .warning(let error): flow.report(error, from: Self.reporter)
    case .mayResume: resumeWriting()
    case .status(let status):
      // An idle connection can be what keeps the writer from opening its files again.
      database = nil
      switch status {
      case .failing(let error), .stopped(let error, _): flow.report(error, from: Self.reporter)
      case .preparing, .writing, .closed: break
      }
      statusHandler?(status)
    }
  }

  /// Resumes recording after a gap, from the current states.
  func resumeWriting() {
    guard isStarted, case .stopped(let error, _) = writer.status, !error.isFinal else { return }
    writer.resume(
      Resumption(sequence: flow.lastSequence, time: now(), captures: captures(), reason: "\(error)"))
    turnsSinceSnapshot = 0
    statusHandler?(status)
  }
}
