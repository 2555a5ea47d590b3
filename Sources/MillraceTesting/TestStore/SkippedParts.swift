/// What a relaxed step goes past, to be printed once.
@usableFromInline
struct SkippedParts {
  /// The messages that were received and not asserted, as texts.
  var turns: [String] = []
  /// What has changed and was not asserted.
  var change: String?

  @usableFromInline var isEmpty: Bool { turns.isEmpty && change == nil }

  @usableFromInline
  init() {}

  init(turns: [String]) {
    self.turns = turns
  }

  /// What was skipped at the step that is called `name`.
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
