import MillraceCore
import Testing

/// A sequence of steps, each with effects that stand in some queue or are sequences themselves.
private indirect enum Plan {
  case effect
  case sequence([[Plan]])

  static func random(depth: Int, using random: inout LawRandom) -> Plan {
    if depth == 0 || Bool.random(using: &random) { return .effect }
    return .sequence(
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        (0..<Int.random(in: 0...3, using: &random)).map { _ in Plan.random(depth: depth - 1, using: &random) }
      })
  }

  /// Returns the number of effects in it.
  func count() -> Int {
    switch self {
    case .effect: 1
    case .sequence(let steps): steps.joined().reduce(0) { $0 + $1.count() }
    }
  }
}

/// Performs plans by means of a tracker as a shell does, and looks whether a step began too early.
private struct Shell {
  struct Running {
    /// The sequences the effect is in, from the outermost, each followed by the number of its step.
    let path: [Int]
    let sequence: Int?
  }

  var tracker = SequenceTracker()
  var steps: [Int: (rest: ArraySlice<[Plan]>, path: [Int], index: Int)] = [:]
  var running: [Running] = []
  var begun = 0
  /// The number of times that two effects of different steps of one sequence ran at a time.
  var overlaps = 0
  private var left: [Int] = []
  private var names = 0

  mutating func begin(_ plan: Plan) {
    hand(plan, in: nil, path: [])
    advanceAll()
  }

  private mutating func hand(_ plan: Plan, in sequence: Int?, path: [Int]) {
    switch plan {
    case .effect:
      if let sequence { tracker.enter(sequence) }
      for other in running where areInDifferentSteps(path, other.path) { overlaps += 1 }
      running.append(Running(path: path, sequence: sequence))
      begun += 1
    case .sequence(let plans):
      let node = tracker.open(in: sequence)
      names += 1
      steps[node] = (plans[...], path + [names], 0)
      advance(node)
    }
  }

  /// Returns true if the first difference between two paths is the number of a step.
  private func areInDifferentSteps(_ left: [Int], _ right: [Int]) -> Bool {
    let difference = zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }
    return difference.map { $0.offset % 2 == 1 } ?? false
  }

  mutating func end(_ index: Int) {
    let ended = running.remove(at: index)
    if let sequence = ended.sequence { left.append(sequence) }
    advanceAll()
  }

  private mutating func advanceAll() {
    while let sequence = left.popLast() {
      if tracker.leave(sequence) { advance(sequence) }
    }
  }

  private mutating func advance(_ sequence: Int) {
    while let (rest, path, index) = steps[sequence] {
      guard let step = rest.first else {
        steps[sequence] = nil
        if let parent = tracker.close(sequence) { left.append(parent) }
        return
      }
      steps[sequence] = (rest.dropFirst(), path, index + 1)
      tracker.enter(sequence)
      for plan in step { hand(plan, in: sequence, path: path + [index]) }
      if !tracker.leave(sequence) { return }
    }
  }
}

@Suite("The sequence tracker")
struct SequenceTrackerTests {
  @Test(
    "A step begins when all of the one before has ended, however sequences nest", arguments: LawRandom.seeds)
  func steps(seed: UInt64) {
    var random = LawRandom(seed: seed)
    for round in 0..<200 {
      var shell = Shell()
      let plans = (0..<3).map { _ in Plan.random(depth: 4, using: &random) }
      for plan in plans { shell.begin(plan) }
      while !shell.running.isEmpty { shell.end(.random(in: shell.running.indices, using: &random)) }

      #expect(shell.tracker.openCount == 0, "seed \(seed), round \(round)")
      #expect(shell.steps.isEmpty)
      #expect(shell.begun == plans.reduce(0) { $0 + $1.count() }, "seed \(seed), round \(round)")
      #expect(shell.overlaps == 0, "seed \(seed), round \(round)")
    }
  }

  @Test("Of two effects of one sequence the one of an earlier step has ended before the other begins")
  func order() {
    var shell = Shell()
    // Two effects, then a sequence of two steps beside a third effect, then one more.
    shell.begin(.sequence([[.effect, .effect], [.sequence([[.effect], [.effect]]), .effect], [.effect]]))
    #expect(shell.running.count == 2)
    shell.end(0)
    #expect(shell.running.count == 1)
    shell.end(0)
    #expect(shell.running.count == 2)
    shell.end(1)
    #expect(shell.running.count == 1)
    shell.end(0)
    #expect(shell.running.count == 1, "the second step of the inner sequence")
    shell.end(0)
    #expect(shell.running.count == 1, "the last step of the outer one")
    #expect(shell.tracker.openCount == 1)
    shell.end(0)
    #expect(shell.tracker.openCount == 0)
  }

  @Test("An empty sequence is over when it has begun, and empty steps are passed over")
  func empty() {
    var shell = Shell()
    shell.begin(.sequence([]))
    shell.begin(.sequence([[], [.sequence([])], []]))
    #expect(shell.tracker.openCount == 0)
    shell.begin(.sequence([[], [.effect], [.sequence([[], []])]]))
    #expect(shell.tracker.openCount == 1)
    shell.end(0)
    #expect(shell.tracker.openCount == 0)
  }

  @Test("The number of a sequence that is over is given to a later one, and closing twice does nothing")
  func numbers() {
    var tracker = SequenceTracker()
    let first = tracker.open(in: nil)
    let second = tracker.open(in: first)
    #expect(tracker.close(second) == first)
    #expect(tracker.close(second) == nil)
    #expect(tracker.openCount == 1)
    #expect(tracker.open(in: nil) == second)
    #expect(tracker.openCount == 2)
  }
}
