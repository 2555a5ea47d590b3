/// An error of a connection between an application and the inspector.
///
/// Each description is a sentence that says what happened, why, and what to do. After any of them the
/// connection ends.
public enum WireError: Error, Hashable, Sendable {
  /// A frame's size is outside of the limits.
  case frameSize(Int, limit: Int)
  /// The size of a frame's head is outside of the limits, or larger than the frame.
  case headSize(Int, size: Int)
  /// A frame's head is not UTF-8.
  case headText
  /// The other side has sent too much before it proved that it knows the key.
  case handshakeTooLong(limit: Int)
  /// A frame of the handshake has not the expected form.
  case handshakeForm(expected: String)
  /// The other side speaks none of the versions of the protocol that this one knows.
  case version([Int])
  /// The other side does not know the key.
  case wrongProof
  /// The other side has refused the connection, with this sentence.
  case refused(String)
}

extension WireError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .frameSize(let size, let limit):
      """
      A frame of \(size) bytes is outside of the limits of \(Frame.smallestSize) to \(limit) bytes. Send less in one \
      frame, and check that both sides speak the inspector's protocol.
      """
    case .headSize(let head, let size):
      """
      A frame of \(size) bytes has a head of \(head) bytes, where 2 to \(min(max(size - 4, 2), Frame.headLimit)) \
      are possible. Put what is large into the frame's body.
      """
    case .headText:
      "The head of a frame is not valid UTF-8. Check that both sides speak the inspector's protocol."
    case .handshakeTooLong(let limit):
      """
      More than \(limit) bytes came before the end of the handshake. Check that the address leads to the inspector \
      and not to another service.
      """
    case .handshakeForm(let expected):
      """
      A frame of the handshake is not \(expected). Check that the address leads to the inspector and not to another \
      service.
      """
    case .version(let versions):
      """
      The inspector speaks \(versions.isEmpty ? "no version" : "the versions \(versions)") of the protocol, and this \
      side only \(Handshake.version). Use the inspector and the library of one release of Millrace.
      """
    case .wrongProof:
      """
      The other side does not know the key of this connection. Start the application with the address that the \
      running inspector has printed.
      """
    case .refused(let reason):
      "The inspector has refused the connection: \(reason)"
    }
  }
}
