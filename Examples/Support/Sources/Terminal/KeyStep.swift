/// The meaning of the first bytes of the input.
struct KeyStep {
  enum Meaning {
    case key(Key)
    case scalar(Unicode.Scalar)
    case pasteBegins
    case nothing
  }

  /// The number of its bytes; 0 when more are needed.
  let length: Int
  let meaning: Meaning

  static let escape: UInt8 = 0x1B

  init(length: Int, meaning: Meaning = .nothing) {
    self.length = length
    self.meaning = meaning
  }

  /// Decodes the first step of at least one byte.
  init(_ bytes: ArraySlice<UInt8>) {
    switch bytes.first {
    case Self.escape: self = Self.escaped(bytes)
    case .some(let byte) where byte < 0x20 || byte == 0x7F:
      self.init(length: 1, meaning: Self.control(byte))
    default: self = Self.text(bytes)
    }
  }

  private static func control(_ byte: UInt8) -> Meaning {
    switch byte {
    case 0x08, 0x7F: .key(.backspace)
    case 0x09: .key(.tab)
    case 0x0A, 0x0D: .key(.enter)
    case 0x01...0x1A: .key(.control(Character(Unicode.Scalar(byte + 0x60))))
    default: .nothing
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> KeyStep {
    let (length, scalar) = UTF8Prefix.first(of: bytes)
    // The C1 control characters, which terminals interpret as well.
    let isControl = (0x80..<0xA0).contains(scalar.value)
    return KeyStep(length: length, meaning: isControl ? .nothing : .scalar(scalar))
  }

  // MARK: Sequences

  private static func escaped(_ bytes: ArraySlice<UInt8>) -> KeyStep {
    let rest = bytes.dropFirst()
    switch rest.first {
    case nil: return KeyStep(length: 0)
    case UInt8(ascii: "["): return sequence(bytes)
    case UInt8(ascii: "O"):
      guard let letter = rest.dropFirst().first else { return KeyStep(length: 0) }
      return KeyStep(length: 3, meaning: meaning(ofFinal: letter, parameters: []))
    // The alt key, as in the line editors of shells.
    case UInt8(ascii: "b"): return KeyStep(length: 2, meaning: .key(.wordLeft))
    case UInt8(ascii: "f"): return KeyStep(length: 2, meaning: .key(.wordRight))
    case 0x7F: return KeyStep(length: 2, meaning: .key(.control("w")))
    case .some(let byte) where byte < 0x20: return KeyStep(length: 1, meaning: .key(.escape))
    default:
      let (length, _) = UTF8Prefix.first(of: rest)
      return KeyStep(length: length == 0 ? 0 : 1 + length)
    }
  }

  /// Decodes `ESC [`, numbers between semicolons, a final letter.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> KeyStep {
    let body = bytes.dropFirst(2)
    // The function keys of the Linux console have a second bracket.
    if body.first == UInt8(ascii: "[") { return KeyStep(length: body.count < 2 ? 0 : 4) }
    let numbers = body.prefix { (0x20...0x3F).contains($0) }
    guard let final = body.dropFirst(numbers.count).first else { return KeyStep(length: 0) }
    guard (0x40...0x7E).contains(final) else { return KeyStep(length: 2 + numbers.count) }
    let parameters = numbers.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    return KeyStep(length: 3 + numbers.count, meaning: meaning(ofFinal: final, parameters: parameters))
  }

  private static func meaning(ofFinal final: UInt8, parameters: [Int]) -> Meaning {
    // The second number has the modifiers: 3 is alt, 5 is control.
    let isByWord = parameters.count > 1 && [3, 5].contains(parameters[1])
    switch (final, parameters.first ?? 0) {
    case (UInt8(ascii: "A"), _): return .key(.up)
    case (UInt8(ascii: "B"), _): return .key(.down)
    case (UInt8(ascii: "C"), _): return .key(isByWord ? .wordRight : .right)
    case (UInt8(ascii: "D"), _): return .key(isByWord ? .wordLeft : .left)
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): return .key(.home)
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): return .key(.end)
    case (UInt8(ascii: "M"), _): return .key(.enter)
    case (UInt8(ascii: "Z"), _): return .key(.backtab)
    case (UInt8(ascii: "~"), 3): return .key(.delete)
    case (UInt8(ascii: "~"), 5): return .key(.pageUp)
    case (UInt8(ascii: "~"), 6): return .key(.pageDown)
    case (UInt8(ascii: "~"), 200): return .pasteBegins
    default: return .nothing
    }
  }
}
