import Millrace

/// The story of a run while it happens.
///
/// Names are given at the end: two effects with one label are distinguished by the message that requested
/// them, and until then it is unknown whether there are two.
struct StoryWriter {
  /// A part of a step, before names are given.
  enum Line {
    case text(String)
    /// A line about an effect, whose name stands between the two texts.
    case effect(EffectName, label: String, before: String, after: String)
  }

  private var steps: [(ordinal: Int, lines: [Line])] = []
  private var messages: [TurnName: String] = [:]
  private var effects: [EffectName: (label: String, turn: TurnName)] = [:]
  /// The fibers in whose steps others appeared, by the numbers of those.
  private var parents: [Int: Int] = [:]

  /// Records the messages, as texts, and the effects that they requested.
  mutating func note(_ results: StepResults, text: (any Sendable) -> String) {
    for (flow, turn) in zip(results.flows, results.turns) {
      messages[TurnName(flow: flow, sequence: turn.sequence)] = text(turn.message)
    }
    for (name, event) in results.events where effects[name] == nil {
      effects[name] = (event.label.map { "\($0)" } ?? "an effect", name.turn(event.turn))
    }
  }

  /// Records the fibers that appeared in a step of another one.
  mutating func note(_ children: Range<Int>, of parent: Int) {
    for child in children { parents[child] = parent }
  }

  mutating func add(_ ordinal: Int, _ lines: [Line]) {
    steps.append((ordinal, lines))
  }

  /// Returns the story with all names given.
  func story(_ fibers: [Fiber]) -> Story {
    let askers = askers
    let names = names(of: fibers, askers)
    var story = Story()
    for (ordinal, lines) in steps {
      let texts = lines.map { line in
        switch line {
        case .text(let text): text
        case .effect(let name, let label, let before, let after):
          before + label + (askers[name] ?? "") + after
        }
      }
      story.steps.append(Story.Step(who: names[ordinal], lines: texts))
    }
    return story
  }

  /// Returns each fiber's name in the story, by its name in the run.
  func renamed(_ fibers: [Fiber]) -> [String: String] {
    Dictionary(zip(fibers.map(\.name), names(of: fibers, askers))) { first, _ in first }
  }

  private func order(_ effect: EffectName) -> (Int, UInt64, UInt64) {
    (effect.store.flow, effect.store.number, effect.serial)
  }

  /// The suffixes for the names of effects that share a label.
  private var askers: [EffectName: String] {
    let count = effects.values.reduce(into: [:]) { $0[$1.label, default: 0] += 1 }
    var texts: [EffectName: String] = [:]
    var seen: [String: Int] = [:]
    for (name, effect) in effects.sorted(by: { order($0.key) < order($1.key) })
    where count[effect.label] ?? 0 > 1 {
      guard let message = messages[effect.turn] else { continue }
      let text = ", requested by \(message)"
      let times = seen[effect.label + text, default: 0] + 1
      seen[effect.label + text] = times
      texts[name] = times == 1 ? text : "\(text) (\(times))"
    }
    return texts
  }

  private func names(of fibers: [Fiber], _ askers: [EffectName: String]) -> [String] {
    var names: [String] = []
    var users: [String?] = []
    for (ordinal, fiber) in fibers.enumerated() {
      let parent = parents[ordinal] ?? 0
      let isKnown = parent > 0 && parent < ordinal
      users.append(nil)
      switch fiber.kind {
      case .effect:
        names.append(fiber.effect.flatMap { askers[$0] }.map { fiber.title + $0 } ?? fiber.name)
      case .actor where isKnown:
        // An actor's next turn may be requested in the turn before.
        let user = users[parent] ?? names[parent]
        users[ordinal] = user
        names.append("an actor used by \(user)")
      case .child where isKnown:
        names.append("a task of \(names[parent])" + fiber.name.dropFirst(fiber.title.count))
      default: names.append(fiber.name)
      }
    }
    return names
  }
}
