public import Millrace

/// An interpreter that also reads the store's model, in a task of its own outside of the store's isolation.
///
/// It is an ``AsyncCommandInterpreter`` with one more parameter. A command that carries the values it needs
/// is easier to test and to record; read the model for values that are known only when the work has gone on.
///
/// ```swift
/// struct SyncInterpreter: ModelCommandInterpreter {
///   func interpret(dispatch: AsyncDispatch, command: Sync, model: ModelReader<App>) async throws {
///     for note in try await model().unsavedNotes { … }
///   }
/// }
/// ```
public protocol ModelCommandInterpreter<Cmd, Mdl>: AnyCommandInterpreter, Sendable {
  /// The type of the commands.
  associatedtype Cmd: Command
  /// The type of the store's model.
  associatedtype Mdl: Model & Sendable

  /// Carries out a command.
  ///
  /// A thrown error goes to the flow's error handler (`FlowError.effectFailed`).
  func interpret(dispatch: AsyncDispatch, command: Cmd, model: ModelReader<Mdl>) async throws
}

/// A reader of a store's model, for work outside of the store's isolation.
///
/// Each call returns the model between two turns, at the time of the call; it may have changed when the
/// caller goes on.
public struct ModelReader<Mdl: Model & Sendable>: Sendable {
  private let read: @Sendable () async throws -> Mdl

  /// Creates a reader that calls a closure, for a test.
  public init(_ read: @escaping @Sendable () async throws -> Mdl) {
    self.read = read
  }

  /// Returns the present model.
  ///
  /// For a store without a home it waits until the store is pumped.
  ///
  /// - Throws: ``KatanaError/modelIsGone(model:)`` when the store has ended; `CancellationError` when the
  ///   task is cancelled.
  public func callAsFunction() async throws -> Mdl { try await read() }
}

extension ModelCommandInterpreter {
  /// `Cmd`.
  public static var commandType: any Command.Type { Cmd.self }

  /// A closure that calls ``interpret(dispatch:command:model:)``.
  public var interpretation: CommandInterpretation {
    CommandInterpretation(
      kind: .reading(Mdl.self) { command, dispatch, read in
        guard let command = command as? Cmd else { return }
        let model = ModelReader<Mdl> {
          guard let model = try await read()?.value as? Mdl else {
            throw KatanaError.modelIsGone(model: "\(Mdl.self)")
          }
          return model
        }
        try await interpret(dispatch: dispatch, command: command, model: model)
      })
  }
}

/// A reading of a model whose type is erased; nil when the store has ended.
typealias ModelReading = @Sendable () async throws -> ReadModel?

/// A model on its way to an interpreter.
struct ReadModel: @unchecked Sendable {
  // Sound: only an interpreter whose model is `Sendable` takes the value out, as that type.
  let value: Any
}
