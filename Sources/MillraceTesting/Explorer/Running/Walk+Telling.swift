import Millrace

/// What is told of the run, for people.
extension Walk {
  func stateTexts() -> [(String, Any)] {
    var texts: [(String, Any)] = []
    scene.forEachState { texts.append(($0, $1)) }
    runtime.forEachPlace { texts.append(($0, $1)) }
    return texts
  }

  /// What has changed in a state: field by field where the values are short, and else line by line.
  private func changes(_ name: String, _ old: Any, _ new: Any) -> [String] {
    guard let difference = Difference(from: old, to: new) else { return [] }
    let fields = zip(Mirror(reflecting: old).children, Mirror(reflecting: new).children)
    var short: [String] = []
    for (before, after) in fields where Difference(from: before.value, to: after.value) != nil {
      let line = "\(name).\(after.label ?? "?"): \(readableText(before.value)) → \(readableText(after.value))"
      if line.count > 100 || line.contains("\n") { short = []; break }
      short.append(line)
    }
    let isStruct = Mirror(reflecting: new).displayStyle == .struct
    if isStruct, !short.isEmpty { return short }
    let line = "\(name): \(readableText(old)) → \(readableText(new))"
    if line.count <= 100, !line.contains("\n") { return [line] }
    return ["\(name):"] + "\(difference)".split(separator: "\n").map { "  \($0)" }
  }

  /// A message as it describes itself, or else as it is.
  private func text(of message: any Sendable) -> String {
    if message is String { return readableLine(message) }
    return (message as? any CustomStringConvertible).map { "\($0)" } ?? readableLine(message)
  }

  func tell(_ who: String, _ move: Move, _ news: StepNews) {
    var told: [String] = []
    if move.ordinal == 0 { told.append("lets the time go on to \(runtime.clock.now)") }
    for turn in news.turns {
      told.append(text(of: turn.message) + (turn.isHandled ? "" : ", which nobody handles"))
    }
    for (_, event) in news.events {
      let label = event.label.map { "\($0)" } ?? "an effect"
      switch event.kind {
      case .started: told.append("starts \(label)")
      case .waiting: told.append("\(label) waits in \(event.queue.map { "\($0)" } ?? "its queue")")
      case .cancelled: told.append("cancels \(label)")
      case .dropped: told.append("drops \(label)")
      case .failed(let error): told.append("\(label) failed: \(error)")
      case .finished: break
      }
    }
    told += lines
    lines = []
    let now = stateTexts()
    for ((name, old), (_, new)) in zip(texts, now) { told += changes(name, old, new) }
    texts = now
    result.story.steps.append(Story.Step(who: who, lines: told))
  }
}
