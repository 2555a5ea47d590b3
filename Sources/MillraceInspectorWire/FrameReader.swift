/// A reader that turns the bytes of a connection into frames, in pieces of any size.
///
/// Add what has arrived, then ask for frames until there is none. It never reserves memory for bytes that
/// have only been announced.
///
/// ```swift
/// reader.append(bytes)
/// while let frame = try reader.next() { receive(frame) }
/// ```
///
/// After an error the connection is of no use: end it.
public struct FrameReader: Sendable {
  /// The maximum number of bytes before the end of the handshake: 4 KiB.
  public static let handshakeLimit = 4 << 10

  private let sizeLimit: Int
  private var bytes: [UInt8] = []
  /// The number of bytes at the beginning that were read already.
  private var start = 0
  /// The number of bytes that the handshake may still use; nil after it.
  private var handshakeRest: Int? = Self.handshakeLimit

  /// Creates a reader.
  ///
  /// - Parameter sizeLimit: The maximum number of bytes of a frame after its first number, at most
  ///   ``Frame/sizeLimit``.
  public init(sizeLimit: Int = Frame.sizeLimit) {
    self.sizeLimit = min(sizeLimit, Frame.sizeLimit)
  }

  /// The number of bytes that have arrived and belong to no frame yet.
  public var waitingCount: Int { bytes.count - start }

  /// Adds bytes that have arrived.
  public mutating func append(_ more: some Sequence<UInt8>) {
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Ends the small limit for all bytes together, which holds until both sides have proved themselves.
  public mutating func endHandshake() {
    handshakeRest = nil
  }

  /// Returns the next frame; nil if its bytes have not all arrived.
  ///
  /// - Throws: ``WireError`` as soon as the bytes cannot become a frame.
  public mutating func next() throws(WireError) -> Frame? {
    guard let size = number(at: 0) else { return nil }
    if let rest = handshakeRest, size + 4 > rest { throw .handshakeTooLong(limit: Self.handshakeLimit) }
    guard size >= Frame.smallestSize, size <= sizeLimit else { throw .frameSize(size, limit: sizeLimit) }
    guard let headSize = number(at: 4) else { return nil }
    guard headSize >= 2, headSize <= min(size - 4, Frame.headLimit) else {
      throw .headSize(headSize, size: size)
    }
    guard waitingCount >= size + 4 else { return nil }
    let head = Array(bytes[start + 8..<start + 8 + headSize])
    guard String(validating: head, as: UTF8.self) != nil else { throw .headText }
    let body = Array(bytes[start + 8 + headSize..<start + 4 + size])
    start += size + 4
    handshakeRest? -= size + 4
    if start == bytes.count {
      // A buffer that held a large frame is not kept for small ones.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
      start = 0
    }
    return Frame(head: head, body: body)
  }

  private func number(at offset: Int) -> Int? {
    guard waitingCount >= offset + 4 else { return nil }
    return bytes[start + offset..<start + offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
