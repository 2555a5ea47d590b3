/// The course of one run, step by step, for people to read.
///
/// Effects with one label are distinguished by the message that requested them, and the turns of an actor
/// carry the name of the effect that used it.
public struct Story: Hashable, Sendable {
  /// One step.
  public struct Step: Hashable, Sendable {
    /// The name of the user, effect or task that took the step.
    public let who: String
    /// The lines that describe the step; empty when only the task itself continued.
    public let lines: [String]
  }

  /// All steps, in order.
  public internal(set) var steps: [Step] = []
}

extension Story: CustomStringConvertible {
  /// The steps that have lines, with their numbers.
  public var description: String {
    let width = steps.map(\.who.count).max() ?? 0
    let shown = steps.filter { !$0.lines.isEmpty }
    let numbers = "\(shown.count)".count
    var text: [String] = []
    // A run that does not end has nothing new to show after a while.
    let folded = shown.count > 60 ? 20..<shown.count - 10 : 0..<0
    for (number, step) in shown.enumerated() where number == folded.lowerBound || !folded.contains(number) {
      if folded.contains(number) {
        text.append("… (\(folded.count) more)")
        continue
      }
      let count = "\(number + 1)"
      let margin = String(repeating: " ", count: numbers - count.count) + count
      let who = step.who + String(repeating: " ", count: width - step.who.count)
      for (index, line) in step.lines.enumerated() {
        text.append(
          index == 0
            ? "\(margin)  \(who)  \(line)" : String(repeating: " ", count: numbers + width + 4) + line)
      }
    }
    return text.joined(separator: "\n")
  }
}
