/// One point of the run that an exhaustive search is at: what could happen there, and what has been tried.
struct OrderNode {
  /// A choice between answers in the middle of the step.
  struct Choice {
    let count: Int
    var taken: Int
  }

  /// What could happen, in the order in which it became possible.
  let moves: [Move]
  /// What is being tried.
  var chosen: StrandKey
  /// What is tried or has to be.
  var wanted: Set<StrandKey>
  /// What has been tried, or need not be because it was tried before and what happened since does not touch it; with
  /// what it touched then.
  var asleep: [StrandKey: Footprint]
  /// Who was asleep when the search came here first.
  let asleepAtFirst: Set<StrandKey>
  /// The answers chosen during the step, in order.
  var choices: [Choice] = []
  /// What the chosen step touched, with the answers at hand.
  var footprint = Footprint()
  /// What it touched with all answers so far.
  var footprints = Footprint()
  /// The steps that must come before the chosen one.
  var before = StepSet()
  /// The state in which the chosen step is taken, if it was asked for.
  var state: UInt64?
  /// What was touched by whom from here on, in all runs so far.
  var summary: [StrandKey: Footprint] = [:]
  /// Whether a run from here was ended by a bound.
  var wasCut = false
  /// How often the strand was changed on the way here though it could go on.
  let preemptions: Int
  /// Who took the step before, if it could go on here.
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

  /// The chosen move.
  var move: Move? { moves.first { $0.strand == chosen } }

  /// How often the strand was changed so far, the chosen step included.
  var preemptionsAfter: Int {
    if let last, last != chosen { preemptions + 1 } else { preemptions }
  }

  mutating func note(_ strand: StrandKey, _ footprint: Footprint) {
    summary[strand, default: Footprint()].formUnion(footprint)
  }
}
