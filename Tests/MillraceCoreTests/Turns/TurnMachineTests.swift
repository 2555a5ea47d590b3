import MillraceCore
import TestResources
import Testing

/// The same as a turn machine, in the plainest way: an array of lanes.
private struct PlainLine {
  var waiting: [Int] = []
  var passing: [Int] = []
  var isInTurn = false
  var locks = 0
  var borrows = 0

  /// True if an ordinary message could have the turn after the present one.
  var isOpen: Bool { passing.isEmpty && locks == 0 && borrows == 0 }

  mutating func next() -> Int? {
    if isInTurn || !isOpen || waiting.isEmpty { return nil }
    isInTurn = true
    return waiting.removeFirst()
  }

  mutating func nextPassing() -> Int? {
    if isInTurn || borrows > 0 || passing.isEmpty { return nil }
    isInTurn = true
    return passing.removeFirst()
  }

  mutating func passTurn(to lane: Int) -> Bool {
    if !isInTurn || !isOpen || waiting.first != lane { return false }
    waiting.removeFirst()
    return true
  }
}

@Suite("The turn machine")
struct TurnMachineTests {
  @Test("A machine does what two arrays of lanes do, step by step", arguments: LawRandom.seeds)
  func likeArrays(seed: UInt64) {
    var random = LawRandom(seed: seed)
    var machine = TurnMachine()
    var line = PlainLine()
    for step in 0..<3_000 {
      let lanes = step % 600 < 300 ? 2 : 5
      let lane = Int.random(in: 0..<lanes, using: &random)
      switch Int.random(in: 0..<26, using: &random) {
      case 0..<5:
        let isFree = machine.isFree
        switch machine.admit(to: lane) {
        case .run:
          #expect(isFree && line.waiting.isEmpty && !line.isInTurn && line.isOpen, "step \(step)")
          line.isInTurn = true
        case .wait:
          #expect(!isFree, "step \(step)")
          line.waiting.append(lane)
        }
      case 5..<8 where line.waiting.count < 60:
        let count = Int.random(in: 1...4, using: &random)
        machine.enqueue(lane, count: count)
        line.waiting += Array(repeating: lane, count: count)
      case 8..<12: #expect(machine.next() == line.next(), "step \(step)")
      case 12..<16: #expect(machine.passTurn(to: lane) == line.passTurn(to: lane), "step \(step)")
      case 16..<18:
        if line.isInTurn {
          machine.endTurn()
          line.isInTurn = false
        }
      case 18 where line.locks < 2:
        machine.lock()
        line.locks += 1
      case 19..<21 where line.passing.count < 20:
        let runs = !line.isInTurn && line.borrows == 0 && line.passing.isEmpty
        switch machine.arrivePassing(at: lane) {
        case .run:
          #expect(runs, "step \(step)")
          line.isInTurn = true
        case .wait:
          #expect(!runs, "step \(step)")
          line.passing.append(lane)
        }
      case 21..<24: #expect(machine.nextPassing() == line.nextPassing(), "step \(step)")
      case 24:
        if line.borrows > 1 || line.borrows == 1 && Bool.random(using: &random) {
          line.borrows -= 1
          #expect(machine.giveBack() == (line.borrows == 0), "step \(step)")
        } else {
          machine.borrow()
          line.borrows += 1
        }
      default:
        if line.locks > 0 {
          line.locks -= 1
          #expect(machine.unlock() == (line.locks == 0), "step \(step)")
        }
      }
      #expect(machine.isInTurn == line.isInTurn)
      #expect(machine.lockCount == line.locks)
      #expect(machine.isBorrowed == (line.borrows > 0))
      #expect(machine.isEmpty == (line.waiting.isEmpty && line.passing.isEmpty))
      #expect(machine.waitingCount == line.waiting.count + line.passing.count)
      #expect(machine.isFree == (line.waiting.isEmpty && !line.isInTurn && line.isOpen), "step \(step)")
      #expect(machine.mayContinue == (line.isInTurn && line.waiting.isEmpty && line.isOpen), "step \(step)")
    }
  }

  @Test("The first message of a free machine has its turn at once, the next ones wait, first in, first out")
  func order() {
    var machine = TurnMachine()
    #expect(machine.admit(to: 0) == .run)
    for lane in [2, 1, 1, 0, 2] { #expect(machine.admit(to: lane) == .wait) }
    machine.endTurn()
    var order: [Int] = []
    while let lane = machine.next() {
      order.append(lane)
      machine.endTurn()
    }
    #expect(order == [2, 1, 1, 0, 2])
    #expect(machine.admit(to: 3) == .run)
  }

  @Test("A message that comes while others wait is not taken before them, even when no turn is under way")
  func noOvertaking() {
    var machine = TurnMachine()
    machine.enqueue(1)
    #expect(machine.admit(to: 0) == .wait)
    #expect(machine.next() == 1)
    machine.endTurn()
    #expect(machine.next() == 0)
  }

  @Test("A turn is passed on within its lane, and not to a lane that is not next")
  func passing() {
    var machine = TurnMachine()
    #expect(machine.admit(to: 0) == .run)
    machine.enqueue(0, count: 2)
    machine.enqueue(1)
    machine.enqueue(0)
    let passed = [0, 0, 0, 1, 0, 0].map { machine.passTurn(to: $0) }
    #expect(passed == [true, true, false, true, true, false])
    #expect(machine.isInTurn)
  }

  @Test(
    "While a lock is held no turn begins, the one under way ends, and the last lock's release is reported")
  func locks() {
    var machine = TurnMachine()
    #expect(machine.admit(to: 0) == .run)
    machine.lock()
    machine.lock()
    machine.enqueue(0)
    let isPassed = machine.passTurn(to: 0)
    #expect(!isPassed)
    #expect(machine.isInTurn)
    machine.endTurn()
    #expect(machine.next() == nil)
    #expect(machine.admit(to: 1) == .wait)
    #expect(machine.unlock() == false)
    #expect(machine.next() == nil)
    #expect(machine.unlock() == true)
    #expect(machine.next() == 0)
  }

  @Test("Runs of one lane take no room of their own: a million waiting messages are counted at once")
  func runs() {
    var machine = TurnMachine()
    for _ in 0..<1_000_000 { machine.enqueue(4) }
    machine.enqueue(5)
    #expect(machine.waitingCount == 1_000_001)
    #expect(MemoryLayout<TurnMachine>.size <= 128)
  }

  @Test("Releasing a lock that is not held stops the program and says so", .realProcess)
  func unlockWithoutLock() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var machine = TurnMachine()
      machine.lock()
      _ = machine.unlock()
      _ = machine.unlock()
    }
    #if DEBUG
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A lock of the flow was released twice; release each lock once."))
    #endif
  }
}
