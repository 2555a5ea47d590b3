import SevenTasks

/// A line of a session.
enum SessionLine: Equatable {
  case open(SevenTask)
  case close
  case show
  case press(String)
  case pressAt(String, x: Double, y: Double, isMenu: Bool)
  case set(String, String)
  case enter(String)
  case read(String)
  case wait(Duration)
  case picture(String)

  /// Parses a line; nil for an empty one and for a comment.
  init?(_ text: String) throws(SessionLineError) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
    let rest = words.count > 1 ? String(words[1]) : ""
    switch verb {
    case "open":
      guard let task = SevenTask(rawValue: rest) else { throw .noTask(rest) }
      self = .open(task)
    case "close": self = .close
    case "show": self = .show
    case "enter": self = .enter(rest)
    case "read": self = .read(rest)
    case "picture": self = .picture(rest)
    case "press", "menu": self = try Self.press(rest, isMenu: verb == "menu")
    case "set":
      let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw .unknown(text) }
      self = .set(Self.trimmed(parts[0]), Self.trimmed(parts[1]))
    case "wait":
      guard let seconds = DecimalText.number(rest), 0...3_600 ~= seconds else { throw .unknown(text) }
      self = .wait(.seconds(seconds))
    default: throw .unknown(text)
    }
  }

  private static func press(_ text: String, isMenu: Bool) throws(SessionLineError) -> SessionLine {
    let words = text.split(separator: " ")
    guard let at = words.firstIndex(of: "at") else { return .press(text) }
    guard words.count == at + 3, let x = Double(words[at + 1]), let y = Double(words[at + 2]) else {
      throw .unknown(text)
    }
    return .pressAt(words[..<at].joined(separator: " "), x: x, y: y, isMenu: isMenu)
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

enum SessionLineError: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  case noTask(String)

  var description: String {
    switch self {
    case .unknown(let text): "'\(text)' is not understood; the README lists the lines of a session."
    case .noTask(let name):
      "There is no task '\(name)'; there are \(SevenTask.allCases.map(\.rawValue).joined(separator: ", "))."
    }
  }
}
