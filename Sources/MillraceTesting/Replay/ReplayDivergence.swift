/// One way in which a replay differs from what was recorded; a turn may have several.
public enum ReplayFinding: Hashable, Sendable {
  /// The state is another; the difference, with "-" before what was recorded and "+" before what is so today.
  case state(String)
  /// The update knew the message then and does not today, or the other way round.
  case handled(recorded: Bool)
  /// Other effects were started, put in a queue, cancelled or dropped; the difference.
  case effects(String)
  /// Other effects were under way when the recording of the store began; the difference.
  case effectsAtBeginning(String)
  /// Other subscriptions were there when the recording of the store began; the difference.
  case subscriptionsAtBeginning(String)
  /// A turn sent a message then, and does not today.
  case messageMissing(byTurn: UInt64)
  /// A turn sends another message than it did; the difference.
  case messageDiffers(byTurn: UInt64, difference: String)
  /// A turn sends a message today that it did not send then.
  case messageExtra(String, store: String, byTurn: UInt64)
  /// The message came from an effect that does not run today; why not, as words that follow "which".
  case effectNotRunning(UInt64, why: String)
  /// The message came from a subscription that is not there today.
  case subscriptionNotRunning(UInt64)
  /// The message took no turn.
  case noTurn
}

extension ReplayFinding: CustomStringConvertible {
  /// A sentence, and the difference under it.
  public var description: String {
    switch self {
    case .state(let difference): Self.text("The state is not what was recorded:", difference)
    case .handled(true): "The message was handled then, and is unhandled today."
    case .handled(false): "The message was unhandled then, and is handled today."
    case .effects(let difference): Self.text("What became of effects is not what was recorded:", difference)
    case .effectsAtBeginning(let difference):
      Self.text("The effects under way when the recording began are not what was recorded:", difference)
    case .subscriptionsAtBeginning(let difference):
      Self.text("The subscriptions when the recording began are not what was recorded:", difference)
    case .messageMissing(let turn): "Turn \(turn) sent this message then, and does not today."
    case .messageDiffers(let turn, let difference):
      Self.text("Turn \(turn) sends another message today:", difference)
    case .messageExtra(let message, let store, let turn):
      "Turn \(turn) sends `\(message)` to `\(store)` today, and did not then."
    case .effectNotRunning(let serial, let why):
      "The message came from effect \(serial), which \(why)."
    case .subscriptionNotRunning(let serial):
      "The message came from subscription \(serial), which is not there today."
    case .noTurn: "The message took no turn today; something on the flow keeps it back."
    }
  }

  private static func text(_ sentence: String, _ difference: String) -> String {
    ([sentence] + difference.split(separator: "\n").map { "  \($0)" }).joined(separator: "\n")
  }

  /// How two lists of effects differ.
  static func difference(_ recorded: [RecordedEffect], _ today: [RecordedEffect]) -> String? {
    if recorded == today { return nil }
    let script = today.difference(from: recorded)
    var lines = recorded.map { "  \($0)" }
    for case .remove(let offset, let effect, _) in script { lines[offset] = "- \(effect)" }
    // Insertions are told by their places in today's list, which has every unmarked line and those before it.
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

/// The first turn at which a replay differs from what was recorded.
public struct ReplayDivergence: Hashable, Sendable {
  /// Where it was found.
  public enum Place: Hashable, Sendable {
    /// Before any turn of the store.
    case beginning
    /// In the turn with this number of the record.
    case turn(UInt64)
    /// After the turn with this number, when an effect ended or a time was over.
    case after(UInt64)
  }

  /// Where it was found.
  public let place: Place
  /// The store.
  public let store: String
  /// The message of the turn, as text; nil outside of turns.
  public let message: String?
  /// What had caused the message, in the words of `Cause`; nil outside of turns.
  public let cause: String?
  /// What is different.
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
  /// Where, what, and what came before, as lines for people.
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

/// What came of a replay.
public struct ReplayReport: Hashable, Sendable {
  /// How many turns were compared, the one that diverges included.
  public let turnsCompared: Int
  /// How many turns the history has.
  public let turnCount: Int
  /// Whether the last line was cut off in the middle, and left out.
  public let isCutShort: Bool
  /// The first difference; nil when today's code does what was recorded.
  public let divergence: ReplayDivergence?
}

extension ReplayReport: CustomStringConvertible {
  /// A line, or the divergence.
  public var description: String {
    let cut = isCutShort ? " The last line of the history was cut off and left out." : ""
    guard let divergence else {
      return "All \(turnsCompared) turns agree with the record.\(cut)"
    }
    return "\(divergence)\n\(turnsCompared) of \(turnCount) turns were compared.\(cut)"
  }
}
