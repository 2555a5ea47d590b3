public import Millrace
import MillraceCore

/// A side effect as data: it names the work, and an interpreter does it.
///
/// An updater returns commands; a ``CommandInterpreter`` carries them out. A command that is `Equatable` can
/// be compared in a test.
///
/// ```swift
/// struct LoadUser: Command, Equatable {
///   let name: String
///   var effectQueue: EffectQueue? { .latest("user") }
/// }
/// ```
public protocol Command: Sendable {
  /// The kernel's queue in which the command waits; nil by default, for no queue.
  var effectQueue: EffectQueue? { get }
  /// The id by which a ``CancelCommand`` cancels the command; nil by default, for none.
  var effectID: EffectID? { get }
}

extension Command {
  /// No queue.
  public var effectQueue: EffectQueue? { nil }
  /// No id.
  public var effectID: EffectID? { nil }
}

/// A command that is carried out as another command when its own type has no interpreter.
///
/// One interpreter of the wrapped type then serves every specialisation of a generic command.
public protocol CommandWrapper: Command {
  /// The command that is carried out.
  var wrapped: any Command { get }
}

extension CommandWrapper {
  /// The queue of the wrapped command.
  public var effectQueue: EffectQueue? { wrapped.effectQueue }
  /// The id of the wrapped command.
  public var effectID: EffectID? { wrapped.effectID }
}

/// A command with a queue or an id that its own type does not give it.
///
/// ```swift
/// return [Search(query).queued(in: .debounce("search", for: .milliseconds(300)))]
/// ```
public struct QueuedCommand: CommandWrapper {
  /// The command that is carried out.
  public let wrapped: any Command
  /// The queue in which the command waits.
  public let effectQueue: EffectQueue?
  /// The id by which the command is cancelled.
  public let effectID: EffectID?
}

extension QueuedCommand: Equatable {
  /// Returns whether equal commands are in the same queue under the same id.
  public static func == (left: QueuedCommand, right: QueuedCommand) -> Bool {
    left.effectQueue == right.effectQueue && left.effectID == right.effectID
      && areEqual(left.wrapped, right.wrapped)
  }
}

extension Command {
  /// Returns the command with a queue, an id, or both; an omitted argument keeps the command's own.
  public func queued(in queue: EffectQueue? = nil, id: EffectID? = nil) -> QueuedCommand {
    QueuedCommand(wrapped: self, effectQueue: queue ?? effectQueue, effectID: id ?? effectID)
  }
}

/// The protocol ``Command``, under a name that no framework or application has.
public typealias KatanaCommand = Command

/// The label of a command in records: the command itself, formatted only when it is read.
///
/// It is the value of the label of the command's effect, so a tap can read the command itself.
public struct CommandLabel: Hashable, Sendable, CustomStringConvertible {
  /// The command.
  public let command: any Command

  package init(command: any Command) {
    self.command = command
  }

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

/// Returns whether two values are of one type and equal; values that cannot be compared are not.
package func areEqual(_ left: Any, _ right: Any) -> Bool {
  guard let left = left as? any Equatable else { return false }
  return left.isEqual(toAny: right)
}

extension Equatable {
  fileprivate func isEqual(toAny other: Any) -> Bool {
    (other as? Self).map { isUnchanged($0, from: self) } ?? false
  }
}
