import Millrace
import MillraceCoding
import MillraceInspectorWire

extension InspectorLink {
  /// Encodes what waits, as long as the output has room; returns true if there were turns or events.
  func fill() -> Bool {
    takeStores()
    announce()
    guard outbox.count < limits.output else { return false }
    if batch.isEmpty, let gap = intake.withLock({ batch.take(from: &$0) }) { note(gap) }
    let hadItems = !batch.isEmpty
    while outbox.count < limits.output, let item = batch.next() { add(item) }
    if batch.isEmpty {
      let (frames, samples) = batch.end()
      for frame in frames { add(frame) }
      for (store, cost) in samples { schedule.finished(store, cost: cost, at: now) }
    }
    for (store, error) in writer.takeProblems() { fail(store, error) }
    return hadItems
  }

  private func add(_ item: TurnItem) {
    if let store = item.store {
      if !writer.knows(store) {
        _ = writer.number(of: store)
        addToSchedule()
        callRoll()
      }
      schedule.turned(store)
    } else {
      schedule.wantAll()
    }
    let frame = writer.frame(item)
    announce()
    add(frame, isRecord: true)
  }

  private func announce() {
    for frame in writer.announcements() { add(frame, isRecord: false) }
  }

  func add(_ frame: Frame, isRecord: Bool) {
    do throws(WireError) {
      try outbox.add(frame, isRecord: isRecord)
    } catch {
      home.report(.wire(address: identity.address.description, error))
    }
  }

  private func note(_ gap: TurnBuffer.Gap) {
    add(
      Frame([
        ("dropped", .integer(Int64(gap.turns))), ("flow", .init(number: identity.flow)),
        ("from", .init(number: gap.from)), ("until", .init(number: gap.until)),
        ("events", gap.events > 0 ? .integer(Int64(gap.events)) : nil),
      ]), isRecord: true)
  }

  /// Takes the stores that the home has announced.
  func takeStores() {
    let (shown, found, hasAnswered) = intake.withLock { $0.takeStores() }
    if hasAnswered { endRoll() }
    if shown.isEmpty && found.isEmpty { return }
    for codec in shown { writer.show(codec) }
    for (store, dialect) in found { writer.found(store, dialect: dialect) }
    addToSchedule()
  }

  private func addToSchedule() {
    for (name, isExact) in writer.stores {
      schedule.add(name, interval: isExact ? limits.exactInterval : limits.reflectedInterval)
    }
  }

  /// Adds a frame of the home or the work queue, unless it belongs to an earlier connection.
  private func add(_ outgoing: OutgoingFrame) {
    switch outgoing.kind {
    case .passing: break
    case .marked(let connection): if connection != self.connection { return }
    case .answer(let connection):
      if connection != self.connection { return }
      openRequests -= 1
    }
    add(outgoing.frame, isRecord: false)
  }

  func sample() {
    guard outbox.count < limits.output, !isEnding else { return }
    let due = schedule.take(at: now)
    if !due.isEmpty { home.sample(due.map { ($0, writer.number(of: $0)) }, for: connection) }
  }
}
