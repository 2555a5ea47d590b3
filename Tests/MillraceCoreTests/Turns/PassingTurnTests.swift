import MillraceCore
import TestResources
import Testing

@Suite("The turn machine and what passes locks")
struct PassingTurnTests {
  @Test("While locks are held a message that passes has its turn at once, and ordinary ones wait")
  func passesLocks() {
    var machine = TurnMachine()
    machine.lock()
    machine.lock()
    machine.enqueue(0)
    #expect(machine.arrivePassing(at: 1) == .run)
    #expect(machine.isInTurn)
    machine.endTurn()
    #expect(machine.next() == nil)
    #expect(machine.nextPassing() == nil)
    #expect(machine.lockCount == 2)
  }

  @Test("During a turn messages that pass wait in order, and come before the ordinary ones")
  func duringTurn() {
    var machine = TurnMachine()
    machine.lock()
    #expect(machine.arrivePassing(at: 0) == .run)
    machine.enqueue(5)
    for lane in [3, 1, 3] { #expect(machine.arrivePassing(at: lane) == .wait) }
    machine.endTurn()
    var order: [Int] = []
    while let lane = machine.nextPassing() {
      order.append(lane)
      machine.endTurn()
    }
    #expect(order == [3, 1, 3])
    #expect(machine.next() == nil)
    #expect(machine.unlock() == true)
    #expect(machine.next() == 5)
  }

  @Test("A message that passes still comes first when the lock was released before the turn is over")
  func unlockedMeanwhile() {
    var machine = TurnMachine()
    #expect(machine.admit(to: 0) == .run)
    machine.enqueue(0)
    machine.lock()
    #expect(machine.arrivePassing(at: 1) == .wait)
    #expect(machine.unlock() == true)
    let isPassed = machine.passTurn(to: 0)
    #expect(!isPassed && !machine.mayContinue)
    machine.endTurn()
    #expect(machine.next() == nil)
    #expect(machine.nextPassing() == 1)
    machine.endTurn()
    #expect(machine.next() == 0)
  }

  @Test("While a state is lent nothing has its turn, also not what passes; locks do not count borrows")
  func borrowed() {
    var machine = TurnMachine()
    machine.lock()
    machine.borrow()
    machine.borrow()
    #expect(machine.lockCount == 1)
    #expect(machine.arrivePassing(at: 0) == .wait)
    #expect(machine.admit(to: 1) == .wait)
    #expect(machine.unlock() == true)
    #expect(machine.giveBack() == false)
    #expect(machine.nextPassing() == nil)
    #expect(machine.next() == nil)
    #expect(machine.giveBack() == true)
    #expect(machine.next() == nil)
    #expect(machine.nextPassing() == 0)
    machine.endTurn()
    #expect(machine.next() == 1)
  }

  @Test("A message that passes and waits is counted, and keeps the machine from being empty and free")
  func counted() {
    var machine = TurnMachine()
    machine.borrow()
    #expect(machine.arrivePassing(at: 0) == .wait)
    #expect(machine.giveBack() == true)
    #expect(machine.waitingCount == 1)
    #expect(!machine.isEmpty && !machine.isFree)
    #expect(machine.arrivePassing(at: 1) == .wait)
    #expect(machine.nextPassing() == 0)
    #expect(!machine.isEmpty && machine.waitingCount == 1)
  }

  @Test("Giving back what was not lent stops the program and says so", .realProcess)
  func giveBackWithoutBorrow() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var machine = TurnMachine()
      machine.lock()
      _ = machine.giveBack()
    }
    #if DEBUG
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A borrowed state was returned twice; return it once."))
    #endif
  }
}
