/// What differs between two values of one type, line by line, for people to read.
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
/// A line that begins with `-` is of the old value, one with `+` of the new, the others lead to what differs; what is
/// unchanged is counted, not shown. An element of a list is named by its position, in a `-` line by the old one; a
/// row of a `RowTable` and the value of a dictionary by its id or key. What is inserted or removed does not shift the
/// others; what has moved is removed in one place and inserted in another.
///
/// Values are compared by `==` where their type, or the type of a part, has one; else by their parts, as a `Mirror`
/// shows them, and instances of classes by identity first. Functions, which cannot be compared, make no difference.
/// Elements that are `Identifiable` are paired by id, others by position between those that are the same.
///
/// Cost: for values of which a few parts differ, a few times that of `==`. A list of n elements of which d were
/// inserted, removed or replaced takes O(n·d); beyond a thousand such elements or a million comparisons, it is
/// compared position by position, which is no longer minimal. Tables of which one was made from the other by
/// changing rows cost by the rows that were changed; tables made apart cost more than other lists, as they are copied.
public struct Difference: Sendable, Hashable, CustomStringConvertible {
  private static let mostLines = 1_000

  /// The lines; at most about a thousand of them.
  public let description: String

  /// Compares two values; nil when nothing differs.
  ///
  /// What is equal by `==` does not differ, whatever it shows of itself. When `==` says that two values differ which
  /// show the same, there is a line that says so.
  public init?<Value>(from old: Value, to new: Value) {
    var builder = DifferenceBuilder()
    let lines = builder.lines(from: old, to: new)
    if lines.isEmpty { return nil }
    let more = lines.count - Self.mostLines
    description =
      (lines.prefix(Self.mostLines).map(\.description) + (more > 0 ? ["  … (\(more) more lines)"] : []))
      .joined(separator: "\n")
  }
}
