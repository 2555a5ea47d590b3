/// Sixteen bytes that are written as 32 hexadecimal digits: a key, a nonce or a proof.
///
/// Two blocks are compared in a time that does not depend on their contents.
public struct HexBlock: Hashable, Sendable {
  /// The number of bytes: 16.
  public static let byteCount = 16

  let low: UInt64
  let high: UInt64

  init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Creates a block from 32 hexadecimal digits of either case; nil for any other text.
  public init?(_ digits: some StringProtocol) {
    var bytes: [UInt8] = []
    var half: UInt8?
    for byte in digits.utf8 {
      guard let value = Self.value(ofDigit: byte), bytes.count < Self.byteCount else { return nil }
      if let first = half {
        bytes.append(first << 4 | value)
        half = nil
      } else {
        half = value
      }
    }
    guard half == nil else { return nil }
    self.init(bytes: bytes)
  }

  /// Creates a block from 16 bytes; nil for any other number.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    low = Self.word(bytes[..<8])
    high = Self.word(bytes[8...])
  }

  /// Returns a block of the system's random numbers, which are fit for keys.
  public static func random() -> HexBlock {
    var source = SystemRandomNumberGenerator()
    return HexBlock(low: source.next(), high: source.next())
  }

  /// The 16 bytes.
  public var bytes: [UInt8] {
    [low, high].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
  }

  /// The block as 32 lowercase hexadecimal digits.
  public var digits: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Compares all bytes, in constant time.
  public static func == (left: HexBlock, right: HexBlock) -> Bool {
    (left.low ^ right.low) | (left.high ^ right.high) == 0
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
