/// What a command is called in records: the command itself, put into words only for who reads it.
///
/// It is the value of the label of the command's effect, so that a tap can have the command itself.
public struct CommandLabel: Hashable, Sendable, CustomStringConvertible {
  /// The command.
  public let command: any Command

  /// What the command says of itself.
  public var description: String { "\(command)" }

  /// Whether both are equal commands of one type.
  public static func == (left: CommandLabel, right: CommandLabel) -> Bool {
    areEqual(left.command, right.command)
  }

  /// Feeds the command's type.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: command)))
  }
}
