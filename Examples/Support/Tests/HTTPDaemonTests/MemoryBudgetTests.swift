import Testing

@testable import HTTPDaemon

@Suite("The memory that clients make the server hold")
struct MemoryBudgetTests {
  private var limits: Limits {
    var limits = Limits()
    (limits.bodies, limits.answers) = (100, 100)
    return limits
  }

  @Test("Bodies grow up to the limit, and what they give back is there for others")
  func bodies() {
    var budget = MemoryBudget<Int>(limits)
    let grown = [60, 40, 1].map { budget.grow(by: $0) }
    #expect(grown == [true, true, false])
    #expect(budget.bodies == 100 && !budget.hasRoomForBodies)
    budget.shrink(by: 60)
    #expect(budget.hasRoomForBodies)
    let again = [61, 60].map { budget.grow(by: $0) }
    #expect(again == [false, true])
  }

  @Test(
    "An answer that many take counts once, until the last has it; and one alone may be larger than the limit")
  func answers() {
    var budget = MemoryBudget<String>(limits)
    let held = [("a", 90), ("a", 90), ("b", 500), ("c", 1), ("a", 90)].map { budget.hold($0.0, bytes: $0.1) }
    #expect(held == [true, true, true, false, true])
    #expect(budget.answers == 590)
    budget.release("b")
    for _ in 0..<2 { budget.release("a") }
    #expect(budget.answers == 90)
    for _ in 0..<2 { budget.release("a") }
    #expect(budget.answers == 0)
  }

  @Test("Whatever is held and released, in the end nothing is counted")
  func law() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = seed
    var budget = MemoryBudget<UInt64>(limits)
    var held: [UInt64] = []
    for _ in 0..<5000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let answer = random >> 60
      if random >> 40 & 1 == 0 {
        if budget.hold(answer, bytes: Int(answer)) { held.append(answer) }
      } else if let last = held.popLast() {
        budget.release(last)
      }
      #expect(budget.answers == Set(held).reduce(0) { $0 + Int($1) }, "seed \(seed)")
    }
    for answer in held { budget.release(answer) }
    #expect(budget.answers == 0, "seed \(seed)")
  }
}
