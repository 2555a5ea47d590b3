public import Foundation
public import Millrace

extension UUID {
  /// Creates the UUID with the bytes of an identifier.
  public init(_ identifier: Identifier) {
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
    }
    let (high, low) = (identifier.high, identifier.low)
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6),
        byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
        byte(low, 6), byte(low, 7)
      ))
  }
}

extension Identifier {
  /// Creates the identifier with the bytes of a UUID.
  public init(_ uuid: UUID) {
    let bytes = uuid.uuid
    func word(_ bytes: UInt8...) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(
      high: word(bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7),
      low: word(bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15))
  }
}
