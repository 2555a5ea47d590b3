import Flask
import Millrace
import MillraceTesting
import Testing

/// The bus as taps, gates and replays see it.
@Suite
@MainActor
struct BusRecordTests {
  @Test("a tap sees each message with its kind, its names and its origin, and what it has committed")
  func taps() {
    let bench = BusBench()
    var seen: [FluxMessage] = []
    let token = bench.flask.bus.flow.tap {
      if let message = $0.message as? FluxMessage { seen.append(message) }
    }
    let line = #line + 1
    bench.reactor.mix(bench.app) { $0.prop.number = 1 }.andReact()
    bench.flask.substances(reactTo: BusMixers.add)
    bench.flask.substances(reactTo: BusMixers.refuse)
    bench.app.captureState()
    bench.reactor.mix(bench.app) { $0.prop.number = 9 }.andAbort()
    #expect(seen.map(\.kind) == [.chain, .mixer("add"), .mixer("refuse"), .capture])
    #expect(seen[0].substances == ["app"])
    #expect(seen[0].origin == "\(#fileID):\(line)")
    #expect(seen.map { ($0.committed["app"] as? BusState)?.number } == [1, 2, nil, nil])
    token.cancel()
  }

  @Test("what is committed is kept for a message that is recorded only")
  func unrecorded() {
    let bench = BusBench()
    let lock = bench.flask.lock()
    bench.add()
    let message = bench.flask.bus.waiting[0]
    lock.release()
    #expect(bench.app.state.number == 1)
    #expect(message.committed.isEmpty)
  }

  @Test("a message that was fed back commits what it has committed, whatever a mixer would do today")
  func feed() async {
    let bench = BusBench()
    var seen: [FluxMessage] = []
    let token = bench.flask.bus.flow.tap {
      if let message = $0.message as? FluxMessage { seen.append(message) }
    }
    bench.flask.substances(reactTo: BusMixers.add, payload: ["by": 5])
    bench.flask.substances(reactTo: BusMixers.refuse)
    token.cancel()
    let other = BusBench()
    for name in ["add", "refuse"] {
      other.app.define(mix: name) { _, react, _ in
        other.app.prop.number = 99
        react()
      }
    }
    let sender = other.flask.sender()
    for message in seen { #expect(sender.feed(message)) }
    await other.settle()
    #expect(other.lines == ["app 5"])
    for message in seen { other.flask.feed(message) }
    #expect(other.lines == ["app 5", "app 5"])
    #expect(other.errors.isEmpty)
  }

  @Test(
    "a record is unchanged when a context without some of its substances takes it, and that is reported"
  )
  func lacking() {
    let bench = BusBench()
    let extra = bench.flask.newSubstance(definedBy: BusState.self, named: "extra")
    let both = bench.flask.reactor(attachedTo: bench.owner, mixing: bench.app, extra)
    var seen: [FluxMessage] = []
    let token = bench.flask.bus.flow.tap {
      if let message = $0.message as? FluxMessage { seen.append(message) }
    }
    both.mix(bench.app) { $0.prop.number = 1 }.with(extra) { $0.prop.number = 2 }.andReact()
    token.cancel()
    let other = BusBench()
    let otherToken = other.flask.bus.flow.tap { _ in }
    other.flask.feed(seen[0])
    otherToken.cancel()
    #expect(other.app.state.number == 1)
    #expect(other.problems == ["noSuchSubstance"])
    #expect(seen[0].committed.keys.sorted() == ["app", "extra"])
    struct Else: Flask.State { var other = 1 }
    let third = BusBench()
    let wrong = third.flask.newSubstance(definedBy: Else.self, named: "extra")
    third.flask.feed(seen[0], to: [wrong])
    #expect(third.app.state.number == 1)
    #expect(third.problems == ["noSuchSubstance"])
    let fourth = BusBench()
    let named = fourth.flask.newSubstance(definedBy: BusState.self, named: "extra")
    fourth.flask.feed(seen[0], to: [named])
    #expect(named.state.number == 2)
    #expect(fourth.errors.isEmpty)
  }

  @Test("substances of one name are distinguished by the order in which they were bound")
  func namesakes() {
    func make() -> (BusBench, [Substance<BusState>], Reactor<BusBench.Owner>) {
      let bench = BusBench()
      let twins = (0..<2).map { _ in bench.flask.newSubstance(definedBy: BusState.self) }
      return (bench, twins, bench.flask.reactor(attachedTo: bench.owner, mixing: twins))
    }
    let (bench, twins, reactor) = make()
    var seen: [FluxMessage] = []
    let token = bench.flask.bus.flow.tap {
      if let message = $0.message as? FluxMessage { seen.append(message) }
    }
    reactor.mix(twins[1]) { $0.prop.number = 2 }.with(twins[0]) { $0.prop.number = 1 }.andReact()
    reactor.mix(twins[1]) { $0.prop.number += 20 }.andReact()
    token.cancel()
    let (other, copies, otherReactor) = make()
    for message in seen { other.flask.feed(message) }
    #expect(copies.map(\.state.number) == [1, 22])
    #expect(otherReactor.isBound && reactor.isBound)
  }

  @Test("the steps of archives do nothing when they are fed back")
  func archives() async {
    let storage = MemoryArchives()
    let bench = BusBench(storage: storage)
    let note = bench.flask.newSubstance(definedBy: BusState.self, named: "note", archive: true)
    let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: note)
    var seen: [FluxMessage] = []
    let token = bench.flask.bus.flow.tap {
      if let message = $0.message as? FluxMessage { seen.append(message) }
    }
    reactor.mix(note) { $0.prop.number = 1 }.andReact()
    await bench.clock.waitForSleepers(count: 1)
    bench.clock.jump(by: .seconds(2))
    await bench.flask.run()
    token.cancel()
    #expect(seen.filter { $0.kind == .archive }.count == 3)
    let other = BusBench()
    let copy = other.flask.newSubstance(definedBy: BusState.self, named: "note", archive: true)
    for message in seen where message.kind == .archive { other.flask.feed(message, to: [copy]) }
    await other.settle()
    #expect(other.clock.sleepers.isEmpty)
    #expect(other.errors.isEmpty)
  }

