import Foundation
import Mealy
import MillraceJournal
import MillraceTesting
import MillraceToolkit
import Testing

@MainActor
@Suite("A dialect of Mealy machines") struct MealyTests {
  private let generous = TurnstileWorld { true }
  private let strict = TurnstileWorld { false }

  // MARK: The dialect

  @Test("A good coin opens the turnstile for one visitor")
  func oneVisitor() async {
    let gate = Mealy(Turnstile(), turnstile, world: generous)
    gate.send(.push)
    #expect(gate.state == Turnstile())
    await gate.run(.coin)
    #expect(gate.state.isOpen)
    gate.send(.push)
    gate.send(.push)
    #expect(gate.state == Turnstile(isOpen: false, visitors: 1))
  }

  @Test("Lifted machines share a state, and a part that is missing takes no input")
  func lifted() async {
    let entrance = Mealy(Hall(), hall, world: generous)
    await entrance.run(.left(.coin))
    await entrance.run(.right(.coin))
    #expect(entrance.state == Hall(left: Turnstile(isOpen: true), right: nil))
  }

  @Test("Inputs wait behind a lock, in order, and are taken when it is released")
  func waiting() {
    let flow = Flow()
    let gate = Mealy(Turnstile(isOpen: true), turnstile, world: generous, flow: flow)
    let lock = flow.lock("cleaning")
    gate.send(.push)
    gate.send(.checked(isGood: true))
    #expect(gate.waiting == [.push, .checked(isGood: true)])
    lock.release()
    #expect(gate.waiting.isEmpty)
    #expect(gate.state == Turnstile(isOpen: true, visitors: 1))
  }

  // MARK: The kernel's tools, for nothing

  @Test("Records name the inputs, their causes and their work")
  func records() async {
    let gate = Mealy(Turnstile(), turnstile, world: generous, name: "gate")
    var lines: [String] = []
    let tap = gate.store.flow.tap { lines.append("\($0.sequence) \($0.store) \($0.message), \($0.cause)") }
    await gate.run(.coin)
    #expect(lines.count == 2)
    #expect(lines.first == "1 gate coin, sent")
    #expect(lines.last?.hasPrefix("2 gate checked(isGood: true), effect") == true)
    _ = tap
  }

  @Test("A test store accounts for every step")
  func testStore() async {
    let gate = Mealy(Turnstile(), turnstile, world: strict)
    let test = TestStore(gate.store)
    test.send(.coin, effects: [.starts("check a coin", in: "bank")])
    await test.receive(.checked(isGood: false))
    await test.finish()
  }

  @Test("A journal gives the next run the state of the last one")
  func journal() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("mealy-\(UUID()).journal").path
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    for visitors in 1...2 {
      let flow = Flow(name: "hall")
      let gate = Mealy(Turnstile(), turnstile, world: generous, name: "gate", flow: flow)
      let journal = try Journal(of: flow, at: path)
      try journal.record(
        gate.store, state: RecordSchema("turnstile"), messages: RecordSchema("turnstile input"))
      try journal.start()
      #expect(gate.state.visitors == visitors - 1)
      await gate.run(.coin)
      gate.send(.push)
      try await journal.flush()
      try journal.close()
    }
  }

  @Test("The explorer tries every order of two visitors and a bank, and proves that each one pays")
  func everyOrder() async {
    let exploration = await Explorer().explore { world in
      let bank = world.outside("bank")
      let flow = world.flow
      let gate = Mealy(
        Turnstile(), turnstile,
        world: TurnstileWorld {
          try await bank.call("is the coin good?", answers: [.success(true), .success(false)])
        },
        flow: flow)
      world.user("first", sends: [.coin, .push], to: gate.store)
      world.user("second", sends: [.push], to: gate.store)
      world.always("one visitor for one coin") { gate.state.visitors <= 1 }
    }
    #expect(exploration.isProven, "\(exploration)")
    #expect(exploration.finalStates > 1)
  }
}
