/// An order that follows a wish as far as it can, for trying whether a shorter schedule does.
///
/// Where the strand wished for cannot go on, the next wish is taken. When no wish is left the run stops, or goes on with
/// whoever was first.
struct GuidedSearch: OrderStrategy {
  /// What is wished for: a step of a strand, with the answers it gets.
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
