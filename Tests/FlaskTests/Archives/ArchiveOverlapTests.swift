import Millrace
import MillraceTesting
import Testing

@testable import Flask

/// A storage whose writes wait until they are let through, and fail if told so.
final class ArchiveGate: ArchiveStorage {
  let memory = MemoryArchives()
  private let lock = Locked(false)
  let begun = Locked(0)
  let fails = Locked(false)

  /// Holds up writes while it is shut.
  var isShut: Bool {
    get { lock.withLock { $0 } }
    set { lock.withLock { $0 = newValue } }
  }

  struct Fault: Error {}

  func read(_ key: String) throws -> [UInt8]? { memory.read(key) }

  func write(_ bytes: [UInt8], for key: String) throws {
    begun.withLock { $0 += 1 }
    while isShut {}
    if fails.withLock({ $0 }) { throw Fault() }
    memory.write(bytes, for: key)
  }

  func remove(_ key: String) throws { memory.remove(key) }
  func setAside(_ key: String) throws -> String { memory.setAside(key) }
}

@MainActor
struct ArchiveOverlapTests {
  @Test("a substance that ends while the context saves it leaves its archive to the next one of its name")
  func endsWhileSaved() async throws {
    let storage = ArchiveGate()
    let bench = ContextBench(storage: storage, environment: StoreEnvironment(clock: ManualClock()))
    var app: Substance<ContextState>? = bench.flask.newSubstance(
      definedBy: ContextState.self, named: "app", archive: true)
    bench.flask.reactor(attachedTo: bench.owner, mixing: app!).mix(app!) { $0.prop.counter = 7 }.andReact()
    bench.flask.endReactors()
    storage.isShut = true
    let flask = bench.flask
    let saving = Task { try await flask.archiveNow() }
    await eventually { storage.begun.withLock({ $0 }) != 0 }
    storage.isShut = false
    app = nil
    let next = bench.flask.newSubstance(definedBy: ContextState.self, named: "app", archive: true)
    #expect(next.state.counter == 7)
    #expect(bench.problems == [])
    try await saving.value
  }

  @Test("the answer of a save from before a purge is not taken for that of a later one")
  func purgeMeanwhile() {
    var schedule = ArchiveSchedule(delay: .zero, patience: .zero)
    #expect(schedule.changed(at: .zero) == .save)
    schedule.purged()
    #expect(!schedule.hasUnsavedChanges)
    #expect(schedule.changed(at: .zero) == .none)
    #expect(schedule.saved() == .save)
    #expect(schedule.hasUnsavedChanges)
    #expect(schedule.saved() == .none)
    #expect(!schedule.hasUnsavedChanges)
  }

  @Test("a save that fails after a purge does not bring the archive back")
  func failsAfterPurge() async throws {
    let storage = ArchiveGate()
    let clock = ManualClock()
    let bench = ContextBench(storage: storage, environment: StoreEnvironment(clock: clock))
    let app = bench.flask.newSubstance(definedBy: ContextState.self, named: "app", archive: true)
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: app)
    reactor.mix(app) { $0.prop.counter = 7 }.andReact()
    storage.fails.withLock { $0 = true }
    storage.isShut = true
    await clock.advance(by: .seconds(2))
    await eventually { storage.begun.withLock({ $0 }) != 0 }
    let purging = Task { try await app.purgeArchive() }
    await letOthersRun()
    storage.isShut = false
    try await purging.value
    storage.fails.withLock { $0 = false }
    await clock.advance(by: .seconds(60))
    #expect(storage.memory.contents == [:])
    withExtendedLifetime(reactor) {}
  }
}
