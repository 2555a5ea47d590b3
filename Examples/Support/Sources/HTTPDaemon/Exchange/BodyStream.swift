/// A body that is produced on demand, when the connection can send more.
///
/// Nothing is buffered for a slow reader: while the connection is full, the stream is not called. It lives on
/// the loop.
public final class BodyStream {
  /// The result of one call of a stream.
  public enum Step {
    /// Bytes, at least one and not more than requested.
    case bytes(ArraySlice<UInt8>)
    /// Nothing yet; the stream calls ``BodyStream/wake()`` when it has bytes.
    case wait
    /// The end of the body.
    case end
  }

  let next: (Int) -> Step
  let ended: () -> Void
  var exchange: Exchange?

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - next: A closure that returns at most this many bytes. Called on the loop.
  ///   - ended: A closure that is called on the loop after the last call of `next`.
  public init(next: @escaping (Int) -> Step, ended: @escaping () -> Void = {}) {
    self.next = next
    self.ended = ended
  }

  /// Makes the connection call the stream again.
  public func wake() { exchange?.resume() }
}
