public import Millrace

/// The lines of the process's standard input, each as a message, and its end as another.
///
/// ```swift
/// StandardInput { event in
///   switch event {
///   case .line(let line): ConsoleMessage.typed(line)
///   case .end: ConsoleMessage.closed
///   }
/// }
/// ```
///
/// A line ends with `\n` or `\r\n`, which are not part of it; the last line need not end. Invalid UTF-8 is
/// repaired. A line is kept in memory until it is complete, whatever its length.
///
/// The next line is delivered after the turn of the last one. Undelivered lines are kept for the next
/// listener when the subscription ends. Only a line whose message already waits for its turn is dropped, like
/// every message of an ended subscription. If there are several listeners, the first receives the lines; when
/// it stops, the next one receives them.
///
/// A descriptor that cannot be read is a ``StandardInputError``. With a closure `failed` the model is told of
/// it, and the subscription tries again after 1, 2, 4 … and at most 30 seconds on the environment's clock.
/// Without it, or when it returns nil, the flow's error handler receives the error.
///
/// Two subscriptions are the same when they read the same descriptor and are written at the same source
/// location, or have the same id. A closure that captures other values at the same location needs another id.
public struct StandardInput: Subscription, Hashable {
  /// An event of standard input.
  public enum Event: Hashable, Sendable {
    /// A line, without its terminator.
    case line(String)
    /// The end of the input; the last event.
    case end
  }

  /// The descriptor that is read; 0 is standard input.
  public let descriptor: Int32
  package let place: Place
  let message: @Sendable (Event) -> (any Message)?
  let failed: (@Sendable (StandardInputError) -> (any Message)?)?

  /// Creates a subscription to the lines of standard input, or of another descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor that is read. It is not closed, and must stay open while the subscription
  ///     lasts.
  ///   - id: An identity in place of the source location; nil to use the location.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - message: A closure that makes a message of a line or of the end; nil for none.
  ///   - failed: A closure that makes a message of the error when the descriptor cannot be read.
  public init(
    descriptor: Int32 = 0, id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (Event) -> (any Message)?,
    failed: (@Sendable (StandardInputError) -> (any Message)?)? = nil
  ) {
    self.descriptor = descriptor
    self.message = message
    self.failed = failed
    place = Place(id, fileID, line, column)
  }

  /// Returns whether both read the same descriptor and have the same source location or id.
  public static func == (left: StandardInput, right: StandardInput) -> Bool {
    left.descriptor == right.descriptor && left.place == right.place
  }

  /// Hashes the compared values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(descriptor)
    hasher.combine(place)
  }
}

extension StandardInput: ClosureSubscription {}

extension StandardInput: CustomStringConvertible {
  /// The subscription's name in errors and records.
  public var description: String { "StandardInput(descriptor: \(descriptor)) \(place)" }
}

/// An interpreter that reads lines of standard input.
public enum StandardInputInterpreter: AsyncSubscriptionInterpreter {
  /// Dispatches each line and the end, after which it returns.
  ///
  /// - Throws: ``StandardInputError`` when the descriptor cannot be read and the subscription makes no
  ///   message of that.
  public static func listen(to subscription: StandardInput, dispatch: AsyncDispatch) async throws {
    var last: StandardInputError?
    var pauses = RetryPauses()
    while true {
      do throws(StandardInputError) {
        return try await read(subscription, dispatch)
      } catch {
        guard let message = subscription.failed?(error) else { throw error }
        if error != last { await dispatch(message) }
        last = error
      }
      try await dispatch.environment.clock.sleep(for: pauses.take().bounded)
    }
  }

  private static func read(
    _ subscription: StandardInput, _ dispatch: AsyncDispatch
  ) async throws(StandardInputError) {
    guard let reader = InputReader.reader(of: subscription.descriptor) else {
      throw StandardInputError.closed(descriptor: subscription.descriptor)
    }
    guard var buffer = await reader.enter() else { return }
    defer { reader.leave(buffer) }
    while true {
      let events = buffer.takeAll()
      for (index, event) in events.enumerated() {
        if Task.isCancelled {
          buffer.putBack(events[index...])
          return
        }
        if let message = subscription.message(event) { await dispatch(message) }
        if event == .end { return }
      }
      switch await Descriptor.read(from: subscription.descriptor, atMost: 16_384) {
      case .bytes(let bytes): buffer.take(bytes)
      case .end: buffer.end()
      case .cancelled: return
      case .failed(let code):
        throw StandardInputError.unreadable(descriptor: subscription.descriptor, code: code)
      }
    }
  }
}

/// The reason why a descriptor cannot be read.
public enum StandardInputError: Error, Hashable {
  /// No file is open under the descriptor's number.
  case closed(descriptor: Int32)
  /// The system refused to read; `code` is its error number.
  case unreadable(descriptor: Int32, code: Int32)
}

extension StandardInputError: AdvisingError {}

extension StandardInputError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .closed(let descriptor):
      """
      The descriptor \(descriptor) cannot be read, because it is not open; start the program with a standard input, \
      or pass an open descriptor.
      """
    case .unreadable(let descriptor, let code):
      """
      The descriptor \(descriptor) cannot be read any more, because the system refuses it (error \(code)); all lines \
      before that were delivered. Pass a descriptor that is open for reading.
      """
    }
  }
}
