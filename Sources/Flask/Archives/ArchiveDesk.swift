import Millrace

/// Saves one substance: decides when, by its schedule, and has it done as effects of the bus.
final class ArchiveDesk<S: FlaskState>: ArchiveKeeper {
  let key: String
  private let number: Int
  private let name: String
  private let cell: StateCell<S>
  private let storage: any ArchiveStorage
  private let flux: Flux
  private let writer: ArchiveWriter
  /// Changes that would be lost with the process, and are saved when it ends.
  private let unsaved: UnsavedCopy<S>
  private let time: Timekeeper
  private var schedule: ArchiveSchedule
  private var revision: UInt64 = 0
  /// Whether it saves by itself; not before a save by hand where the archive could not be read.
  private var isAutomatic: Bool
  private let wantsAutomatic: Bool
  /// Whether something has changed that will not be saved by itself.
  private var isBehind = false
  /// Why it does not save by itself, where it should.
  private var obstacle: ArchiveError?

  init(_ substance: Substance<S>, key: String, isAutomatic: Bool) {
    self.key = key
    name = substance.name()
    cell = substance.cell
    storage = substance.flask.archives
    flux = substance.flux
    self.isAutomatic = isAutomatic
    wantsAutomatic = isAutomatic
    number = flux.archives.number()
    writer = ArchiveWriter(storage: storage, key: key)
    unsaved = UnsavedCopy(key: key, writer: writer)
    time = Timekeeper(flux.flow.environment.clock)
    schedule = ArchiveSchedule(delay: substance.archiveDelay(), patience: substance.archivePatience())
    flux.archives.add(substance, number, key)
    if isAutomatic { ArchiveExit.add(unsaved) }
  }

  deinit {
    ArchiveExit.remove(unsaved)
  }

  /// The state from which the substance starts, if it was archived.
  func restored() -> S? {
    switch restore(S.self, key: key, from: storage) {
    case .none: return nil
    case .restored(let state): return state
    case .unusable(let error):
      report(error)
    case .unreachable(let error):
      report(error)
      // What could not be read may be good, and is not written over.
      isAutomatic = false
      obstacle = error
    }
    return nil
  }

  private func report(_ error: ArchiveError) {
    flux.report(.archive(error, substance: name))
  }

  // MARK: By itself

  /// A transaction with the substance was committed.
  func changed(_ substance: Substance<S>) {
    if isAutomatic && substance.archiveDisabled() {
      isBehind = wantsAutomatic
      return
    }
    noteChange()
  }

  private func noteChange() {
    guard isAutomatic else {
      isBehind = wantsAutomatic
      return
    }
    let action = schedule.changed(at: time.now)
    secure()
    switch action {
    case .none: break
    case .wake(let wait): step(.wait(wait))
    case .save: step(.save)
    }
  }

  /// Has what would be lost by the process's end lie ready for it.
  private func secure() {
    if isAutomatic && schedule.hasUnsavedChanges {
      unsaved.keep(cell.states.pointee, revision: revision + 1)
    } else {
      unsaved.clear()
    }
  }

  private func step(_ step: ArchiveStep) {
    flux.store.send(message(step), isolation: nil)
  }

  private func message(_ step: ArchiveStep) -> FluxMessage {
    FluxMessage(.archive, substances: [name], archive: .init(number, step))
  }

  func effect(of step: ArchiveStep) -> Effect<FluxMessage> {
    defer { secure() }
    return switch step {
    case .wait(let wait): wake(after: wait)
    case .due: carryOut(schedule.due(at: time.now))
    case .save: save()
    case .saved: carryOut(schedule.saved())
    case .failed(let error): failed(error)
    }
  }

  private func carryOut(_ action: ArchiveSchedule.Action) -> Effect<FluxMessage> {
    switch action {
    case .none: .none
    case .wake(let wait): wake(after: wait)
    case .save: save()
    }
  }

  private func failed(_ error: ArchiveError) -> Effect<FluxMessage> {
    report(error)
    return carryOut(schedule.failed(at: time.now))
  }

  private func wake(after wait: Duration) -> Effect<FluxMessage> {
    let due = message(.due)
    return .run(id: EffectID(key), label: "wait to archive \(name)") { send in
      try await send.environment.clock.sleep(for: wait)
      await send(due)
    }
  }

  private func save() -> Effect<FluxMessage> {
    revision += 1
    let saved = message(.saved)
    return .run(label: "archive \(name)") {
      [writer, key, revision, state = cell.states.pointee] send in
      try await writer.write(try ArchiveFormat.encode(state, key: key), revision: revision)
      await send(saved)
    } catch: { [key, number, name] error in
      let error = error as? ArchiveError ?? .cannotWrite(key: key, path: nil, reason: "\(error)")
      return FluxMessage(.archive, substances: [name], archive: .init(number, .failed(error)))
    }
  }

  // MARK: By hand

  /// Keeps an archive from a newer program, where it is not known that there is none.
  private var keeping: ArchiveWriter.Keeping? {
    if isAutomatic { return nil }
    return { [key] in ArchiveFormat.isNewer($0, than: S.archiveVersion, key: key) }
  }

  func saveNow() async throws(ArchiveError) {
    revision += 1
    schedule.began()
    defer { secure() }
    do throws(ArchiveError) {
      let bytes = try ArchiveFormat.encode(cell.states.pointee, key: key)
      try await writer.write(bytes, revision: revision, keeping: keeping)
    } catch {
      if case .wake(let wait) = schedule.failed(at: time.now), wantsAutomatic { step(.wait(wait)) }
      throw error
    }
    isAutomatic = wantsAutomatic
    isBehind = false
    obstacle = nil
    if case .save = schedule.saved() { step(.save) }
  }

  /// Saves what is unsaved, but nothing over what could not be read.
  func saveIfUnsaved() async throws(ArchiveError) {
    guard isBehind || schedule.hasUnsavedChanges else { return }
    if let obstacle { throw obstacle }
    try await saveNow()
  }

  func purge() async throws(ArchiveError) {
    let wasUnsaved = isBehind || schedule.hasUnsavedChanges
    revision += 1
    schedule.purged()
    secure()
    do throws(ArchiveError) {
      try await writer.remove(revision: revision, keeping: keeping)
    } catch {
      // What was to be saved before still is.
      if wasUnsaved { noteChange() }
      throw error
    }
  }

  // MARK: The end

  /// Saves what is unsaved of a substance that ends, before another can be restored from the same archive.
  func close() {
    // One that the process's end is saving is waited for, lest it came after that of the next substance of this name.
    unsaved.clear()
    guard isAutomatic && schedule.hasUnsavedChanges else { return }
    do throws(ArchiveError) {
      try writer.writeNow(try ArchiveFormat.encode(cell.states.pointee, key: key), revision: revision + 1)
    } catch {
      flux.sender.send(FluxMessage(.report, problem: .archive(error, substance: name)))
    }
  }
}

/// A step on the way of a state to its archive.
enum ArchiveStep: Sendable {
  /// Wait, and see then.
  case wait(Duration)
  /// The wait is over.
  case due
  /// Save now.
  case save
  /// The save is done.
  case saved
  /// The save has failed.
  case failed(ArchiveError)
}

/// An archive desk, whatever the state.
protocol ArchiveKeeper: AnyObject {
  func effect(of step: ArchiveStep) -> Effect<FluxMessage>
  func saveIfUnsaved() async throws(ArchiveError)
}
