/// A type that executes commands.
///
/// ```swift
/// final class BookController: CommandProducer {
///   func load() { execute(command: BookList()) }
/// }
/// ```
///
/// It executes them on ``Engine/shared``, unless it has an engine of its own; see ``EngineUser``.
public protocol CommandProducer: EngineUser {}

extension CommandProducer {
  /// Executes a command.
  ///
  /// See ``Engine/execute(command:isolation:)-(C,_)``.
  @inlinable
  public func execute(command: some Command, isolation: isolated (any Actor)? = #isolation) {
    reach(isolation)?.execute(command: command, isolation: isolation)
  }

  /// Executes a command of any type.
  public func execute(command: some AnyCommand, isolation: isolated (any Actor)? = #isolation) {
    reach(isolation)?.execute(command: command, isolation: isolation)
  }

  /// Executes the command that `builder` makes.
  ///
  /// If `builder` throws, the engine's error handler receives the error.
  @inlinable
  public func execute(builder: some CommandBuilder, isolation: isolated (any Actor)? = #isolation) {
    reach(isolation)?.execute(builder: builder, isolation: isolation)
  }

  /// Executes a command that handles itself.
  @inlinable
  public func execute(action: some Action, isolation: isolated (any Actor)? = #isolation) {
    reach(isolation)?.execute(action: action, isolation: isolation)
  }

  /// Executes a command that handles itself through callbacks.
  @inlinable
  public func execute(action: some CallbackAction, isolation: isolated (any Actor)? = #isolation) {
    reach(isolation)?.execute(action: action, isolation: isolation)
  }

  /// Executes a command that handles itself on the main actor.
  @inlinable
  public func execute(action: some MainActorAction, isolation: isolated (any Actor)? = #isolation) {
    reach(isolation)?.execute(action: action, isolation: isolation)
  }

  /// Executes a command that handles itself asynchronously.
  @inlinable
  public func execute(action: some AsyncAction, isolation: isolated (any Actor)? = #isolation) {
    reach(isolation)?.execute(action: action, isolation: isolation)
  }
}

extension CommandProducer where Self: ReactionProducer {
  /// Executes a command, and reacts to the events of this execution.
  ///
  /// Those are the events that its handler returns, those that an ``AsyncCommandHandler`` publishes in its
  /// task, and those of the execution's ``EventPublisher``. An event that a handler publishes by itself
  /// belongs to the oldest execution without an answer. The reaction ends with the execution or with this
  /// object.
  @inlinable
  @discardableResult
  public func execute<C: Command>(
    command: C, reaction: Reaction<C.Output>, isolation: isolated any Actor = #isolation
  ) -> DisposalToken {
    reach(isolation)?.execute(command, owner: reactionOwner, isolation: isolation, reaction.invoke) ?? .ended
  }
}
