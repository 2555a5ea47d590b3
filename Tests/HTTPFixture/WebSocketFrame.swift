/// A frame of a WebSocket (RFC 6455, section 5).
public struct WebSocketFrame: Sendable, Equatable {
  /// The kind of a frame, with its number on the wire.
  public enum Kind: UInt8, Sendable {
    /// More of the message before.
    case continuation = 0
    /// A message of text, or its beginning.
    case text = 1
    /// A message of bytes, or its beginning.
    case binary = 2
    /// The end.
    case close = 8
    /// A question that a pong answers.
    case ping = 9
    /// The answer to a ping.
    case pong = 10
  }

  /// The frame's kind.
  public var kind: Kind
  /// True if the message ends with it.
  public var isFinal: Bool
  /// The bytes that it carries.
  public var payload: [UInt8]

  /// A frame.
  public init(_ kind: Kind, isFinal: Bool = true, _ payload: [UInt8] = []) {
    self.kind = kind
    self.isFinal = isFinal
    self.payload = payload
  }

  /// The frame as it travels; a client masks it with four bytes, a server does not.
  public func bytes(mask: [UInt8]? = nil) -> [UInt8] {
    var bytes = [kind.rawValue | (isFinal ? 0x80 : 0)]
    let bit: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ..<126: bytes.append(bit | UInt8(payload.count))
    case ..<65536: bytes += [bit | 126] + bigEndian(UInt16(payload.count))
    default: bytes += [bit | 127] + bigEndian(UInt64(payload.count))
    }
    guard let mask else { return bytes + payload }
    return bytes + mask + masked(payload[...], mask)
  }
}

private func masked(_ payload: ArraySlice<UInt8>, _ mask: [UInt8]) -> [UInt8] {
  payload.enumerated().map { $1 ^ mask[$0 % 4] }
}

/// Makes frames of bytes: a value that pieces of any size are put into.
public struct WebSocketFrameParser: Sendable {
  /// The reason why the bytes are no frame.
  public enum Problem: Error, Sendable, Equatable {
    /// A kind of frame that does not exist.
    case unknownKind(UInt8)
    /// A bit that belongs to an extension that was not agreed on.
    case reservedBit
    /// A client's frame without a mask, or a server's with one.
    case wrongMask
    /// A control frame of more than 125 bytes or in several parts.
    case badControlFrame
    /// A frame longer than is read.
    case tooLong
  }

  /// The largest payload that is read, in bytes.
  public static let longestPayload = 1 << 24

  private let isMasked: Bool
  private var bytes: [UInt8] = []

  /// A parser of what comes from a client (masked), or from a server.
  public init(fromClient: Bool) {
    isMasked = fromClient
  }

  /// Takes the next bytes, and gives the frames that are whole.
  public mutating func take(_ more: some Collection<UInt8>) throws(Problem) -> [WebSocketFrame] {
    bytes.append(contentsOf: more)
    var frames: [WebSocketFrame] = []
    while let frame = try next() { frames.append(frame) }
    return frames
  }

  private mutating func next() throws(Problem) -> WebSocketFrame? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0x70 == 0 else { throw .reservedBit }
    guard let kind = WebSocketFrame.Kind(rawValue: bytes[0] & 0x0F) else {
      throw .unknownKind(bytes[0] & 0x0F)
    }
    guard (bytes[1] & 0x80 != 0) == isMasked else { throw .wrongMask }
    let isFinal = bytes[0] & 0x80 != 0
    let short = Int(bytes[1] & 0x7F)
    if kind.rawValue >= 8, short > 125 || !isFinal { throw .badControlFrame }
    let lengthBytes = short == 126 ? 2 : short == 127 ? 8 : 0
    let start = 2 + lengthBytes + (isMasked ? 4 : 0)
    guard bytes.count >= start else { return nil }
    let long = bytes[2..<2 + lengthBytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard long <= UInt64(Self.longestPayload) else { throw .tooLong }
    let length = lengthBytes == 0 ? short : Int(long)
    guard bytes.count >= start + length else { return nil }
    var payload = Array(bytes[start..<start + length])
    if isMasked { payload = masked(payload[...], Array(bytes[start - 4..<start])) }
    bytes.removeFirst(start + length)
    return WebSocketFrame(kind, isFinal: isFinal, payload)
  }
}
