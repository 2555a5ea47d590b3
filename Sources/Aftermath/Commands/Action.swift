/// A command that handles itself.
///
/// Nobody registers it: the first that is executed does so by itself.
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

/// A command that handles itself, with work that waits.
public protocol AsyncAction: Command, AsyncCommandHandler where CommandType == Self {}

/// The protocol ``Action``, under a name that no framework or application has.
public typealias AftermathAction = Action
