/// The parts of a turn that `printChanges` prints.
public struct PrintedParts: OptionSet, Sendable, Hashable {
  /// The raw bits.
  public let rawValue: Int

  /// Creates options from raw bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The number of the turn, its message, where the message came from, and how long the turn took.
  ///
  /// Without it, only turns with something else to print are printed.
  public static let messages = PrintedParts(rawValue: 1)
  /// The changed parts of the state.
  ///
  /// Cost: the state is examined before and compared after each turn. An array, a dictionary or a set that a
  /// turn changes is copied. A table (`RowTable`) with more than 256 rows is not: its changed rows show
  /// without their old contents.
  public static let state = PrintedParts(rawValue: 2)
  /// The effects that start, wait, finish, fail, are cancelled and are dropped, in turns and between them.
  public static let effects = PrintedParts(rawValue: 4)

  /// Everything.
  public static let all: PrintedParts = [.messages, .state, .effects]
}
