import Flask
import Millrace
import MillraceTesting
import Testing

/// Saves during a call, and saves that are switched on and off.
@Suite
@MainActor
struct BusArchiveNowTests {
  @Test("archiveNow() of plain code has saved all unsaved changes when it returns")
  func blocking() throws {
    let outer = BusArchiveBench()
    let (bench, storage) = (outer.bench, outer.storage)
    outer.set(1)
    try bench.flask.archiveNow()
    #expect(storage.archived("note") == BusState(number: 1))
    // Nothing has changed, so nothing is saved.
    try outer.substance.purgeArchive()
    try bench.flask.archiveNow()
    #expect(storage.contents.isEmpty)
    // A substance that is not saved automatically is saved by its own function.
    try outer.substance.archiveNow()
    try bench.app.archiveNow()
    #expect(storage.contents.keys.sorted() == ["Fx.1.app", "Fx.1.note"])
    try bench.app.purgeArchive()
    #expect(storage.contents.keys.sorted() == ["Fx.1.note"])
    #expect(bench.errors.isEmpty)
  }

  @Test("a failure is thrown, and the substance is saved later; the others are saved")
  func failing() throws {
    let faulty = BusStorage()
    let bench = BusBench(storage: faulty)
    let notes = ["a", "b"].map {
      bench.flask.newSubstance(definedBy: BusState.self, named: $0, archive: true)
    }
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: notes)
    reactor.mix(notes[0]) { $0.prop.number = 1 }.and(notes[1]) { $0.prop.number = 2 }.andReact()
    faulty.failWrites(true)
    #expect(throws: ArchiveError.self) { try bench.flask.archiveNow() }
    #expect(faulty.writes == 2)
    faulty.failWrites(false)
    try bench.flask.archiveNow()
    #expect(faulty.memory.archived("a") == BusState(number: 1))
    #expect(faulty.memory.archived("b") == BusState(number: 2))
  }

  @Test("the archive of a newer program is not replaced by it, but set aside by the substance's own")
  func newer() throws {
    let bytes = Array(#"{"flask":9,"crc32":"00000000","rest"}"#.utf8)
    let storage = MemoryArchives(["Fx.1.note": bytes])
    let bench = BusBench(storage: storage)
    let note = bench.flask.newSubstance(definedBy: BusState.self, named: "note", archive: true)
    bench.flask.reactor(attachedTo: bench.owner, mixing: note).mix(note) { $0.prop.number = 1 }.andReact()
    #expect(throws: ArchiveError.self) { try bench.flask.archiveNow() }
    #expect(storage.contents["Fx.1.note"] == bytes)
    try note.archiveNow()
    #expect(storage.archivesSetAside["Fx.1.note"] == [bytes])
    #expect(storage.archived("note") == BusState(number: 1))
  }

  @Test("shouldArchive switches saving on at run time, from the present state on, and off again")
  func switching() async throws {
    let outer = BusArchiveBench()
    let (bench, storage) = (outer.bench, outer.storage)
    let note = bench.flask.newSubstance(definedBy: BusState.self, named: "late")
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: note)
    func set(_ number: Int) { reactor.mix(note) { $0.prop.number = number }.andReact() }
    func saveNow() throws { try bench.flask.archiveNow() }
    #expect(!note.shouldArchive && note.archiveDisabled())
    #expect(outer.substance.shouldArchive && !outer.substance.archiveDisabled())
    set(1)
    note.shouldArchive = true
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(storage.archived("late") == BusState(number: 1))
    set(2)
    await bench.clock.waitForSleepers(count: 1)
    note.shouldArchive = false
    note.shouldArchive = false
    set(3)
    try saveNow()
    bench.clock.jump(by: .seconds(60))
    await bench.flask.run()
    #expect(storage.archived("late") == BusState(number: 1))
    note.shouldArchive = true
    try saveNow()
    #expect(storage.archived("late") == BusState(number: 3))
    #expect(bench.errors.isEmpty)
  }

  @Test("switched on, a substance neither takes its archive's state nor replaces one of a newer program")
  func switchedOnOver() throws {
    let bytes = Array(#"{"flask":9,"crc32":"00000000","rest"}"#.utf8)
    let storage = MemoryArchives(["Fx.1.newer": bytes])
    try BusBench(storage: storage).flask.newSubstance(definedBy: BusState.self, named: "older").archiveNow()
    let bench = BusBench(storage: storage)
    let notes = ["newer", "older"].map { bench.flask.newSubstance(definedBy: BusState.self, named: $0) }
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: notes)
    reactor.mix(notes[0]) { $0.prop.number = 1 }.and(notes[1]) { $0.prop.number = 2 }.andReact()
    for note in notes { note.shouldArchive = true }
    #expect(bench.problems == ["archive"])
    #expect(notes.map(\.state.number) == [1, 2])
    #expect(throws: ArchiveError.self) { try bench.flask.archiveNow() }
    #expect(storage.contents["Fx.1.newer"] == bytes)
    #expect(storage.archived("older") == BusState(number: 2))
  }

  @Test("a second substance of the same archive is not switched on")
  func shared() {
    let outer = BusArchiveBench()
    let bench = outer.bench
    let second = bench.flask.newSubstance(definedBy: BusState.self, named: "note")
    second.shouldArchive = true
    #expect(!second.shouldArchive)
    #expect(bench.problems == ["sharedArchive"])
  }
}
