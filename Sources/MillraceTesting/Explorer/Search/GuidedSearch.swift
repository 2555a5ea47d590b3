/// An order that follows a list of wanted steps as far as possible, to try a shorter schedule.
///
/// A wanted step whose fiber cannot continue is skipped. After the last step the run stops, or continues with
/// the first fiber that can.
struct GuidedSearch: OrderStrategy {
  /// A wanted step of a fiber, with the answers it receives.
  struct WantedStep: Hashable {
    let fiber: FiberKey
    var answers: [Int] = []
  }

  private var wantedSteps: ArraySlice<WantedStep>
  private let stopsAtEnd: Bool
  private var answers: ArraySlice<Int> = []

  init(_ wantedSteps: [WantedStep], stopsAtEnd: Bool) {
    self.wantedSteps = wantedSteps[...]
    self.stopsAtEnd = stopsAtEnd
  }

  mutating func choose(_ moves: [Move], last: FiberKey?) -> Int? {
    answers = []
    while let step = wantedSteps.popFirst() {
      if let index = moves.firstIndex(where: { $0.fiber == step.fiber }) {
        answers = step.answers[...]
        return index
      }
    }
    if stopsAtEnd { return nil }
    return moves.firstIndex { $0.fiber == last } ?? 0
  }

  mutating func chooseAnswer(of count: Int) -> Int {
    min(answers.popFirst() ?? 0, count - 1)
  }
}
