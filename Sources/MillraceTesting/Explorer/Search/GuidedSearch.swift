/// An order that follows a list of wishes as far as possible, to try a shorter schedule.
///
/// A wish whose strand cannot continue is skipped. After the last wish the run stops, or continues with the
/// first strand that can.
struct GuidedSearch: OrderStrategy {
  /// A wish: a step of a strand, with the answers it receives.
  struct Wish: Hashable {
    let strand: StrandKey
    var answers: [Int] = []
  }

  private let wishes: [Wish]
  private let stopsAtEnd: Bool
  private var next = 0
  private var answers: ArraySlice<Int> = []

  init(_ wishes: [Wish], stopsAtEnd: Bool) {
    self.wishes = wishes
    self.stopsAtEnd = stopsAtEnd
  }

  var wantsStates: Bool { false }

  mutating func begin() {}

  mutating func choose(_ moves: [Move], last: StrandKey?) -> Int? {
    answers = []
    while next < wishes.count {
      let wish = wishes[next]
      next += 1
      if let index = moves.firstIndex(where: { $0.strand == wish.strand }) {
        answers = wish.answers[...]
        return index
      }
    }
    if stopsAtEnd { return nil }
    return moves.firstIndex { $0.strand == last } ?? 0
  }

  mutating func chooseAnswer(of count: Int) -> Int {
    min(answers.popFirst() ?? 0, count - 1)
  }

  mutating func took(_ footprint: Footprint) {}

  mutating func arrived(at state: UInt64) -> Bool { true }

  mutating func end(wasCut: Bool) -> Bool { false }
}
