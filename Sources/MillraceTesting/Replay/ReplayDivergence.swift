/// One difference between a replay and its record; a turn may have several.
public enum ReplayFinding: Hashable, Sendable {
  /// The state differs; in the text, "-" marks the recorded lines and "+" today's.
  case state(String)
  /// The update handled the message then and does not today, or the reverse.
  case handled(recorded: Bool)
  /// Other effects were started, queued, cancelled or dropped; the difference as text.
  case effects(String)
  /// Other effects were in flight when the recording of the store began; the difference as text.
  case effectsAtBeginning(String)
  /// Other subscriptions existed when the recording of the store began; the difference as text.
  case subscriptionsAtBeginning(String)
  /// A turn sent a message then, and does not today.
  case messageMissing(byTurn: UInt64)
  /// A turn sends another message than then; the difference as text.
  case messageDiffers(byTurn: UInt64, difference: String)
  /// A turn sends a message today that it did not send then.
  case messageExtra(String, store: String, byTurn: UInt64)
  /// The message came from an effect that does not run today; the reason follows "which".
  case effectNotRunning(UInt64, why: String)
  /// The message came from a subscription that does not exist today.
  case subscriptionNotRunning(UInt64)
  /// The message took no turn.
  case noTurn
}

extension ReplayFinding: CustomStringConvertible {
  /// A sentence, followed by the difference.
  public var description: String {
    switch self {
    case .state(let difference): Self.text("The state differs from the recorded one:", difference)
    case .handled(true): "The message was handled then, and is unhandled now."
    case .handled(false): "The message was unhandled then, and is handled now."
    case .effects(let difference):
      Self.text("The events of effects differ from the recorded ones:", difference)
    case .effectsAtBeginning(let difference):
      Self.text(
        "The effects in flight at the beginning of the recording differ from the recorded ones:", difference)
    case .subscriptionsAtBeginning(let difference):
      Self.text(
        "The subscriptions at the beginning of the recording differ from the recorded ones:", difference)
    case .messageMissing(let turn):
      """
      Turn \(turn) sent this message then, but does not now. A message that a gate delays or a lock stops counts as \
      not sent.
      """
    case .messageDiffers(let turn, let difference):
      Self.text("Turn \(turn) sends another message now:", difference)
    case .messageExtra(let message, let store, let turn):
      "Turn \(turn) sends `\(message)` to `\(store)` now, but did not then."
    case .effectNotRunning(let serial, let why):
      "The message came from effect \(serial), which \(why)."
    case .subscriptionNotRunning(let serial):
      "The message came from subscription \(serial), which does not exist now."
    case .noTurn: "The message took no turn now; a gate or a lock of the flow may stop it."
    }
  }

  private static func text(_ sentence: String, _ difference: String) -> String {
    ([sentence] + difference.split(separator: "\n").map { "  \($0)" }).joined(separator: "\n")
  }

  /// Returns the difference between two lists of effects; nil for none.
  static func difference(_ recorded: [RecordedEffect], _ today: [RecordedEffect]) -> String? {
    if recorded == today { return nil }
    let script = today.difference(from: recorded)
    var lines = recorded.map { "  \($0)" }
    for case .remove(let offset, let effect, _) in script { lines[offset] = "- \(effect)" }
    // Insertions have offsets in today's list, which has every unmarked line and those before it.
    for case .insert(let offset, let effect, _) in script {
      var place = 0
      var kept = 0
      while place < lines.count, kept < offset || lines[place].hasPrefix("-") {
        if !lines[place].hasPrefix("-") { kept += 1 }
        place += 1
      }
      lines.insert("+ \(effect)", at: place)
    }
    return lines.joined(separator: "\n")
  }
}

/// The first turn at which a replay differs from its record.
public struct ReplayDivergence: Hashable, Sendable {
  /// The place of a divergence.
  public enum Place: Hashable, Sendable {
    /// Before any turn of the store.
    case beginning
    /// In the turn with this recorded number.
    case turn(UInt64)
    /// After the turn with this number, at the end of an effect or of a delay.
    case after(UInt64)
  }

  /// The place of the divergence.
  public let place: Place
  /// The store.
  public let store: String
  /// The message of the turn, as text; nil outside of turns.
  public let message: String?
  /// The cause of the message, in the words of `Cause`; nil outside of turns.
  public let cause: String?
  /// The differences.
  public let findings: [ReplayFinding]
  /// The last turns before it, which agree.
  public let context: [String]

  /// The number of the turn in which, or after which, it was found; 0 before any turn.
  public var turn: UInt64 {
    switch place {
    case .beginning: 0
    case .turn(let turn), .after(let turn): turn
    }
  }
}

extension ReplayDivergence: CustomStringConvertible {
  /// The place, the differences, and the turns before, as lines for people.
  public var description: String {
    var lines: [String] = []
    switch place {
    case .beginning: lines.append("The replay diverges before the first turn of `\(store)`.")
    case .turn(let turn):
      lines.append(
        "The replay diverges in turn \(turn), `\(message ?? "")` to `\(store)` (\(cause ?? "")).")
    case .after(let turn): lines.append("The replay diverges after turn \(turn), in `\(store)`.")
    }
    for finding in findings {
      lines += "\(finding)".split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    }
    if !context.isEmpty {
      lines.append("Before it:")
      lines += context.map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}

/// The result of a replay.
public struct ReplayReport: Hashable, Sendable {
  /// The number of compared turns, the one that diverges included.
  public let turnsCompared: Int
  /// The number of turns in the history.
  public let turnCount: Int
  /// True when the last line was cut off and left out.
  public let isCutShort: Bool
  /// The first divergence; nil when today's code behaves as recorded.
  public let divergence: ReplayDivergence?
}

extension ReplayReport: CustomStringConvertible {
  /// One line, or the divergence.
  public var description: String {
    let cut = isCutShort ? " The last line of the history was cut off and left out." : ""
    guard let divergence else {
      return "All \(turnsCompared) turns agree with the history.\(cut)"
    }
    return "\(divergence)\n\(turnsCompared) of \(turnCount) turns were compared.\(cut)"
  }
}
