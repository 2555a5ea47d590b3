/// Returns a server's answer to a client's key (RFC 6455, section 4.2.2).
public func webSocketAccept(_ key: String) -> String {
  base64(sha1(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
}

/// The SHA-1 digest (FIPS 180-4), which WebSocket asks for and which keeps no secret.
public func sha1(_ message: [UInt8]) -> [UInt8] {
  func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

  var bytes = message + [0x80]
  bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
  bytes += bigEndian(UInt64(message.count) * 8)

  var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
  for block in stride(from: 0, to: bytes.count, by: 64) {
    var words = (0..<16).map { index in
      bytes[block + index * 4..<block + index * 4 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<80 {
      words.append(
        rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (mixed, constant): (UInt32, UInt32) =
        switch index / 20 {
        case 0: (b & c | ~b & d, 0x5A82_7999)
        case 1: (b ^ c ^ d, 0x6ED9_EBA1)
        case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (rotated(a, 5) &+ mixed &+ e &+ constant &+ word, a, rotated(b, 30), c, d)
    }
    state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
  }
  return state.flatMap(bigEndian)
}

/// The bytes as text (RFC 4648, section 4).
public func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var text = ""
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for place in 0..<4 {
      text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
    }
  }
  return text
}

/// The bytes of a number, the highest first.
func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
}
