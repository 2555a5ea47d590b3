/// A handler of the commands of one type.
///
/// It answers immediately with an event, and may publish more of them later, from any thread:
///
/// ```swift
/// struct BookListHandler: CommandHandler {
///   func handle(command: BookList) throws -> Event<BookList> {
///     library.fetch { result in
///       switch result {
///       case .success(let books): publish(data: books)
///       case .failure(let error): publish(error: error)
///       }
///     }
///     return .progress
///   }
/// }
/// ```
///
/// A handler that publishes itself, to another engine than ``Engine/shared``, has a property for that engine
/// and does not retain it: `unowned let engine: Engine`. For `async` work an ``AsyncCommandHandler`` is
/// simpler.
public protocol CommandHandler<CommandType> {
  /// The type of its commands.
  associatedtype CommandType: Command

  /// The engine that it publishes to.
  var engine: Engine { get }

  /// Handles a command, in the isolation of its registration.
  ///
  /// - Returns: The event to publish now.
  /// - Throws: An error, which becomes the command's error event, and is passed to the engine's error
  ///   handler.
  func handle(command: CommandType) throws -> Event<CommandType>
}

extension CommandHandler {
  /// The shared engine.
  public var engine: Engine { .shared }

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
    engine.publish(event, by: Self.self, isolation: isolation)
  }
}
