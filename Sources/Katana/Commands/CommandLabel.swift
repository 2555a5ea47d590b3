/// The label of a command in records: the command itself, formatted only when it is read.
///
/// It is the value of the label of the command's effect, so a tap can read the command itself.
public struct CommandLabel: Hashable, Sendable, CustomStringConvertible {
  /// The command.
  public let command: any Command

  /// The command's own description.
  public var description: String { "\(command)" }

  /// Returns whether both are equal commands of one type.
  public static func == (left: CommandLabel, right: CommandLabel) -> Bool {
    areEqual(left.command, right.command)
  }

  /// Hashes the command's type.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: command)))
  }
}
