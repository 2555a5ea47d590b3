public import Katana

/// The commands of an update, in a form that can be compared and written down.
///
/// Commands of one type are equal when their type says so; commands that are not `Equatable` are equal to
/// none.
///
/// ```swift
/// #expect(outcome.commands == [LoadUser(name: "ada"), DelayCommand(for: .seconds(1), then: Timeout.passed)])
/// ```
public struct CommandList: RandomAccessCollection, ExpressibleByArrayLiteral, Equatable {
  private let commands: [any Command]

  /// Commands in their order.
  public init(_ commands: [any Command]) {
    self.commands = commands
  }

  /// Commands in their order.
  public init(arrayLiteral commands: any Command...) {
    self.commands = commands
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many commands there are.
  public var endIndex: Int { commands.count }
  /// The command at a place.
  public subscript(index: Int) -> any Command { commands[index] }

  /// Those of one type.
  public func of<Cmd: Command>(_ type: Cmd.Type) -> [Cmd] { commands.compactMap { $0 as? Cmd } }

  /// Whether the same commands come in the same order.
  public static func == (left: CommandList, right: CommandList) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
  }
}

extension CommandList: CustomStringConvertible {
  /// The commands, as an array shows them.
  public var description: String { "\(commands)" }
}
