public import Millrace

/// A side effect as data: what is to be done, not how.
///
/// An updater answers with commands; a ``CommandInterpreter`` carries them out. A command that is `Equatable`
/// can be compared in a test.
///
/// ```swift
/// struct LoadUser: Command, Equatable {
///   let name: String
///   var effectQueue: EffectQueue? { .latest("user") }
/// }
/// ```
public protocol Command: Sendable {
  /// The kernel's queue in which the command waits its turn; nil, unless written, for none.
  var effectQueue: EffectQueue? { get }
  /// What a ``CancelCommand`` cancels it by; nil, unless written, for nothing.
  var effectID: EffectID? { get }
}

extension Command {
  /// No queue.
  public var effectQueue: EffectQueue? { nil }
  /// No id.
  public var effectID: EffectID? { nil }
}

/// A command that is interpreted as another one, where no interpreter is registered for its own type.
///
/// It lets a generic command, of which there are endless types, be carried out by one interpreter.
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

/// A command in a queue, or under an id, that it does not name by itself.
///
/// ```swift
/// return [Search(query).queued(in: .debounce("search", for: .milliseconds(300)))]
/// ```
public struct QueuedCommand: CommandWrapper {
  /// The command that is carried out.
  public let wrapped: any Command
  /// The queue in which it waits its turn.
  public let effectQueue: EffectQueue?
  /// What it is cancelled by.
  public let effectID: EffectID?
}

extension QueuedCommand: Equatable {
  /// Whether equal commands stand in the same queue under the same id.
  public static func == (left: QueuedCommand, right: QueuedCommand) -> Bool {
    left.effectQueue == right.effectQueue && left.effectID == right.effectID
      && areEqual(left.wrapped, right.wrapped)
  }
}

extension Command {
  /// The same command in a queue, under an id, or both; what is left out stays as the command has it.
  public func queued(in queue: EffectQueue? = nil, id: EffectID? = nil) -> QueuedCommand {
    QueuedCommand(wrapped: self, effectQueue: queue ?? effectQueue, effectID: id ?? effectID)
  }
}

/// The protocol ``Command``, under a name that no framework or application has.
public typealias KatanaCommand = Command
