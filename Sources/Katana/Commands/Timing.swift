public import Millrace

/// A command that dispatches a message after a time on the environment's clock.
///
/// ```swift
/// DelayCommand(for: .seconds(3), then: BannerMessage.hide, effectID: "banner")
/// ```
public struct DelayCommand: Command {
  /// The delay; zero or less dispatches at once.
  public let time: Duration
  /// The dispatched message.
  public let message: any Message
  /// The queue in which the command waits.
  public let effectQueue: EffectQueue?
  /// The id by which the command is cancelled.
  public let effectID: EffectID?

  /// Creates a delayed message.
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
  /// Returns whether both dispatch equal messages after the same time, in the same queue under the same id.
  public static func == (left: DelayCommand, right: DelayCommand) -> Bool {
    left.time == right.time && left.effectQueue == right.effectQueue && left.effectID == right.effectID
      && areEqual(left.message, right.message)
  }
}

/// An interpreter that waits on the environment's clock.
public struct DelayInterpreter: AsyncCommandInterpreter {
  /// Creates an interpreter of delays.
  public init() {}

  /// Waits, and dispatches the message.
  public func interpret(dispatch: AsyncDispatch, command: DelayCommand) async throws {
    if command.time > .zero { try await dispatch.environment.clock.sleep(for: command.time.bounded) }
    await dispatch(command.message)
  }
}

/// A command that cancels every command of the store that has an id, running or waiting.
///
/// Messages that a cancelled command still dispatches are dropped. The cancellation takes effect at once, in
/// its place among the commands of the update, even when the command is put into a queue.
public struct CancelCommand: Command, Equatable {
  /// The id of the commands to cancel.
  public let id: EffectID

  /// Creates a command that cancels the commands with an id.
  public init(id: EffectID) {
    self.id = id
  }
}
