/// The parts that a relaxed step skips, to be printed once.
@usableFromInline
struct SkippedParts {
  /// The received messages that were not asserted, as texts.
  var turns: [String]
  /// The changes that were not asserted.
  var change: String?

  @usableFromInline var isEmpty: Bool { turns.isEmpty && change == nil }

  @usableFromInline
  init(turns: [String] = []) {
    self.turns = turns
  }

  /// Returns a text of what the step `name` skipped.
  func text(at name: String) -> String {
    var lines = ["Skipped at \(name):"]
    lines += turns.map { "  received \($0)" }
    if let change {
      lines.append("  changed (- asserted, + actual)")
      lines += change.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}
