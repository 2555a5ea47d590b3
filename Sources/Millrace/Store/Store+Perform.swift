extension Store {
  /// Runs synchronous work through the flow's driver.
  ///
  /// A replaying driver may return a recorded answer instead. The record of the turn names the work as an
  /// effect that started and finished. MillraceToolkit makes this method public.
  @inlinable
  package func perform<Answer>(
    label: EffectLabel? = nil, _ work: () throws -> Answer?
  ) throws -> Answer? {
    if flow.isPlain && gateway.isLive { return try work() }
    return try performRecorded(label, work)
  }

  @usableFromInline
  func performRecorded<Answer>(_ label: EffectLabel?, _ work: () throws -> Answer?) throws -> Answer? {
    let runner = runner()
    let serial = runner.scheduler.pass()
    runner.record(.started, label, serial: serial)
    let job = DriverJob(
      .effect, owner: storeName, storeNumber: storeNumber, serial: serial, label: label)
    do {
      let answer = try gateway.driver.perform(job, work)
      runner.record(.finished, label, serial: serial)
      return answer
    } catch {
      runner.record(.failed("\(error)"), label, serial: serial)
      throw error
    }
  }
}

extension EffectRunner {
  /// Records an event of work that an observer does.
  fileprivate func record(_ kind: EffectEvent.Kind, _ label: EffectLabel?, serial: UInt64) {
    guard flow.isTapped else { return }
    events.append(
      EffectEvent(
        kind: kind, store: storeName, storeNumber: storeNumber, serial: serial,
        turn: flow.sequence, label: label, id: nil, queue: nil))
  }
}
