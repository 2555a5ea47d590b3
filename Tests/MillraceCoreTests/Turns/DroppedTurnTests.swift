import Testing

@testable import MillraceCore

/// A machine that forgets the messages of a lane.
struct DroppedTurnTests {
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) | (state << 31)
    }
  }

  @Test("random arrivals, turns, locks and drops are those of a list of lanes", arguments: 1...200)
  func law(seed: UInt64) {
    var random = Random(state: seed)
    var machine = TurnMachine()
    var waiting: [Int] = []
    var passing: [Int] = []
    var locks = 0
    for step in 0..<200 {
      let lane = Int.random(in: 0..<4, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1, 2:
        let count = Int.random(in: 1...3, using: &random)
        machine.enqueue(lane, count: count)
        waiting += Array(repeating: lane, count: count)
      case 3:
        machine.drop(lane)
        waiting.removeAll { $0 == lane }
      case 4:
        machine.lock()
        locks += 1
      case 5:
        if locks > 0 {
          locks -= 1
          let isLast = machine.unlock()
          #expect(isLast == (locks == 0), "seed \(seed), step \(step)")
        }
      case 6:
        if case .wait = machine.arrivePassing(at: lane) { passing.append(lane) } else { machine.endTurn() }
        if step.isMultiple(of: 3) {
          // One that waits, because a turn is being taken.
          if case .run = machine.arrivePassing(at: lane) {
            _ = machine.arrivePassing(at: lane)
            passing.append(lane)
            machine.drop(lane)
            waiting.removeAll { $0 == lane }
            machine.endTurn()
          } else {
            passing.append(lane)
          }
        }
      case 7:
        let expected = passing.isEmpty ? nil : passing.removeFirst()
        let next = machine.nextPassing()
        #expect(next == expected, "seed \(seed), step \(step)")
        if expected != nil { machine.endTurn() }
      default:
        let isFree = locks == 0 && passing.isEmpty
        let expected = isFree && !waiting.isEmpty ? waiting.removeFirst() : nil
        let next = machine.next()
        #expect(next == expected, "seed \(seed), step \(step)")
        guard expected != nil else { continue }
        while let lane = waiting.first, Bool.random(using: &random) {
          let passes = [machine.passTurn(to: lane + 1), machine.passTurn(to: lane)]
          #expect(passes == [false, true], "seed \(seed), step \(step)")
          waiting.removeFirst()
        }
        machine.endTurn()
      }
      #expect(machine.waitingCount == waiting.count + passing.count, "seed \(seed), step \(step)")
      #expect(machine.isEmpty == (waiting.isEmpty && passing.isEmpty), "seed \(seed), step \(step)")
    }
  }

  @Test("dropping a lane of which nothing waits changes nothing")
  func nothing() {
    var machine = TurnMachine()
    machine.drop(3)
    #expect(machine.isEmpty && machine.isFree)
    machine.enqueue(1)
    machine.drop(3)
    let next = machine.next()
    #expect(next == 1)
  }
}
