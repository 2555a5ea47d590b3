public import Millrace

extension Sender where Message == any Katana.Message {
  /// Posts a message to the store, and returns at once; see `send(_:)`.
  ///
  /// - Returns: False if the store has ended, so that the message is dropped.
  @inlinable
  @discardableResult
  public func dispatch(_ message: any Katana.Message) -> Bool { send(message) }

  /// Posts a message to the store unless too many wait, and returns at once.
  ///
  /// It bounds the memory of a program whose messages come faster than the store takes its turns:
  ///
  /// ```swift
  /// if sender.dispatch(SensorMessage.measured(value), limit: 1_000) == .full { dropped += 1 }
  /// ```
  ///
  /// The bound is exact, whatever the number of threads; see `send(_:limit:)`. Messages of commands and
  /// subscriptions do not count.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - limit: The number of waiting messages at which the store is full.
  /// - Returns: The outcome. A message that was not accepted is not kept.
  @inlinable
  public func dispatch(_ message: any Katana.Message, limit: Int) -> BoundedSend {
    send(message, limit: limit)
  }
}
