// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The original's names for what has another name here, or needs none.

extension Engine {
  /// The shared engine.
  @available(*, deprecated, renamed: "shared")
  public static var sharedInstance: Engine { .shared }
}

extension AnyCommand {
  /// The name of the type with its module.
  @available(*, deprecated, message: "Write String(reflecting: Self.self).")
  @_disfavoredOverload
  public static var identifier: String { String(reflecting: self) }
}

extension AnyEvent {
  /// The name of the type of the event's command with its module.
  @available(*, deprecated, message: "Write String(reflecting: commandType).")
  @_disfavoredOverload
  public static var identifier: String { String(reflecting: commandType) }
}

extension ReactionProducer {
  /// The name of the type with its module.
  @available(*, deprecated, message: "Write String(reflecting: Self.self).")
  @_disfavoredOverload
  public static var identifier: String { String(reflecting: self) }
}

extension Reaction {
  /// The type of ``wait``.
  @available(*, deprecated, message: "Write () -> Void.")
  public typealias Wait = () -> Void

  /// The type of ``consume``.
  @available(*, deprecated, message: "Write (Output) -> Void.")
  public typealias Consume = (Output) -> Void

  /// The type of ``rescue``.
  @available(*, deprecated, message: "Write (any Error) -> Void.")
  public typealias Rescue = (any Error) -> Void
}

extension Reaction {
  /// Creates a reaction, with the labels of earlier releases of the original.
  @available(*, deprecated, renamed: "init(wait:consume:rescue:)")
  @_disfavoredOverload
  public init(
    process: (() -> Void)? = nil, done: ((Output) -> Void)? = nil, fail: ((any Error) -> Void)? = nil
  ) {
    self.init(wait: process, consume: done, rescue: fail)
  }
}

// MARK: Events and commands

extension Event {
  /// The work continues.
  @available(*, deprecated, renamed: "progress")
  public static var Progress: Event { .progress }

  /// Returns the event with this output.
  @available(*, deprecated, renamed: "data(_:)")
  public static func Success(_ output: C.Output) -> Event { .data(output) }

  /// Returns the event with this output.
  @available(*, deprecated, renamed: "data(_:)")
  public static func Data(_ output: C.Output) -> Event { .data(output) }

  /// Returns the event with this error.
  @available(*, deprecated, renamed: "error(_:)")
  public static func Error(_ error: any Swift.Error) -> Event { .error(error) }
}

extension CommandHandler {
  /// The event that says that the work continues.
  @available(*, deprecated, message: "Write Event.progress.")
  public var progress: Event<CommandType> { .progress }

  /// Publishes output.
  @available(*, deprecated, renamed: "publish(data:)")
  public func fulfill(_ output: CommandType.Output, isolation: isolated (any Actor)? = #isolation) {
    publish(data: output, isolation: isolation)
  }

  /// Publishes an error.
  @available(*, deprecated, renamed: "publish(error:)")
  public func reject(_ error: any Error, isolation: isolated (any Actor)? = #isolation) {
    publish(error: error, isolation: isolation)
  }
}

extension CommandProducer {
  /// Executes a command, or an action, which needs no handler.
  @available(*, deprecated, renamed: "execute(command:)")
  public func execute(_ command: some Command, isolation: isolated (any Actor)? = #isolation) {
    execute(command: command, isolation: isolation)
  }
}

// MARK: Errors

extension Failure {
  /// An error that is never thrown.
  @available(*, deprecated, message: "An engine has no dispatchers; match engineInvalidated(engine:).")
  public static var commandDispatcherDeallocated: Failure { .engineInvalidated(engine: "command dispatcher") }

  /// An error that is never thrown.
  @available(*, deprecated, message: "An engine has no dispatchers; match engineInvalidated(engine:).")
  public static var eventDispatcherDeallocated: Failure { .engineInvalidated(engine: "event dispatcher") }

  /// An error that is never thrown.
  @available(*, deprecated, message: "The compiler checks the types of commands; remove the case.")
  public static var invalidCommandType: Failure { .aborted(command: "of an invalid type") }

  /// An error that is never thrown.
  @available(*, deprecated, message: "The compiler checks the types of facts; remove the case.")
  public static var invalidFactType: Failure { .aborted(command: "of a fact of an invalid type") }

