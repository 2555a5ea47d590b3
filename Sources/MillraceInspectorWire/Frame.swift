/// One unit of the inspector's protocol: a head, which is a JSON object, and a body, which is a JSON value or
/// nothing.
///
/// On the wire a frame is the number of the bytes that follow, the number of the bytes of its head, both as
/// 32 bits with the highest byte first, then the head and the body. The number of the bytes that follow is at
/// least 8, so a head has at least 4 bytes where there is no body.
public struct Frame: Hashable, Sendable {
  /// The maximum number of bytes after a frame's first number: 256 MiB.
  public static let sizeLimit = 256 << 20
  /// The maximum number of bytes of a head: 1 MiB.
  public static let headLimit = 1 << 20
  static let smallestSize = 8

  /// The JSON object, in UTF-8.
  public var head: [UInt8]
  /// The JSON value, in UTF-8; empty for none.
  public var body: [UInt8]

  /// Creates a frame.
  public init(head: [UInt8], body: [UInt8] = []) {
    self.head = head
    self.body = body
  }

  /// Creates a frame with a head as a text.
  public init(head: String, body: [UInt8] = []) {
    self.init(head: Array(head.utf8), body: body)
  }

  /// Appends the frame in its form on the wire.
  ///
  /// - Throws: ``WireError/frameSize(_:limit:)`` or ``WireError/headSize(_:size:)`` for a frame that no
  ///   reader accepts; `bytes` are then unchanged.
  public func write(to bytes: inout [UInt8]) throws(WireError) {
    let size = 4 + head.count + body.count
    guard size >= Self.smallestSize, size <= Self.sizeLimit else {
      throw .frameSize(size, limit: Self.sizeLimit)
    }
    guard head.count >= 2, head.count <= Self.headLimit else { throw .headSize(head.count, size: size) }
    bytes.reserveCapacity(bytes.count + 4 + size)
    Self.append(size, to: &bytes)
    Self.append(head.count, to: &bytes)
    bytes += head
    bytes += body
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
