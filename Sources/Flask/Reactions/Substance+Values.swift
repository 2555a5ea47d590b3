import Millrace

extension Substance {
  /// Returns the values of a part, now and after each transaction that changes it, for other isolations.
  ///
  /// ```swift
  /// let counters = app.values(of: \.counter)
  /// Task.detached { for await counter in counters { print(counter) } }
  /// ```
  ///
  /// The sequence buffers unread values. It ends with the task that reads it, or when the context's reactors
  /// are ended; until then it is a reactor of the substance.
  ///
  /// - Parameter path: The path: `\.info.nest.foo`.
  public final func values<Value: Equatable & Sendable>(of path: KeyPath<S, Value>) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let end = StreamEnd { continuation.finish() }
    let reader = Reader(flux)
    continuation.yield(committedState[keyPath: path])
    flask.reactor(attachedTo: reader, mixing: self).on(path) { _, change in
      continuation.yield(change.newValue())
      end.keep()
    }
    // Only the sequence retains the reader, and so the reactor.
    continuation.onTermination = { _ in withExtendedLifetime(reader) {} }
    return stream
  }
}

/// The owner of a sequence's reactor.
private final class Reader: @unchecked Sendable {
  // Sound: it uses only those functions of the bus that any thread may call.
  private let flux: Flux

  init(_ flux: Flux) {
    self.flux = flux
  }

  deinit {
    flux.sweepSoon()
  }
}
