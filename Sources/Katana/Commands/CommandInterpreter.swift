public import Millrace

/// Carries out the commands of one type; a ``CommandInterpreter``, an ``AsyncCommandInterpreter`` or an
/// ``EffectCommandInterpreter``.
public protocol AnyCommandInterpreter {
  /// The type of the commands.
  static var commandType: any Command.Type { get }
  /// What a store calls.
  var interpretation: CommandInterpretation { get }
}

/// Carries out the commands of one type, synchronously or through callbacks.
///
/// It is called at the store's home, for one command after another in the order the updater gave them. What it
/// dispatches before it returns has its turn before `dispatch` of the store returns. An interpreter that keeps
/// `dispatch` can go on for as long as it likes.
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
  /// The commands that it carries out.
  associatedtype Cmd: Command

  /// Carries out a command.
  ///
  /// An error that it throws goes to the flow's error handler (`FlowError.effectFailed`).
  func interpret(dispatch: Dispatcher, command: Cmd) throws
}

/// Carries out the commands of one type, each as a task of its own outside of the store's isolation.
///
/// The task is cancelled with the command.
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
  /// The commands that it carries out.
  associatedtype Cmd: Command

  /// Carries out a command.
  ///
  /// An error that it throws goes to the flow's error handler (`FlowError.effectFailed`).
  func interpret(dispatch: AsyncDispatch, command: Cmd) async throws
}

/// Carries out the commands of one type, each by an effect of the kernel.
///
/// It is for effects that somebody else has made, such as a `DurableEffect` of `MillraceJournal`, and for
/// whatever a task or a callback cannot say by itself: effects one after another, cancellations, messages
/// now.
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
  /// The commands that it carries out.
  associatedtype Cmd: Command

  /// The effect that carries out a command; called at the store's home, within the turn that asks for it.
  ///
  /// What the command says of itself holds for the effect: a queue that it names is that of all work in it,
  /// instead of its own, and work without a label is called as the command is. An id only the effect itself
  /// can give to its work; if the command has one that any of it lacks, the flow's error handler is told
  /// (``KatanaError/idNotCarried(command:id:)``).
  func effect(of command: Cmd) -> Effect<any Message>
}

/// An interpreter without its type.
public struct CommandInterpretation {
  enum Kind {
    case callback((any Command, Dispatcher) throws -> Void)
    case task(@Sendable (any Command, AsyncDispatch) async throws -> Void)
    case effect((any Command) -> Effect<any Message>)
  }

  let kind: Kind
}

extension CommandInterpreter {
  /// `Cmd`.
  public static var commandType: any Command.Type { Cmd.self }

  /// A call of ``interpret(dispatch:command:)``.
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

  /// A call of ``interpret(dispatch:command:)``.
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

  /// A call of ``effect(of:)``.
  public var interpretation: CommandInterpretation {
    CommandInterpretation(
      kind: .effect { command in (command as? Cmd).map { effect(of: $0) } ?? .none })
  }
}
