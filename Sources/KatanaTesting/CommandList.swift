public import Katana
public import Millrace
import MillraceTesting

/// The commands of an update, in a form that can be compared and written as a literal.
///
/// Two commands of one `Equatable` type are compared by `==`. A command that is not `Equatable` equals no
/// other.
///
/// ```swift
/// #expect(outcome.commands == [LoadUser(name: "ada"), DelayCommand(for: .seconds(1), then: Timeout.passed)])
/// ```
public struct CommandList: RandomAccessCollection, ExpressibleByArrayLiteral, Equatable {
  private let commands: [any Command]

  /// Creates a list of these commands, in order.
  public init(_ commands: [any Command]) {
    self.commands = commands
  }

  /// Creates a list of these commands, in order.
  public init(arrayLiteral commands: any Command...) {
    self.commands = commands
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of commands.
  public var endIndex: Int { commands.count }
  /// The command at this index.
  public subscript(index: Int) -> any Command { commands[index] }

  /// Returns the commands of one type.
  public func of<Cmd: Command>(_ type: Cmd.Type) -> [Cmd] { commands.compactMap { $0 as? Cmd } }

  /// Returns true when both hold equal commands in the same order.
  public static func == (left: CommandList, right: CommandList) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { areSame($0, $1) }
  }
}

/// Returns true if two commands are of one type and the same; those that cannot be compared are not.
func areSame(_ left: any Command, _ right: any Command) -> Bool {
  left is any Equatable && type(of: left) == type(of: right) && Difference(from: left, to: right) == nil
}

extension CommandList: CustomStringConvertible {
  /// The commands, as an array shows them.
  public var description: String { "\(commands)" }
}

extension Millrace.Store where State: Model, Message == any Katana.Message {
  /// Returns those of an update's commands that no interpreter of the store carries out.
  ///
  /// ```swift
  /// let outcome = AppUpdater().outcome(of: AppMessage.start, on: App())
  /// #expect(store.uninterpreted(outcome.commands).isEmpty)
  /// ```
  public func uninterpreted(_ commands: CommandList) -> [any Command] { uninterpreted(Array(commands)) }
}
