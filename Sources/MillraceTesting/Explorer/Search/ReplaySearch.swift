/// The order of a given schedule.
struct ReplaySearch: OrderStrategy {
  private var decisions: ArraySlice<Schedule.Decision>
  private var step = 0

  init(_ schedule: Schedule) {
    decisions = schedule.decisions[...]
  }

  mutating func choose(_ moves: [Move], last: FiberKey?) throws(OrderProblem) -> Int? {
    guard let decision = decisions.popFirst() else { return nil }
    guard case .fiber(let ordinal) = decision, let index = moves.firstIndex(where: { $0.ordinal == ordinal })
    else { throw .notPossible(step: step) }
    step += 1
    return index
  }

  mutating func chooseAnswer(of count: Int) throws(OrderProblem) -> Int {
    guard case .answer(let answer) = decisions.popFirst(), answer < count else {
      throw .notPossible(step: step)
    }
    return answer
  }
}