  /// An error that is never thrown.
  @available(*, deprecated, message: "The compiler checks the types of events; remove the case.")
  public static var invalidEventType: Failure { .aborted(command: "of an event of an invalid type") }

  /// The error as a sentence.
  @available(*, deprecated, renamed: "description")
  public var debugDescription: String { description }
}

extension Warning {
  /// The warning as a sentence.
  @available(*, deprecated, renamed: "description")
  public var debugDescription: String { description }
}

extension Event {
  /// The event with its command.
  @available(*, deprecated, renamed: "description")
  public var debugDescription: String { description }
}

// MARK: Middleware

/// A function that puts one piece of middleware before the next.
@available(*, deprecated, message: "Write (@escaping Execute) throws -> Execute.")
public typealias ExecuteCombination = (@escaping Execute) throws -> Execute

/// A function that puts one piece of middleware before the next.
@available(*, deprecated, message: "Write (@escaping Publish) throws -> Publish.")
public typealias PublishCombination = (@escaping Publish) throws -> Publish

extension CommandMiddleware {
  /// Returns a function that puts this middleware before the next.
  ///
  /// An engine calls ``intercept(command:execute:next:)``, and never a `compose` of a middleware's own.
  @available(*, deprecated, message: "Call intercept, or combine with pipeCommands(through:).")
  public func compose(execute: @escaping Execute) throws -> ExecuteCombination {
    { next in { try intercept(command: $0, execute: execute, next: next) } }
  }
}

extension EventMiddleware {
  /// Returns a function that puts this middleware before the next.
  ///
  /// An engine calls ``intercept(event:publish:next:)``, and never a `compose` of a middleware's own.
  @available(*, deprecated, message: "Call intercept, or combine with pipeEvents(through:).")
  public func compose(publish: @escaping Publish) throws -> PublishCombination {
    { next in { try intercept(event: $0, publish: publish, next: next) } }
  }
}

// MARK: Tools

extension LogMiddleware {
  /// The type of the closure that receives each command or event.
  @available(*, deprecated, message: "Write @Sendable (Subject) -> Void.")
  public typealias Handler = @Sendable (Subject) -> Void

  /// The closure that receives each command or event.
  @available(*, deprecated, message: "Give it to init(handler:).")
  public var handler: Handler {
    get { log }
    set { log = newValue }
  }
}

extension ErrorMiddleware {
  /// The type of the closure that receives each error.
  @available(*, deprecated, message: "Write @Sendable (Subject, any Error) -> Void.")
  public typealias Handler = @Sendable (Subject, any Error) -> Void

  /// The closure that receives each error.
  @available(*, deprecated, message: "Give it to init(handler:).")
  public var handler: Handler {
    get { thrown }
    set { (carried, thrown) = (newValue, newValue) }
  }
}

extension AbortMiddleware where Subject == any AnyEvent {
  /// Creates middleware that drops events of these types.
  @available(*, deprecated, message: "Give the types of their commands to init(commands:).")
  public init(events: [any AnyEvent.Type]) {
    self.init(commands: events.map { $0.commandType })
  }
}

extension FailMiddleware where Subject == any AnyCommand {
  /// A type of commands and its error.
  @available(*, deprecated, message: "Write (command: any AnyCommand.Type, error: any Error).")
  public typealias Failure = (command: any AnyCommand.Type, error: any Error)
}

extension FailMiddleware where Subject == any AnyEvent {
  /// A type of events and its error.
  @available(*, deprecated, message: "Write (command: any AnyCommand.Type, error: any Error).")
  public typealias Failure = (event: any AnyEvent.Type, error: any Error)

  /// Creates middleware that makes events of these types fail.
  @available(*, deprecated, message: "Give the types of their commands to init(failures:).")
  public init(failures: [(event: any AnyEvent.Type, error: any Error)]) {
    self.init(failures: failures.map { (command: $0.event.commandType, error: $0.error) })
  }
}

extension AsyncMiddleware where Subject == any AnyCommand {
  /// Creates middleware that passes each command on.
  @available(*, deprecated, message: "Give it the work to wait for, or remove it: it passes each command on.")
  public init() {
    self.init { command, _ in command }
  }
}
