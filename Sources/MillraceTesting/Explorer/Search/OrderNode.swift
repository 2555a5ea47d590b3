/// One point in the run of an exhaustive search: the possible moves, and those that have been tried.
struct OrderNode {
  /// A choice between answers in the middle of the step.
  struct Choice {
    let count: Int
    var taken: Int
  }

  /// The possible moves, in the order in which they became possible.
  let moves: [Move]
  /// The strand that is being tried.
  var chosen: StrandKey
  /// The strands that are tried or have to be.
  var wanted: Set<StrandKey>
  /// The strands that need not be tried again, with what they touched.
  ///
  /// They have been tried here, or were tried before and nothing since conflicts with them.
  var asleep: [StrandKey: Footprint]
  /// The strands that were asleep when the search first came here.
  let asleepAtFirst: Set<StrandKey>
  /// The answers chosen during the step, in order.
  var choices: [Choice] = []
  /// The footprint of the chosen step, with the present answers.
  var footprint = Footprint()
  /// The footprint of the chosen step with all answers so far.
  var footprints = Footprint()
  /// The steps that must come before the chosen one.
  var before = StepSet()
  /// The state in which the chosen step is taken, if the search wanted to know it.
  var state: UInt64?
  /// The footprints from here on, by strand, in all runs so far.
  var summary: [StrandKey: Footprint] = [:]
  /// True when a bound ended a run from here.
  var wasCut = false
  /// The number of switches so far away from a strand that could continue.
  let preemptions: Int
  /// The strand of the previous step, if it can continue here.
  let last: StrandKey?

  init(moves: [Move], chosen: StrandKey, asleep: [StrandKey: Footprint], preemptions: Int, last: StrandKey?) {
    self.moves = moves
    self.chosen = chosen
    wanted = [chosen]
    self.asleep = asleep
    asleepAtFirst = Set(asleep.keys)
    self.preemptions = preemptions
    self.last = last
  }

  var move: Move? { moves.first { $0.strand == chosen } }

  /// The number of preemptions so far, the chosen step included.
  var preemptionsAfter: Int {
    if let last, last != chosen { preemptions + 1 } else { preemptions }
  }

  mutating func note(_ strand: StrandKey, _ footprint: Footprint) {
    summary[strand, default: Footprint()].formUnion(footprint)
  }
}

/// A set of the numbers of steps in one run.
struct StepSet: Hashable, Sendable {
  private var words: [UInt64] = []

  func contains(_ step: Int) -> Bool {
    let word = step >> 6
    return word < words.count && words[word] & (1 << UInt64(step & 63)) != 0
  }

  mutating func insert(_ step: Int) {
    let word = step >> 6
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(step & 63)
  }

  mutating func formUnion(_ other: StepSet) {
    while words.count < other.words.count { words.append(0) }
    for (word, bits) in other.words.enumerated() { words[word] |= bits }
  }
}
