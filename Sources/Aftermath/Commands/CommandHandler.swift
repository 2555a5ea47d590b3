/// A handler of the commands of one type.
///
/// It answers immediately with an event:
///
/// ```swift
/// struct BookRenameHandler: CommandHandler {
///   func handle(command: BookRename) throws -> Event<BookRename> {
///     .data(try shelf.rename(command.id, to: command.title))
///   }
/// }
/// ```
///
/// A handler that publishes more events later is a ``CallbackCommandHandler``, or, for `async` work, an
/// ``AsyncCommandHandler``. The functions of this protocol publish to the property `engine`, which is
/// ``Engine/shared`` by default, and not for one execution.
public protocol CommandHandler<CommandType>: EngineUser {
  /// The type of its commands.
  associatedtype CommandType: Command

  /// Handles a command, in the isolation of its registration.
  ///
  /// - Returns: The event to publish now.
  /// - Throws: An error, which becomes the command's error event, and is passed to the engine's error
  ///   handler.
  func handle(command: CommandType) throws -> Event<CommandType>
}

extension CommandHandler {
  /// Publishes progress.
  ///
  /// It may be called from anywhere.
  public func wait(isolation: isolated (any Actor)? = #isolation) {
    publish(event: .progress, isolation: isolation)
  }

  /// Publishes output.
  ///
  /// It may be called from anywhere.
  public func publish(data: CommandType.Output, isolation: isolated (any Actor)? = #isolation) {
    publish(event: .data(data), isolation: isolation)
  }

  /// Publishes an error.
  ///
  /// It may be called from anywhere.
  public func publish(error: any Error, isolation: isolated (any Actor)? = #isolation) {
    publish(event: .error(error), isolation: isolation)
  }

  /// Publishes an event.
  ///
  /// It may be called from anywhere. If the engine has no handler for the command, its error handler receives
  /// ``Warning/foreignHandler(handler:event:)``: the handler belongs to another engine, and its `engine`
  /// property does not name it.
  public func publish(event: Event<CommandType>, isolation: isolated (any Actor)? = #isolation) {
    reach(isolation)?.publish(event, by: Self.self, isolation: isolation)
  }
}
