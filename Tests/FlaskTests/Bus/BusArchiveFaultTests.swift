import Flask
import Foundation
import Millrace
import MillraceTesting
import Testing

/// Archives that cannot be read or written, that two would have, and that are of an older shape.
@Suite
@MainActor
struct BusArchiveFaultTests {
  private func note(of bench: BusBench) -> (Substance<BusState>, (Int) -> Void) {
    let note = bench.flask.newSubstance(definedBy: BusState.self, named: "note", archive: true)
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: note)
    return (note, { number in reactor.mix(note) { $0.prop.number = number }.andReact() })
  }

  @Test("an unreadable archive is set aside and reported, and the substance starts from its defaults")
  func unreadable() async {
    let storage = MemoryArchives(["Fx.1.note": Array("rubbish".utf8)])
    let bench = BusBench(storage: storage)
    let (note, set) = note(of: bench)
    #expect(note.state == BusState())
    #expect(bench.problems == ["archive"])
    #expect("\(bench.errors[0])".contains("It was moved aside as"))
    #expect(storage.archivesSetAside == ["Fx.1.note": [Array("rubbish".utf8)]])
    set(4)
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(number: 4))
  }

  @Test("an archive that could not be removed is still brought up to date")
  func removalFails() async {
    let storage = BusStorage()
    let bench = BusBench(storage: storage)
    let (note, set) = note(of: bench)
    set(1)
    await bench.clock.waitForSleepers(count: 1)
    storage.failRemovals(true)
    await #expect(throws: ArchiveError.self) { try await note.purgeArchive() }
    bench.clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(storage.memory.archived("note") == BusState(number: 1))
  }

  @Test("what could not be read is not written over by itself, but by hand, and by itself from then on")
  func unreachable() async throws {
    let memory = MemoryArchives(["Fx.1.note": Array("precious".utf8)])
    let bench = BusBench(storage: BusStorage(memory, failsRead: true))
    let (note, set) = note(of: bench)
    #expect(note.state == BusState())
    #expect(bench.problems == ["archive"])
    set(1)
    await bench.flask.run()
    await #expect(throws: ArchiveError.self) { try await bench.flask.archiveNow() }
    #expect(memory.contents["Fx.1.note"] == Array("precious".utf8))
    try await note.archiveNow()
    #expect(memory.archived("note") == BusState(number: 1))
    set(2)
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(memory.archived("note") == BusState(number: 2))
  }

  @Test("a failed save is reported, and tried again after twice the time of the last attempt")
  func retried() async {
    let storage = BusStorage(failsWrite: true)
    let bench = BusBench(storage: storage)
    let (_, set) = note(of: bench)
    set(1)
    var time = 0.0
    for (attempt, pause) in [2.0, 2, 4, 8].enumerated() {
      await bench.clock.waitForSleepers(count: 1)
      time += pause
      #expect(bench.clock.sleepers == [.init(offset: .seconds(time))])
      #expect(storage.writes == attempt)
      #expect(bench.problems == Array(repeating: "archive", count: attempt))
      if attempt == 3 { storage.failWrites(false) }
      bench.clock.jump(to: .init(offset: .seconds(time)))
    }
    await bench.flask.run()
    #expect(storage.writes == 4)
    #expect(bench.errors.first.map { "\($0)" }?.contains("the disk is full") == true)
    #expect(storage.memory.archived("note") == BusState(number: 1))
  }

  @Test("a save by hand that fails throws, and is tried again")
  func failedByHand() async {
    let storage = BusStorage(failsWrite: true)
    let bench = BusBench(storage: storage)
    let (note, set) = note(of: bench)
    set(1)
    await #expect(throws: ArchiveError.self) { try await note.archiveNow() }
    await #expect(throws: ArchiveError.self) { try await bench.flask.archiveNow() }
    storage.failWrites(false)
    // After the first failure it waits two seconds, after the second four; of two wishes the first is kept.
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(2))
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(storage.memory.archived("note") == BusState(number: 1))
    #expect(bench.errors.isEmpty)
  }

  @Test("a second substance with the same archive is neither restored nor saved, by itself or by hand")
  func shared() async throws {
    let storage = MemoryArchives()
    let bench = BusBench(storage: storage)
    let (first, set) = note(of: bench)
    set(1)
    try await first.archiveNow()
    let (second, setSecond) = note(of: bench)
    #expect(second.state == BusState())
    #expect(bench.problems == ["sharedArchive"])
    setSecond(2)
    try await bench.flask.archiveNow()
    await #expect(throws: ArchiveError.self) { try await second.archiveNow() }
    await #expect(throws: ArchiveError.self) { try await second.purgeArchive() }
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(number: 1))
  }

  @Test("a substance that ends saves what is unsaved at once, and a new one of its name gets that")
  func ends() {
    let storage = MemoryArchives()
    let bench = BusBench(storage: storage)
    func make(_ expected: Int, _ number: Int) {
      let note = bench.flask.newSubstance(definedBy: BusState.self, named: "note", archive: true)
      #expect(note.state.number == expected)
      let owner = BusBench.Owner()
      bench.flask.reactor(attachedTo: owner, mixing: note).mix(note) { $0.prop.number = number }.andReact()
      bench.flask.detachReactor(from: owner)
    }
    make(0, 1)
    make(1, 2)
    make(2, 3)
    #expect(bench.errors.isEmpty)
    #expect(storage.archived("note") == BusState(number: 3))
  }

  @Test("that the last save of a substance that ends has failed is reported")
  func endsFailing() async {
    let bench = BusBench(storage: BusStorage(failsWrite: true))
    func make() {
      let (_, set) = note(of: bench)
      set(1)
      bench.flask.detachReactor(from: bench.owner)
    }
    make()
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(bench.problems == ["archive"])
  }

  @Test("delay, key space, key and whether it is saved at all can be overridden")
  func overridden() async throws {
    final class Own: Substance<BusState> {
      var isDisabled = false
      override func archiveKeySpace() -> String { "space" }
      override func archiveDelay() -> Duration { .seconds(5) }
      override func archivePatience() -> Duration { .seconds(6) }
      override func archiveDisabled() -> Bool { isDisabled }
    }
    final class Keyed: Substance<BusState> {
      override func archiveKey() -> String { "my key" }
    }
    let storage = MemoryArchives()
    let bench = BusBench(storage: storage)
    let own = Own(name: "own", archive: true, in: bench.flask)
    let keyed = Keyed(name: "keyed", archive: true, in: bench.flask)
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: own, keyed)
    own.isDisabled = true
    reactor.mix(own) { $0.prop.number = 1 }.andReact()
    await bench.flask.run()
    #expect(bench.clock.sleepers.isEmpty)
    own.isDisabled = false
    reactor.mix(own) { $0.prop.number = 2 }.andReact()
    await bench.clock.waitForSleepers(count: 1)
    #expect(bench.clock.sleepers == [.init(offset: .seconds(5))])
    bench.clock.jump(by: .seconds(4))
    reactor.mix(own) { $0.prop.number = 3 }.andReact()
    bench.clock.jump(by: .seconds(1))
    await bench.clock.waitForSleepers(count: 1)
    #expect(bench.clock.sleepers == [.init(offset: .seconds(6))])
    bench.clock.jump(by: .seconds(1))
    await bench.flask.run()
    reactor.mix(keyed) { $0.prop.number = 4 }.andReact()
    try await keyed.archiveNow()
    #expect(storage.contents.keys.sorted() == ["Fx.space.own", "my key"])
  }

  @Test("a substance starts from an archive of an older shape, through its migrations")
  func migration() async throws {
    struct Old: Flask.State, Equatable {
      var count = 3
      static var archiveName: String { "shape" }
    }
    struct New: Flask.State, Equatable {
      var total = 0
      static var archiveName: String { "shape" }
      static var archiveVersion: Int { 2 }
      static var archiveMigrations: [ArchiveMigration] {
        [ArchiveMigration(from: 1) { (old: Old) in New(total: old.count * 10) }]
      }
    }
    let storage = MemoryArchives()
    let old = BusBench(storage: storage)
    try await old.flask.newSubstance(definedBy: Old.self, named: "shape", archive: true).archiveNow()
    let new = BusBench(storage: storage)
    let shape = new.flask.newSubstance(definedBy: New.self, named: "shape", archive: true)
    #expect(shape.state == New(total: 30))
    try await shape.archiveNow()
    let back = BusBench(storage: storage)
    let before = back.flask.newSubstance(definedBy: Old.self, named: "shape", archive: true)
    #expect(before.state == Old())
    #expect(back.problems == ["archive"])
    #expect(storage.archivesSetAside.isEmpty)
    let again = BusBench(storage: storage)
    #expect(
      again.flask.newSubstance(definedBy: New.self, named: "shape", archive: true).state == New(total: 30))
  }

  @Test("archives in files outlive their contexts")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("flask-bus-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let archives = FileArchives(directory: folder)
    let bench = BusBench(storage: archives)
    let (_, set) = note(of: bench)
    set(6)
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(2))
    await bench.flask.run()
    let other = BusBench(storage: archives)
    let (note, setOther) = note(of: other)
    #expect(note.state == BusState(number: 6))
    setOther(7)
    try await other.flask.archiveNow()
    try Data("cut".utf8).write(to: URL(fileURLWithPath: archives.path(of: "Fx.1.note")))
    let third = BusBench(storage: archives)
    #expect(self.note(of: third).0.state == BusState())
    #expect(third.problems == ["archive"])
    #expect(FileManager.default.fileExists(atPath: archives.path(of: "Fx.1.note") + ".aside-1"))
    #expect(bench.errors.isEmpty && other.errors.isEmpty)
  }
}
