/// What carries out the commands of one type.
///
/// It answers at once with an event, and may publish more of them later, from any thread:
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
/// A handler of another engine than ``Engine/shared`` that publishes by itself names that engine, without keeping it
/// alive: `unowned let engine: Engine`. One whose work is `async` is simpler to write as an ``AsyncCommandHandler``.
public protocol CommandHandler<CommandType> {
  /// The commands it carries out.
  associatedtype CommandType: Command

  /// The engine that it publishes to.
  var engine: Engine { get }

  /// Carries out a command, in the isolation that the handler was registered in.
  ///
  /// - Returns: The event to publish now.
  /// - Throws: An error that becomes the command's error event, and is told to the engine's error handler.
  func handle(command: CommandType) throws -> Event<CommandType>
}

extension CommandHandler {
  /// The shared engine.
  public var engine: Engine { .shared }

  /// Publishes that the work goes on.
  ///
  /// From anywhere.
  public func wait(isolation: isolated (any Actor)? = #isolation) {
    publish(event: .progress, isolation: isolation)
  }

  /// Publishes what was produced.
  ///
  /// From anywhere.
  public func publish(data: CommandType.Output, isolation: isolated (any Actor)? = #isolation) {
    publish(event: .data(data), isolation: isolation)
  }

  /// Publishes that the work has failed.
  ///
  /// From anywhere.
  public func publish(error: any Error, isolation: isolated (any Actor)? = #isolation) {
    publish(event: .error(error), isolation: isolation)
  }

  /// Publishes an event.
  ///
  /// From anywhere. An engine that has no handler for the command is told of a handler that publishes to it
  /// (``Warning/foreignHandler(handler:event:)``): that one belongs to another engine, and does not say so.
  public func publish(event: Event<CommandType>, isolation: isolated (any Actor)? = #isolation) {
    engine.publish(event, by: Self.self, isolation: isolation)
  }
}
