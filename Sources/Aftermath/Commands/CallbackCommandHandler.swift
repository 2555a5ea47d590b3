/// A handler of the commands of one type that answers through callbacks.
///
/// Each execution has a publisher of its own, which any callback may keep:
///
/// ```swift
/// struct BookListHandler: CallbackCommandHandler {
///   func handle(command: BookList, publisher: EventPublisher<BookList>) throws -> Event<BookList> {
///     library.fetch { result in
///       switch result {
///       case .success(let books): publisher.publish(data: books)
///       case .failure(let error): publisher.publish(error: error)
///       }
///     }
///     return .progress
///   }
/// }
/// ```
///
/// For `async` work an ``AsyncCommandHandler`` is simpler.
public protocol CallbackCommandHandler<CommandType> {
  /// The type of its commands.
  associatedtype CommandType: Command

  /// Handles a command, in the isolation of its registration.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - publisher: The publisher of this execution's further events. When its last copy is released without
  ///     an answer, a caller that waits for the result receives ``Failure/aborted(command:)``.
  /// - Returns: The event to publish now.
  /// - Throws: An error, which becomes the command's error event, and is passed to the engine's error
  ///   handler.
  func handle(command: CommandType, publisher: EventPublisher<CommandType>) throws -> Event<CommandType>
}

/// A command that handles itself through callbacks.
public protocol CallbackAction: Command, CallbackCommandHandler where CommandType == Self {}
