import CMicroHTTPD

/// A long body that the library is lent piece by piece, so that those who read the same slowly share one array.
final class LentBytes {
  /// How many bytes the library holds of it at once; a body that is no longer is copied, which is faster.
  static let room = 64 << 10

  private let bytes: [UInt8]
  private let exchange: Exchange

  init(_ bytes: [UInt8], to exchange: Exchange) {
    self.bytes = bytes
    self.exchange = exchange
  }

  /// The place of the bytes of a body that is lent, by which those who share it are known; nil for a shorter one.
  static func place(of response: Response) -> (UnsafeRawPointer, bytes: Int)? {
    guard case .bytes(let bytes) = response.body, bytes.count > room else { return nil }
    // Sound: the pointer is compared, and never read; whoever counts the body holds it, so that its place is its own.
    return bytes.withUnsafeBytes { $0.baseAddress }.map { ($0, bytes.count) }
  }

  /// Has the library ask for it; it gives the reference back when it has let go of the response.
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

/// Called by the library when a connection can take more.
private let lentBytesReader: MHD_ContentReaderCallback = { context, place, room, count in
  guard let context, let room else { return -1 }
  // Sound: the context is what `response` gave, whose reference is given back after the last call.
  let body = Unmanaged<LentBytes>.fromOpaque(context).takeUnretainedValue()
  return body.read(from: place, into: UnsafeMutableRawBufferPointer(start: room, count: count))
}
