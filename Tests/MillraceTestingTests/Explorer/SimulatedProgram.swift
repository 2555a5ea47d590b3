import TestResources

/// A little concurrent program, for trying searches on without any real task.
struct SimulatedProgram: CustomStringConvertible {
  /// The actions of a step; in the order given, as one.
  enum Action: Hashable {
    /// Makes a variable a value.
    case write(Int, Int)
    /// Takes a variable over.
    case load(Int)
    /// Adds what was taken over to a variable.
    case add(Int)
    /// Takes one of so many answers.
    case choose(Int)
    /// Begins a fiber.
    case spawn(Int)
    /// Cancels a fiber, if it has begun.
    case cancel(Int)
    /// Takes over whether the fiber was cancelled, as a value.
    case askCancelled
    /// Takes over the time.
    case askTime
    /// Is wrong if what was taken over is this.
    case refuse(Int)
    /// Sleeps; the last action of a step.
    case sleep(Int)
  }

  /// A rule on two variables, which must not have these values at once after any step.
  struct Rule: Hashable {
    let first: Int
    let firstValue: Int
    let second: Int
    let secondValue: Int
  }

  var fibers: [[[Action]]]
  /// The number of fibers that are there from the beginning; the others are begun by them.
  var starting: Int
  var variables: Int
  var rules: [Rule] = []
  /// True if the time goes on only when nothing else can.
  var timeWaits = false

  var description: String {
    var lines = fibers.enumerated().map { number, steps in
      "\(number < starting ? "fiber" : "spawned") \(number): \(steps.map { "\($0)" }.joined(separator: " | "))"
    }
    lines += rules.map { "never v\($0.first)=\($0.firstValue) with v\($0.second)=\($0.secondValue)" }
    if timeWaits { lines.append("time waits") }
    return lines.joined(separator: "\n")
  }
}

extension SimulatedProgram {
  /// The abilities of random programs.
  struct Kinds: OptionSet {
    let rawValue: Int

    static let choices = Kinds(rawValue: 1)
    static let cancellations = Kinds(rawValue: 2)
    static let sleeps = Kinds(rawValue: 4)
    static let spawns = Kinds(rawValue: 8)
    static let all: Kinds = [.choices, .cancellations, .sleeps, .spawns]
  }

  /// A program drawn at random.
  static func random(_ kinds: Kinds, using random: inout SeededGenerator) -> SimulatedProgram {
    let starting = Int.random(in: 2...3, using: &random)
    let count = starting + (kinds.contains(.spawns) ? Int.random(in: 0...2, using: &random) : 0)
    let variables = Int.random(in: 1...3, using: &random)
    var budget = count == 2 ? 9 : 8
    var fibers: [[[Action]]] = []
    for number in 0..<count {
      let steps = max(min(Int.random(in: 1...4, using: &random), budget), 1)
      budget -= steps
      fibers.append(
        (0..<steps).map { _ in
          step(
            number < starting ? kinds : kinds.subtracting(.spawns), count, starting, variables, using: &random
          )
        })
    }
    for spawned in starting..<count {
      // Each is begun at least once.
      let by = Int.random(in: 0..<starting, using: &random)
      let at = Int.random(in: 0..<fibers[by].count, using: &random)
      if !fibers.joined().joined().contains(.spawn(spawned)) {
        fibers[by][at].insert(.spawn(spawned), at: 0)
      }
    }
    let rules = (0..<Int.random(in: 0...1, using: &random)).map { _ in
      Rule(
        first: Int.random(in: 0..<variables, using: &random),
        firstValue: Int.random(in: 0...2, using: &random),
        second: Int.random(in: 0..<variables, using: &random),
        secondValue: Int.random(in: 1...3, using: &random))
    }
    return SimulatedProgram(
      fibers: fibers, starting: starting, variables: variables, rules: rules,
      timeWaits: kinds.contains(.sleeps) && Int.random(in: 0..<4, using: &random) == 0)
  }

  private static func step(
    _ kinds: Kinds, _ fibers: Int, _ starting: Int, _ variables: Int, using random: inout SeededGenerator
  ) -> [Action] {
    var actions = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      action(kinds, fibers, variables, using: &random)
    }
    if kinds.contains(.spawns), fibers > starting, Int.random(in: 0..<10, using: &random) == 0 {
      actions.append(.spawn(Int.random(in: starting..<fibers, using: &random)))
    }
    if kinds.contains(.sleeps), Int.random(in: 0..<4, using: &random) == 0 {
      actions.append(.sleep(Int.random(in: 1...3, using: &random)))
    }
    return actions
  }

  private static func action(
    _ kinds: Kinds, _ fibers: Int, _ variables: Int, using random: inout SeededGenerator
  ) -> Action {
    let variable = Int.random(in: 0..<variables, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1, 2: return .write(variable, Int.random(in: 1...3, using: &random))
    case 3, 4, 5: return .load(variable)
    case 6, 7: return .add(variable)
    case 8 where kinds.contains(.choices): return .choose(2)
    case 9 where kinds.contains(.cancellations), 10 where kinds.contains(.cancellations):
      return .cancel(Int.random(in: 0..<fibers, using: &random))
    case 11 where kinds.contains(.cancellations): return .askCancelled
    case 12 where kinds.contains(.sleeps): return .askTime
    case 13: return .refuse(Int.random(in: 1...4, using: &random))
    default: return .load(variable)
    }
  }
}
