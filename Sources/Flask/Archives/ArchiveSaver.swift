import Millrace
import MillraceSupport

/// The saves of one substance: scheduled by its ``ArchiveSchedule``, performed as effects of the bus.
final class ArchiveSaver<S: FlaskState>: ArchiveKeeper {
  let key: String
  private let number: Int
  private let name: String
  private let cell: StateCell<S>
  private let storage: any ArchiveStorage
  private let flux: Flux
  private let writer: ArchiveWriter
  /// The changes that an end of the process would lose; they are saved when it ends.
  private let unsaved: UnsavedCopy<S>
  private let time: Timekeeper
  private var schedule: ArchiveSchedule
  private var revision: UInt64 = 0
  /// True if changes are saved automatically; false after a failed restore until a save by hand.
  private var isAutomatic: Bool
  /// True if changes are to be saved automatically.
  private(set) var wantsAutomatic: Bool
  /// True if there are changes that will not be saved automatically.
  private var isBehind = false
  /// The error that prevents automatic saves.
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
    if isAutomatic { ProcessEnd.add(unsaved) }
  }

  deinit {
    ProcessEnd.remove(unsaved)
  }

  func restored() -> S? {
    switch restore(S.self, key: key, from: storage) {
    case .none: return nil
    case .restored(let state): return state
    case .unusable(let error):
      report(error)
    case .unreachable(let error):
      report(error)
      // An unreadable archive may be good, so it is not overwritten.
      isAutomatic = false
      obstacle = error
    }
    return nil
  }

  private func report(_ error: ArchiveError) {
    flux.report(.archive(error, substance: name))
  }

  // MARK: Automatic saves

  /// Begins or ends saving changes automatically.
  ///
  /// An archive that is there is judged as at the start, so that one of a newer program is not overwritten;
  /// its state is not taken.
  func setAutomatic(_ isWanted: Bool) {
    if isWanted == wantsAutomatic { return }
    wantsAutomatic = isWanted
    isAutomatic = isWanted
    isBehind = false
    obstacle = nil
    if isWanted {
      _ = restored()
      ProcessEnd.add(unsaved)
      noteChange()
    } else {
      schedule.purged()
      secure()
      ProcessEnd.remove(unsaved)
    }
  }

  /// Notes a committed transaction of the substance.
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

  /// Keeps the unsaved state ready for the end of the process.
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
    FluxMessage(.archive, substances: [name], archive: .init(number: number, step: step))
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
      try await send.environment.clock.sleep(for: wait.bounded)
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
      return FluxMessage(.archive, substances: [name], archive: .init(number: number, step: .failed(error)))
    }
  }

  var hasUnsaved: Bool { isBehind || schedule.hasUnsavedChanges }

  var condition: String {
    if let obstacle { return "not saved: \(obstacle)" }
    if isBehind { return "changes are not saved for now" }
    return wantsAutomatic || schedule.hasUnsavedChanges ? schedule.condition(at: time.now) : "saved by hand"
  }

  // MARK: Saves by hand

  /// The test that protects an archive of a newer program, unless it is known that there is none.
  private var keeping: ArchiveWriter.Keeping? {
    if isAutomatic { return nil }
    return { [key] in ArchiveFormat.isNewer($0, than: S.archiveVersion, key: key) }
  }

  func saveNow() async throws(ArchiveError) {
    begin()
    defer { secure() }
    do throws(ArchiveError) {
      try await writer.write(try bytes, revision: revision, keeping: keeping)
    } catch { throw ended(by: error) }
    ended()
  }

  /// Saves during the call, and waits for a save in progress.
  func saveNowBlocking() throws(ArchiveError) {
    begin()
    defer { secure() }
    do throws(ArchiveError) {
      try writer.writeNow(try bytes, revision: revision, keeping: keeping)
    } catch { throw ended(by: error) }
    ended()
  }

  private var bytes: [UInt8] {
    get throws(ArchiveError) { try ArchiveFormat.encode(cell.states.pointee, key: key) }
  }

  private func begin() {
    revision += 1
    schedule.began()
  }

  private func ended() {
    isAutomatic = wantsAutomatic
    isBehind = false
    obstacle = nil
    if case .save = schedule.saved() { step(.save) }
  }

  private func ended(by error: ArchiveError) -> ArchiveError {
    if case .wake(let wait) = schedule.failed(at: time.now), wantsAutomatic { step(.wait(wait)) }
    return error
  }

  /// Saves unsaved changes, but never over an unreadable archive.
  func saveIfUnsaved() async throws(ArchiveError) {
    if try hasUnsavedChanges { try await saveNow() }
  }

  func saveIfUnsavedBlocking() throws(ArchiveError) {
    if try hasUnsavedChanges { try saveNowBlocking() }
  }

  /// True if there are changes to save; throws if the archive must not be overwritten.
  private var hasUnsavedChanges: Bool {
    get throws(ArchiveError) {
      guard isBehind || schedule.hasUnsavedChanges else { return false }
      if let obstacle { throw obstacle }
      return true
    }
  }

  func purge() async throws(ArchiveError) {
    let wasUnsaved = beginPurge()
    do throws(ArchiveError) {
      try await writer.remove(revision: revision, keeping: keeping)
    } catch { throw purgeEnded(by: error, wasUnsaved) }
  }

  func purgeBlocking() throws(ArchiveError) {
    let wasUnsaved = beginPurge()
    do throws(ArchiveError) {
      try writer.removeNow(revision: revision, keeping: keeping)
    } catch { throw purgeEnded(by: error, wasUnsaved) }
  }

  private func beginPurge() -> Bool {
    defer { secure() }
    let wasUnsaved = isBehind || schedule.hasUnsavedChanges
    revision += 1
    schedule.purged()
    return wasUnsaved
  }

  private func purgeEnded(by error: ArchiveError, _ wasUnsaved: Bool) -> ArchiveError {
    // After a failed removal, earlier changes are still unsaved.
    if wasUnsaved { noteChange() }
    return error
  }

  // MARK: End

  /// Saves the changes of a substance that ends, before another can be restored from the same archive.
  func close() {
    // Waits for a save at the end of the process, so that it cannot overwrite that of the next substance of
    // this name.
    unsaved.clear()
    guard isAutomatic && schedule.hasUnsavedChanges else { return }
    do throws(ArchiveError) {
      try writer.writeNow(try ArchiveFormat.encode(cell.states.pointee, key: key), revision: revision + 1)
    } catch {
      flux.sender.send(FluxMessage(.report, problem: .archive(error, substance: name)))
    }
  }
}

enum ArchiveStep: Sendable {
  /// Wait, and then decide.
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

protocol ArchiveKeeper: AnyObject {
  var key: String { get }
  /// True if there are changes that are not saved.
  var hasUnsaved: Bool { get }
  /// The state of the archive, in words for people.
  var condition: String { get }
  func effect(of step: ArchiveStep) -> Effect<FluxMessage>
  func saveIfUnsaved() async throws(ArchiveError)
  /// Saves during the call.
  func saveIfUnsavedBlocking() throws(ArchiveError)
}
