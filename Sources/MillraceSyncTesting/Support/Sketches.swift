import Millrace
import MillraceSync

/// Short texts for the values of a log, as failures show them.
enum Sketch {
  /// The writers and numbers of entries, such as `a/1 a/2`: the first twelve.
  static func list(_ entries: [LogEntry]) -> String {
    if entries.isEmpty { return "nothing" }
    let shown = entries.prefix(12).map { "\(text($0.writer.name))/\($0.number)" }.joined(separator: " ")
    return entries.count > 12 ? "\(shown) … (\(entries.count) entries)" : shown
  }

  /// All parts of an entry, with the first bytes of its message.
  static func entry(_ entry: LogEntry) -> String {
    let check = entry.check.map { ", check \($0.digest) at position \($0.position)" } ?? ", no check"
    return """
      \(text(entry.writer.name))/\(entry.number) for the store \(text(entry.store)), kind \(text(entry.kind.name)) \
      version \(entry.kind.version), rules \(entry.rules), time \(entry.time), message \(bytes(entry.message))\(check)
      """
  }

  static func page(_ page: LogPage) -> String {
    "\(list(page.entries)) after position \(page.after), head \(page.head)"
  }

  static func snapshot(_ snapshot: LogSnapshot?) -> String {
    guard let snapshot else { return "no snapshot" }
    let states = snapshot.states.map {
      "\(text($0.store)) kind \(text($0.kind.name)) version \($0.kind.version) \(bytes($0.state))"
    }
    let writers = snapshot.writers.map { "\(text($0.writer.name))/\($0.number)" }
    return """
      a snapshot at position \(snapshot.position), digest \(snapshot.digest), states \
      [\(states.joined(separator: ", "))], writers [\(writers.joined(separator: " "))]
      """
  }

  static func error(_ error: SharedLogError) -> String {
    switch error {
    case .unavailable(_, let reason): "the error `unavailable` (\(reason))"
    case .cancelled: "the error `cancelled`"
    case .closed: "the error `closed`"
    case .gap(_, let writer, let expected, let found):
      "the error `gap` (writer \(text(writer.name)), expected \(expected), found \(found))"
    case .forged(_, let writer, let number): "the error `forged` (\(text(writer.name))/\(number))"
    case .malformed(_, let reason): "the error `malformed` (\(shortened(reason)))"
    case .wentBack(_, let head, let known): "the error `wentBack` (head \(head), known \(known))"
    case .compacted(_, let after, let first): "the error `compacted` (after \(after), first \(first))"
    case .refused(_, let reason): "the error `refused` (\(reason))"
    case .damaged(_, let reason): "the error `damaged` (\(reason))"
    }
  }

  /// A text with its scalars outside ASCII escaped, so that two that look alike can be told apart.
  static func text(_ text: String) -> String {
    shortened(text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())
  }

  private static func bytes(_ bytes: [UInt8]) -> String {
    let start = bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: " ")
    return "of \(bytes.count) bytes (\(start)\(bytes.count > 8 ? " …" : ""))"
  }

  private static func shortened(_ text: String) -> String {
    text.count > 80 ? "\(text.prefix(80))…" : text
  }
}
