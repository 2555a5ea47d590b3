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
/// A line ends with `\n` or `\r\n`, which do not belong to it; the last one need not. Bytes that are no UTF-8 are
/// repaired. A line is held in memory until it is whole, however long it is.
///
/// The next line is told after the turn of the last one. What has been read and not told when the subscription
/// leaves is kept for the next that listens. Only the one line whose message is just then on its way is dropped,
/// as every message of a subscription that has left. Of several that listen at once the first hears the lines,
/// and when it leaves, the next.
///
/// Two are the same subscription when they read from the same descriptor and are written at the same place, or
/// carry the same id. A closure that captures other values at the same place needs another id.
public struct StandardInput: Subscription, Hashable {
  /// What comes from standard input.
  public enum Event: Hashable, Sendable {
    /// A line, without its end.
    case line(String)
    /// There is no more to read; the last event.
    case end
  }

  /// What is read from; 0 is standard input.
  public let descriptor: Int32
  let place: Place
  let message: @Sendable (Event) -> (any Message)?

  /// The lines of standard input, or of another descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: What to read from; it is not closed, and must stay open while somebody listens.
  ///   - id: What tells two apart that are written at the same place; nil for the place itself.
  ///   - fileID: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - message: Makes a message of a line or of the end; nil for none.
  public init(
    descriptor: Int32 = 0, id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (Event) -> (any Message)?
  ) {
    self.descriptor = descriptor
    self.message = message
    place = Place(id, fileID, line, column)
  }

  /// Whether the same descriptor is read from at the same place, or under the same id.
  public static func == (left: StandardInput, right: StandardInput) -> Bool {
    left.descriptor == right.descriptor && left.place == right.place
  }

  /// Feeds what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(descriptor)
    hasher.combine(place)
  }
}

extension StandardInput: CustomStringConvertible {
  /// The subscription as errors and records call it.
  public var description: String { "StandardInput(descriptor: \(descriptor)) \(place)" }
}

/// Reads lines.
public enum StandardInputInterpreter: AsyncSubscriptionInterpreter {
  /// Dispatches each line, and the end, after which it returns.
  ///
  /// - Throws: ``StandardInputError`` when the descriptor cannot be read from.
  public static func listen(to subscription: StandardInput, dispatch: AsyncDispatch) async throws {
    guard let desk = InputDesk.desk(of: subscription.descriptor) else {
      throw StandardInputError.closed(descriptor: subscription.descriptor)
    }
    guard var buffer = await desk.enter() else { return }
    defer { desk.leave(buffer) }
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

/// Why there is nothing to read.
public enum StandardInputError: Error, Hashable {
  /// Nothing is open under the descriptor's number.
  case closed(descriptor: Int32)
  /// The system refused to read; `code` is its own error number.
  case unreadable(descriptor: Int32, code: Int32)
}

extension StandardInputError: AdvisingError {}

extension StandardInputError: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .closed(let descriptor):
      """
      The descriptor \(descriptor) cannot be read from, because it is not open; start the program with a \
      standard input, or give a descriptor that is open.
      """
    case .unreadable(let descriptor, let code):
      """
      The descriptor \(descriptor) cannot be read from any more, because the system refuses it (error \
      \(code)); the lines until then have been told. Give one that is open for reading.
      """
    }
  }
}
