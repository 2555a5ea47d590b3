/// The progress of a request.
public struct HTTPProgress: Sendable, Hashable {
  /// The number of bytes of the request's body that were sent.
  public var sent: Int
  /// The number of bytes to send; 0 without a body.
  public var expectedToSend: Int
  /// The number of bytes of the answer's body that were received.
  public var received: Int
  /// The number of bytes to receive; nil while the server has not named it.
  public var expectedToReceive: Int?
  /// True while the request waits for a connection, because the transport's limit is reached.
  ///
  /// This time does not count for the time-out.
  public var isWaiting: Bool

  /// Creates a progress.
  public init(
    sent: Int = 0, expectedToSend: Int = 0, received: Int = 0, expectedToReceive: Int? = nil,
    isWaiting: Bool = false
  ) {
    self.sent = sent
    self.expectedToSend = expectedToSend
    self.received = received
    self.expectedToReceive = expectedToReceive
    self.isWaiting = isWaiting
  }
}
