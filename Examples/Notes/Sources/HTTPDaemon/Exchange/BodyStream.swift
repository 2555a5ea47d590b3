/// A body that comes by and by, asked for when the connection can take more.
///
/// Nothing is gathered for a slow reader: while the connection is full, nobody asks. It lives on the loop.
public final class BodyStream {
  /// What a stream gives when it is asked.
  public enum Step {
    /// These bytes, at least one and not more than were asked for.
    case bytes(ArraySlice<UInt8>)
    /// Nothing now; it says when there is something, by ``BodyStream/wake()``.
    case wait
    /// Nothing any more.
    case end
  }

  let next: (Int) -> Step
  let ended: () -> Void
  var exchange: Exchange?

  /// A stream.
  ///
  /// - Parameters:
  ///   - next: Gives at most this many bytes. Called on the loop.
  ///   - ended: Called on the loop when nobody will ask any more.
  public init(next: @escaping (Int) -> Step, ended: @escaping () -> Void = {}) {
    self.next = next
    self.ended = ended
  }

  /// Has the connection ask again.
  public func wake() { exchange?.resume() }
}
