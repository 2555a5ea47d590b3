import MillraceInspectorWire

/// The laws of frames: the size of the pieces in which bytes arrive does not matter, what was read is written
/// as it was, and no handshake succeeds without the key.
enum FuzzFrames {
  static func check(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    for isOpen in [false, true] {
      let (frames, error) = read(rest, piece: rest.count, isOpen)
      let (others, other) = read(rest, piece: 1 + Int(first) % 16, isOpen)
      try InspectorFuzzFinding.unless(frames == others && error == other, "The pieces matter.")
      var written: [UInt8] = []
      for frame in frames {
        do { try frame.write(to: &written) } catch {
          throw InspectorFuzzFinding(description: "A frame that was read cannot be written: \(error)")
        }
      }
      try InspectorFuzzFinding.unless(
        rest.starts(with: written), "A frame is written otherwise than it was read.")
      for frame in frames { try shakeHands(frame) }
    }
  }

  private static func read(
    _ bytes: [UInt8], piece: Int, _ isOpen: Bool
  ) -> (frames: [Frame], error: WireError?) {
    var (reader, frames, rest) = (FrameReader(), [Frame](), bytes[...])
    if isOpen { reader.endHandshake() }
    do throws(WireError) {
      while !rest.isEmpty {
        reader.append(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        while let frame = try reader.next() { frames.append(frame) }
      }
      return (frames, nil)
    } catch {
      return (frames, error)
    }
  }

  private static func shakeHands(_ frame: Frame) throws {
    guard let key = HexBlock(bytes: Array(0..<16)), let nonce = HexBlock(bytes: Array(16..<32)) else {
      return
    }
    var tool = ToolHandshake(key: key, nonce: nonce)
    var application = ApplicationHandshake(key: key, nonce: nonce)
    let proof = KeyedHash(key: key).hash(of: Array("app".utf8) + nonce.bytes + nonce.bytes)
    if case .complete = tool.receive(frame) {
      // The fixed key can be found by a fuzzer only by the proof itself.
      let head = String(decoding: frame.head, as: UTF8.self)
      try InspectorFuzzFinding.unless(
        head.contains(proof.digits), "A tool welcomes an application without the key.")
    }
    if case .complete = application.receive(frame) {
      throw InspectorFuzzFinding(description: "A greeting completes the handshake.")
    }
  }
}
