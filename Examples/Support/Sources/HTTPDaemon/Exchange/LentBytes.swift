import CMicroHTTPD

/// A long body that the library reads in pieces, so that slow readers of the same body share one array.
final class LentBytes {
  /// The size of the library's buffer, in bytes; a shorter body is copied, which is faster.
  static let room = 64 << 10

  private let bytes: [UInt8]
  private let exchange: Exchange

  init(_ bytes: [UInt8], to exchange: Exchange) {
    self.bytes = bytes
    self.exchange = exchange
  }

  /// Returns the address of a shared body's bytes, which identifies the body; nil for a shorter one.
  static func place(of response: Response) -> (UnsafeRawPointer, bytes: Int)? {
    guard case .bytes(let bytes) = response.body, bytes.count > room else { return nil }
    // Sound: the pointer is compared, and never read; its user retains the body, so that the address is
    // unique.
    return bytes.withUnsafeBytes { $0.baseAddress }.map { ($0, bytes.count) }
  }

  /// A response that reads these bytes; it releases its reference when the library destroys it.
  var response: OpaquePointer? {
    MHD_create_response_from_callback(
      UInt64(bytes.count), Self.room, lentBytesReader, Unmanaged.passRetained(self).toOpaque(),
      { $0.map { Unmanaged<LentBytes>.fromOpaque($0).release() } })
  }

  func read(from place: UInt64, into room: UnsafeMutableRawBufferPointer) -> Int {
    exchange.tookSome()
    let piece = bytes.dropFirst(Int(clamping: place)).prefix(room.count)
    room.copyBytes(from: piece)
    return piece.count
  }
}

/// The library's callback when a connection can send more.
private let lentBytesReader: MHD_ContentReaderCallback = { context, place, room, count in
  guard let context, let room else { return -1 }
  // Sound: the context is the reference that `response` passed, which is released after the last call.
  let body = Unmanaged<LentBytes>.fromOpaque(context).takeUnretainedValue()
  return body.read(from: place, into: UnsafeMutableRawBufferPointer(start: room, count: count))
}