  @Test(
    "random chains, mixers, undos and roll-backs that are fed back give the same states", arguments: 1...40)
  func replay(seed: UInt64) {
    var random = SeededRandom(seed)
    func make() -> (BusBench, [Substance<BusState>], Reactor<BusBench.Owner>) {
      let bench = BusBench()
      let others = ["b", "c"].map { bench.flask.newSubstance(definedBy: BusState.self, named: $0) }
      let all: [Substance<BusState>] = [bench.app] + others
      for substance in all { substance.undoLimit = 5 }
      return (bench, all, bench.flask.reactor(attachedTo: bench.owner, mixing: all))
    }
    let (bench, all, reactor) = make()
    var records: [(FluxMessage, [BusState])] = []
    let token = bench.flask.bus.flow.tap { record in
      if let message = record.message as? FluxMessage { records.append((message, all.map(\.state))) }
    }
    for _ in 0..<60 {
      let pick = all[Int.random(in: 0..<3, using: &random)]
      let number = Int.random(in: 0..<50, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: pick.undo()
      case 1: pick.redo()
      case 2: pick.captureState()
      case 3: pick.rollbackState()
      case 4: pick.commitState()
      case 5: bench.flask.substances(reactTo: BusMixers.add, payload: ["by": number])
      case 6: bench.flask.substances(reactTo: BusMixers.refuse)
      case 7:
        reactor.mix(pick) { $0.prop.number = number }.and(all[0]) { _ in throw BusStorage.Fault() }.andReact()
      default: reactor.mix(pick) { $0.prop.number = number }.with(all[1]) { $0.prop.text += "x" }.andReact()
      }
    }
    token.cancel()
    let (other, copies, otherReactor) = make()
    for (message, states) in records {
      other.flask.feed(message)
      #expect(copies.map(\.state) == states, "seed \(seed), at \(message)")
    }
    #expect(records.count == 60 && other.errors.isEmpty && otherReactor.isBound, "seed \(seed)")
  }
}
