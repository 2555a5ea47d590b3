import Flask
import Millrace
import MillraceTesting
import Testing

/// The times at which a substance is saved, and the states that it starts from.
@Suite
@MainActor
final class BusArchiveTests: BusArchiveBench {
  @Test("a state is saved once it has been left alone for two seconds, and then no clock is waited for")
  func idle() async throws {
    set(1)
    await clock.waitForSleepers(count: 1)
    #expect(clock.sleepers == [.init(offset: .seconds(2))])
    jump(to: 1.999)
    #expect(storage.contents.isEmpty)
    jump(to: 2)
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(number: 1))
    #expect(Array(storage.contents.keys) == ["Fx.1.note"])
    try clock.requireNoSleepers()
    #expect(bench.errors.isEmpty)
  }

  @Test("a later change postpones the saving, to two seconds after it")
  func postponed() async {
    set(1)
    await clock.waitForSleepers(count: 1)
    jump(to: 1.5)
    set(2)
    jump(to: 2)
    await clock.waitForSleepers(count: 1)
    #expect(clock.sleepers == [.init(offset: .seconds(3.5))])
    #expect(storage.contents.isEmpty)
    jump(to: 3.5)
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(number: 2))
  }

  @Test("a state that is never left alone is saved thirty seconds after its first change all the same")
  func patience() async {
    set(0)
    await clock.waitForSleepers(count: 1)
    for second in 1...29 {
      jump(to: Double(second))
      set(second)
      await clock.waitForSleepers(count: 1)
    }
    #expect(clock.sleepers == [.init(offset: .seconds(30))])
    #expect(storage.contents.isEmpty)
    jump(to: 30)
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(number: 29))
  }

  @Test("it is saved again after later changes, the last state each time")
  func again() async {
    for round in 1...3 {
      set(round * 10)
      set(round)
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(2))
      await bench.flask.run()
      #expect(storage.archived("note") == BusState(number: round))
    }
  }

  @Test("what is internal is archived too, and a transaction that was aborted is not")
  func internalsAndAborts() async {
    reactor.mix(substance) { $0.prop._hidden = 4 }.andReact()
    reactor.mix(substance) { $0.prop.number = 9 }.andAbort()
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(_hidden: 4))
  }

  @Test(
    "undo, a roll-back and a fed record are saved like any change", arguments: ["undo", "roll back", "feed"])
  func otherWays(way: String) async {
    substance.undoLimit = 3
    substance.captureState()
    var record: FluxMessage?
    let token = bench.flask.bus.flow.tap { turn in
      if let message = turn.message as? FluxMessage, message.kind == .chain { record = message }
    }
    set(1)
    token.cancel()
    set(2)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    await bench.flask.run()
    switch way {
    case "undo": substance.undo()
    case "roll back": substance.rollbackState()
    default: if let record { bench.flask.feed(record) }
    }
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(number: way == "roll back" ? 0 : 1))
  }

  @Test("a substance starts from its archive, without a notification")
  func restored() async throws {
    set(7)
    try await substance.archiveNow()
    let other = BusBench(storage: storage)
    let restored = other.flask.newSubstance(definedBy: BusState.self, named: "note", archive: true)
    _ = other.flask.reactor(attachedTo: other.owner, mixing: restored) { owner, _ in
      owner.bench?.lines.append("told")
    }
    #expect(restored.state == BusState(number: 7))
    await other.settle()
    #expect(other.lines.isEmpty)
    #expect(other.clock.sleepers.isEmpty)
    let unarchived = other.flask.newSubstance(definedBy: BusState.self, named: "note")
    #expect(unarchived.state == BusState())
  }

  @Test("a substance that has not asked for an archive is never saved by itself, and can be saved by hand")
  func notArchived() async throws {
    bench.add(3)
    await bench.flask.run()
    #expect(bench.clock.sleepers.isEmpty)
    #expect(storage.contents.isEmpty)
    try await bench.app.archiveNow()
    #expect(storage.archived("app") == BusState(number: 3))
    bench.add(1)
    await bench.flask.run()
    #expect(storage.archived("app") == BusState(number: 3))
  }

  @Test("archiveNow is durable when it returns, and leaves nothing to save")
  func archiveNow() async throws {
    set(5)
    await clock.waitForSleepers(count: 1)
    try await substance.archiveNow()
    #expect(storage.archived("note") == BusState(number: 5))
    storage.remove("Fx.1.note")
    jump(to: 2)
    await bench.flask.run()
    #expect(storage.contents.isEmpty)
  }

  @Test("purging removes the archive, keeps the state, and the next change is saved")
  func purgeArchive() async throws {
    set(5)
    try await substance.archiveNow()
    set(6)
    await clock.waitForSleepers(count: 1)
    try await substance.purgeArchive()
    #expect(storage.contents.isEmpty)
    #expect(substance.state.number == 6)
    jump(to: 2)
    await bench.flask.run()
    #expect(storage.contents.isEmpty)
    set(7)
    await clock.waitForSleepers(count: 1)
    jump(to: 4)
    await bench.flask.run()
    #expect(storage.archived("note") == BusState(number: 7))
  }

  @Test("the context saves all that have unsaved changes at once")
  func contextWide() async throws {
    let second = bench.flask.newSubstance(definedBy: BusState.self, named: "second", archive: true)
    let third = bench.flask.newSubstance(definedBy: BusState.self, named: "third", archive: true)
    let both = bench.flask.reactor(attachedTo: bench.owner, mixing: substance, second, third)
    both.mix(substance) { $0.prop.number = 1 }.with(second) { $0.prop.number = 2 }.andReact()
    try await bench.flask.archiveNow()
    #expect(storage.contents.keys.sorted() == ["Fx.1.note", "Fx.1.second"])
    #expect(storage.archived("second") == BusState(number: 2))
    #expect(third.state == BusState())
    try await bench.flask.archiveNow()
  }

  @Test("run() waits for archives")
  func run() async {
    set(1)
    #expect(!bench.flask.bus.flow.isIdle)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [clock] in
        await clock.waitForSleepers(count: 1)
        clock.jump(by: .seconds(2))
      }
      await bench.flask.run()
    }
    #expect(storage.archived("note") == BusState(number: 1))
  }
}
