/// The order of a given schedule.
struct ReplaySearch: OrderStrategy {
  private let decisions: [Schedule.Decision]
  private var next = 0
  private var step = 0

  init(_ schedule: Schedule) {
    decisions = schedule.decisions
  }

  var wantsStates: Bool { false }

  mutating func begin() {}

  mutating func choose(_ moves: [Move], last: FiberKey?) throws(OrderProblem) -> Int? {
    guard next < decisions.count else { return nil }
    guard case .fiber(let ordinal) = decisions[next],
      let index = moves.firstIndex(where: { $0.ordinal == ordinal })
    else { throw .notPossible(step: step) }
    next += 1
    step += 1
    return index
  }

  mutating func chooseAnswer(of count: Int) throws(OrderProblem) -> Int {
    guard next < decisions.count, case .answer(let answer) = decisions[next], answer < count else {
      throw .notPossible(step: step)
    }
    next += 1
    return answer
  }

  mutating func took(_ footprint: Footprint) {}

  mutating func arrived(at state: UInt64) -> Bool { true }

  mutating func end(wasCut: Bool) -> Bool { false }
}
