import Millrace

/// What other isolations see of a substance.
extension Substance {
  /// The values of a part, now and after each transaction that changes it, for whoever lives elsewhere.
  ///
  /// ```swift
  /// let counters = app.values(of: \.counter)
  /// Task.detached { for await counter in counters { print(counter) } }
  /// ```
  ///
  /// The sequence keeps what is not yet read. It ends with the task that reads it, or when the context's reactors are
  /// ended; while it lasts it is a reactor of the substance.
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
    // Nobody but the sequence keeps the reader, and so the reactor.
    continuation.onTermination = { _ in withExtendedLifetime(reader) {} }
    return stream
  }
}

/// Stands for whoever reads a sequence of values.
private final class Reader: @unchecked Sendable {
  // Sound: the bus is asked for nothing but what may be asked on any thread.
  private let flux: Flux

  init(_ flux: Flux) {
    self.flux = flux
  }

  deinit {
    flux.sweepSoon()
  }
}
