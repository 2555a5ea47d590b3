/// A command that handles itself.
///
/// It needs no registration: its first execution registers it.
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

/// A command that handles itself asynchronously.
public protocol AsyncAction: Command, AsyncCommandHandler where CommandType == Self {}

/// The protocol ``Action``, under a name that no framework or application has.
public typealias AftermathAction = Action
