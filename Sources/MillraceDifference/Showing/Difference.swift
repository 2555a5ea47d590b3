/// The difference between two values of one type, line by line, for people to read.
///
/// ```
///   Library(
///     … (2 unchanged)
///     books: [
///       … (7 unchanged)
///       [7]: Book(
///         … (1 unchanged)
/// -       title: "Ema"
/// +       title: "Emma"
///       )
/// +     [8]: Book(id: 9, title: "Ulysses")
///     ]
///   )
/// ```
///
/// A line that begins with `-` belongs to the old value, one with `+` to the new; the others lead to the
/// difference. Unchanged parts are counted, not shown. An element of a list is named by its position, in a
/// `-` line by the old one; a row of a `RowTable` and the value of a dictionary by its id or key. An inserted
/// or removed element does not shift the others; a moved one is removed in one place and inserted in another.
///
/// Values are compared by `==` where their type, or the type of a part, has one; else by their parts, as a
/// `Mirror` shows them, and instances of classes by identity first. Functions, which cannot be compared, make
/// no difference. Elements that are `Identifiable` are paired by id, others by position between equal ones.
///
/// Parts that a ``Redaction`` hides, and ``Redacted`` values, are compared as they are and shown as
/// `<redacted>`.
///
/// Cost: for values that differ in a few parts, a few times that of `==`. A list of n elements with d
/// insertions, removals or replacements takes O(n·d). Beyond a thousand such elements or a million
/// comparisons, it is compared position by position, which is no longer minimal. When one table was made from
/// the other by changing rows, the cost depends on the number of changed rows; tables made apart cost more
/// than other lists, as they are copied.
public struct Difference: Sendable, Hashable, CustomStringConvertible {
  private static let mostLines = 1_000

  private let nodes: [DifferenceNode]
  /// The lines; at most about a thousand.
  public let description: String

  /// Compares two values; nil when nothing differs.
  ///
  /// Values equal by `==` do not differ, whatever they show of themselves. When values that show the same
  /// differ by `==`, a line says so.
  public init?<Value>(from old: Value, to new: Value) {
    self.init(from: old, to: new, redaction: .marked)
  }

  /// Compares two values, as ``init(from:to:)`` does, and hides more than the values marked with
  /// ``Redacted``.
  ///
  /// - Parameters:
  ///   - old: The old value.
  ///   - new: The new value.
  ///   - redaction: The values that the texts hide.
  public init?<Value>(from old: Value, to new: Value, redaction: Redaction) {
    var builder = DifferenceBuilder(redaction: redaction)
    self.init(builder.nodes(from: old, to: new))
  }

  init?(_ nodes: [DifferenceNode]) {
    if nodes.isEmpty { return nil }
    self.nodes = nodes
    let lines = nodes.lines()
    let more = lines.count - Self.mostLines
    var text = ""
    for line in lines.prefix(Self.mostLines) {
      if !text.isEmpty { text += "\n" }
      line.write(to: &text)
    }
    description = more > 0 ? "\(text)\n  … (\(more) more lines)" : text
  }

  /// Returns the changed parts alone, a line each, such as `  books[7].title: "Ema" → "Emma"`.
  ///
  /// A line begins with two spaces; with `- ` if the part is only in the old value, with `+ ` if only in the
  /// new one. A change that does not fit into one line has two.
  ///
  /// - Parameters:
  ///   - maximumLength: The maximum number of columns of a line; longer ones end with `…`.
  ///   - maximumLines: The maximum number of lines; the last one counts those that are left out.
  public func parts(maximumLength: Int = 100, maximumLines: Int = 50) -> [String] {
    let lines = DifferenceParts(of: nodes, maximumLength: maximumLength).lines
    guard lines.count > maximumLines else { return lines }
    let shown = lines.prefix(max(0, maximumLines - 1))
    return shown + ["  … (\(lines.count - shown.count) more lines)"]
  }

  /// Returns true if the texts are equal.
  public static func == (left: Self, right: Self) -> Bool { left.description == right.description }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
