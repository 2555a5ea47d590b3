public import Millrace

/// Dispatches a message after a time on the environment's clock.
///
/// ```swift
/// DelayCommand(for: .seconds(3), then: BannerMessage.hide, effectID: "banner")
/// ```
public struct DelayCommand: Command {
  /// How long to wait; zero or less dispatches at once.
  public let time: Duration
  /// What is dispatched.
  public let message: any Message
  /// The queue in which it waits its turn.
  public let effectQueue: EffectQueue?
  /// What it is cancelled by.
  public let effectID: EffectID?

  /// A delayed message.
  public init(
    for time: Duration, then message: any Message, effectQueue: EffectQueue? = nil, effectID: EffectID? = nil
  ) {
    self.time = time
    self.message = message
    self.effectQueue = effectQueue
    self.effectID = effectID
  }
}

extension DelayCommand: Equatable {
  /// Whether both dispatch equal messages after the same time, in the same queue under the same id.
  public static func == (left: DelayCommand, right: DelayCommand) -> Bool {
    left.time == right.time && left.effectQueue == right.effectQueue && left.effectID == right.effectID
      && areEqual(left.message, right.message)
  }
}

/// Waits on the environment's clock.
public struct DelayInterpreter: AsyncCommandInterpreter {
  /// An interpreter of delays.
  public init() {}

  /// Waits, and dispatches.
  public func interpret(dispatch: AsyncDispatch, command: DelayCommand) async throws {
    if command.time > .zero { try await dispatch.environment.clock.sleep(for: command.time) }
    await dispatch(command.message)
  }
}

/// Cancels every command of the store that carries an id, running or waiting.
///
/// What a cancelled command still dispatches is dropped. It is carried out at once, in its place among the other
/// commands of the update, also when it is put into a queue.
public struct CancelCommand: Command, Equatable {
  /// The id of what is cancelled.
  public let id: EffectID

  /// Cancels what carries `id`.
  public init(id: EffectID) {
    self.id = id
  }
}
