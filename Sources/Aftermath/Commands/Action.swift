/// A command that handles itself.
///
/// It needs no registration: its first execution registers it. Its `handle` belongs to no actor; one that
/// uses the main actor is a ``MainActorAction``.
///
/// ```swift
/// struct Welcome: Action {
///   typealias Output = String
///   let user: User
///
///   func handle(command: Welcome) throws -> Event<Welcome> { .data("Hello \(user.name)") }
/// }
/// ```
public protocol Action: Command, CommandHandler where CommandType == Self {}

/// A command that handles itself on the main actor, and may use what belongs to it.
///
/// ```swift
/// struct ShowTitle: MainActorAction {
///   typealias Output = String
///   let label: Label
///
///   func handle(command: ShowTitle) throws -> Event<ShowTitle> {
///     label.text = "Books"
///     return .data(label.text)
///   }
/// }
/// ```
///
/// On an engine whose home is the main actor it is handled in the turn of its command; on any other it is
/// called there soon. An ``AsyncAction`` can await the main actor in between.
public protocol MainActorAction: Command {
  /// Handles the command.
  ///
  /// - Returns: The event to publish now.
  /// - Throws: An error, which becomes the command's error event, and is passed to the engine's error
  ///   handler.
  @MainActor func handle(command: Self) throws -> Event<Self>
}

/// A command that handles itself asynchronously.
public protocol AsyncAction: Command, AsyncCommandHandler where CommandType == Self {}

/// The protocol ``Action``, under a name that no framework or application has.
public typealias AftermathAction = Action
