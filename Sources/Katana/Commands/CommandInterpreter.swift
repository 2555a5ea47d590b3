public import Millrace

/// An interpreter of the commands of one type: a ``CommandInterpreter``, an ``AsyncCommandInterpreter``, a
/// ``ModelCommandInterpreter`` or an ``EffectCommandInterpreter``.
public protocol AnyCommandInterpreter {
  /// The type of the commands.
  static var commandType: any Command.Type { get }
  /// The closure that a store calls.
  var interpretation: CommandInterpretation { get }
}

/// An interpreter that carries out the commands of one type, synchronously or through callbacks.
///
/// The store calls it at its home, once per command, in the order in which the updater returned the commands.
/// A message that is dispatched before the interpreter returns is processed before the store's `dispatch`
/// returns. An interpreter that keeps `dispatch` can dispatch messages for as long as the command is not
/// cancelled.
///
/// ```swift
/// struct BeepInterpreter: CommandInterpreter {
///   func interpret(dispatch: Dispatcher, command: Beep) {
///     print("\u{7}")
///     dispatch(SoundMessage.beeped)
///   }
/// }
/// ```
public protocol CommandInterpreter<Cmd>: AnyCommandInterpreter {
  /// The type of the commands.
  associatedtype Cmd: Command

  /// Carries out a command.
  ///
  /// A thrown error goes to the flow's error handler (`FlowError.effectFailed`).
  func interpret(dispatch: Dispatcher, command: Cmd) throws
}

/// An interpreter that carries out the commands of one type, each in its own task outside of the store's
/// isolation.
///
/// Cancelling the command cancels the task.
///
/// ```swift
/// struct LoadUserInterpreter: AsyncCommandInterpreter {
///   let library: Library
///   func interpret(dispatch: AsyncDispatch, command: LoadUser) async throws {
///     await dispatch(AccountMessage.loaded(try await library.user(named: command.name)))
///   }
/// }
/// ```
public protocol AsyncCommandInterpreter<Cmd>: AnyCommandInterpreter, Sendable {
  /// The type of the commands.
  associatedtype Cmd: Command

  /// Carries out a command.
  ///
  /// A thrown error goes to the flow's error handler (`FlowError.effectFailed`).
  func interpret(dispatch: AsyncDispatch, command: Cmd) async throws
}

/// An interpreter that carries out the commands of one type, each as an effect of the kernel.
///
/// Use it for effects that another module makes, such as a `DurableEffect` of `MillraceJournal`, and for work
/// that a task or a callback cannot express: sequences of effects, cancellations, immediate messages.
///
/// ```swift
/// struct SendLetterInterpreter: EffectCommandInterpreter {
///   let post: DurableEffect<Letter, any Message>
///   func effect(of command: SendLetter) -> Effect<any Message> {
///     post(command.letter, key: command.letter.key)
///   }
/// }
/// ```
public protocol EffectCommandInterpreter<Cmd>: AnyCommandInterpreter {
  /// The type of the commands.
  associatedtype Cmd: Command

  /// Returns the effect that carries out a command; called at the store's home, within the turn that requests
  /// it.
  ///
  /// The command's own properties apply to the effect: a queue that the command names replaces the queues of
  /// all work in the effect, and unlabelled work gets the command's label. Only the effect itself can give an
  /// id to its work. If the command has an id that some of the work lacks, the flow's error handler receives
  /// ``KatanaError/idNotCarried(command:id:)``.
  func effect(of command: Cmd) -> Effect<any Message>
}

/// An interpreter without its type.
public struct CommandInterpretation {
  enum Kind {
    case callback((any Command, Dispatcher) throws -> Void)
    case task(@Sendable (any Command, AsyncDispatch) async throws -> Void)
    /// A task that reads the store's model, of the given type.
    case reading(
      any Model.Type, @Sendable (any Command, AsyncDispatch, @escaping ModelReading) async throws -> Void)
    case effect((any Command) -> Effect<any Message>)
  }

  let kind: Kind
}

extension CommandInterpreter {
  /// `Cmd`.
  public static var commandType: any Command.Type { Cmd.self }

  /// A closure that calls ``interpret(dispatch:command:)``.
  public var interpretation: CommandInterpretation {
    CommandInterpretation(
      kind: .callback { command, dispatch in
        guard let command = command as? Cmd else { return }
        try interpret(dispatch: dispatch, command: command)
      })
  }
}

extension AsyncCommandInterpreter {
  /// `Cmd`.
  public static var commandType: any Command.Type { Cmd.self }

  /// A closure that calls ``interpret(dispatch:command:)``.
  public var interpretation: CommandInterpretation {
    CommandInterpretation(
      kind: .task { command, dispatch in
        guard let command = command as? Cmd else { return }
        try await interpret(dispatch: dispatch, command: command)
      })
  }
}

extension EffectCommandInterpreter {
  /// `Cmd`.
  public static var commandType: any Command.Type { Cmd.self }

  /// A closure that calls ``effect(of:)``.
  public var interpretation: CommandInterpretation {
    CommandInterpretation(
      kind: .effect { command in (command as? Cmd).map { effect(of: $0) } ?? .none })
  }
}
