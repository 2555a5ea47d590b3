/// One point in the run of an exhaustive search: the possible moves, and those that have been tried.
struct OrderNode {
  /// A choice between answers in the middle of the step.
  struct Choice {
    let count: Int
    var taken: Int
  }

  /// The possible moves, in the order in which they became possible.
  let moves: [Move]
  /// The fiber that is being tried.
  var chosen: FiberKey
  /// The fibers that are tried or have to be.
  var wanted: Set<FiberKey>
  /// The fibers that need not be tried again, with what they touched.
  ///
  /// They have been tried here, or were tried before and nothing since conflicts with them.
  var asleep: [FiberKey: Footprint]
  /// The fibers that were asleep when the search first came here.
  let asleepAtFirst: Set<FiberKey>
  /// The answers chosen during the step, in order.
  var choices: [Choice] = []
  /// The footprint of the chosen step, with the present answers.
  var footprint = Footprint()
  /// The footprint of the chosen step with all answers so far.
  var footprints = Footprint()
  /// The steps that must come before the chosen one.
  var before = StepSet()
  /// The digest of the run up to here.
  var digest: UInt64 = 0
  /// The state in which the chosen step is taken, if the search wanted to know it.
  var state: UInt64?
  /// The footprints from here on, by fiber, in all runs so far.
  var summary: [FiberKey: Footprint] = [:]
  /// True when a bound ended a run from here.
  var wasCut = false
  /// The number of switches so far away from a fiber that could continue.
  let preemptions: Int
  /// The fiber of the previous step, if it can continue here.
  let last: FiberKey?

  init(moves: [Move], chosen: FiberKey, asleep: [FiberKey: Footprint], preemptions: Int, last: FiberKey?) {
    self.moves = moves
    self.chosen = chosen
    wanted = [chosen]
    self.asleep = asleep
    asleepAtFirst = Set(asleep.keys)
    self.preemptions = preemptions
    self.last = last
  }

  var move: Move? { moves.first { $0.fiber == chosen } }

  /// The number of preemptions so far, the chosen step included.
  var preemptionsAfter: Int {
    if let last, last != chosen { preemptions + 1 } else { preemptions }
  }

  mutating func note(_ fiber: FiberKey, _ footprint: Footprint) {
    summary[fiber, default: Footprint()].formUnion(footprint)
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
