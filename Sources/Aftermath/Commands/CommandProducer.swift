/// Something that executes commands.
///
/// ```swift
/// final class BookController: CommandProducer {
///   func load() { execute(command: BookList()) }
/// }
/// ```
///
/// It executes them on ``Engine/shared`` unless it names an engine of its own.
public protocol CommandProducer: EngineUser {}

extension CommandProducer {
  /// Executes a command.
  ///
  /// See ``Engine/execute(command:isolation:)-(C,_)``.
  @inlinable
  public func execute(command: some Command, isolation: isolated (any Actor)? = #isolation) {
    engine.execute(command: command, isolation: isolation)
  }

  /// Executes a command whose type is not known.
  public func execute(command: some AnyCommand, isolation: isolated (any Actor)? = #isolation) {
    engine.execute(command: command, isolation: isolation)
  }

  /// Executes the command that `builder` makes; what that throws is told to the engine's error handler.
  @inlinable
  public func execute(builder: some CommandBuilder, isolation: isolated (any Actor)? = #isolation) {
    engine.execute(builder: builder, isolation: isolation)
  }

  /// Executes a command that handles itself.
  @inlinable
  public func execute(action: some Action, isolation: isolated (any Actor)? = #isolation) {
    engine.execute(action: action, isolation: isolation)
  }

  /// Executes a command that handles itself, with work that waits.
  @inlinable
  public func execute(action: some AsyncAction, isolation: isolated (any Actor)? = #isolation) {
    engine.execute(action: action, isolation: isolation)
  }
}

extension CommandProducer where Self: ReactionProducer {
  /// Reacts to a command's events and executes it.
  ///
  /// The reaction takes the place of the one that this object has given with the last command of the same type, so
  /// that what is executed twice is not reacted to twice.
  @inlinable
  @discardableResult
  public func execute<C: Command>(
    command: C, reaction: Reaction<C.Output>, isolation: isolated any Actor = #isolation
  ) -> DisposalToken {
    let token = engine.listen(
      to: C.self, owner: self, replacesOwn: true, isolation: isolation, reaction.invoke)
    engine.execute(command: command, isolation: isolation)
    return token
  }
}
