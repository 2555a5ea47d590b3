/// A 128-bit identifier; as text, a UUID.
///
/// In archives and links it is its ``description``. `MillraceDependencies` converts it to Foundation's type:
/// `UUID(identifier)`, `Identifier(uuid)`.
public struct Identifier: Hashable, Sendable, Comparable {
  /// The first eight bytes, most significant first.
  public let high: UInt64
  /// The last eight bytes, most significant first.
  public let low: UInt64

  /// Creates an identifier from sixteen bytes.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Parses a UUID of 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12; nil for any other text.
  public init?(_ text: some StringProtocol) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
    let digits = groups.joined()
    guard digits.allSatisfy(\.isHexDigit), digits.utf8.count == 32,
      let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Compares the bytes.
  public static func < (left: Identifier, right: Identifier) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension Identifier: LosslessStringConvertible {
  /// The identifier as a UUID, in lower case.
  public var description: String {
    let digits = high.hexadecimal + low.hexadecimal
    var groups: [Substring] = []
    var rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      groups.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return groups.joined(separator: "-")
  }
}

extension Identifier: Codable {
  /// Reads the text of a UUID.
  public init(from decoder: any Decoder) throws {
    self = try decoder.valueOfText("a UUID")
  }

  /// Writes the ``description``.
  public func encode(to encoder: any Encoder) throws {
    try encodeText(to: encoder)
  }
}

/// A source of identifiers for new things.
public struct IdentifierSource: Sendable {
  private let make: @Sendable () -> Identifier

  /// Creates a source that calls `make` for each identifier.
  public init(_ make: @escaping @Sendable () -> Identifier) {
    self.make = make
  }

  /// Creates a source of random identifiers: UUIDs of version 4 (RFC 9562, section 5.4).
  public static func random(_ random: RandomSource) -> IdentifierSource {
    IdentifierSource {
      let high = random.next() & ~0xF000 | 0x4000
      let low = random.next() & ~(0b11 << 62) | 0b10 << 62
      return Identifier(high: high, low: low)
    }
  }

  /// Creates a source of the identifiers 1, 2, 3 and so on, which are easy to read in a test.
  public static func counting(from first: UInt64 = 1) -> IdentifierSource {
    let next = Locked(first)
    return IdentifierSource {
      next.withLock { next in
        defer { next &+= 1 }
        return Identifier(high: 0, low: next)
      }
    }
  }

  /// Returns a new identifier.
  public func next() -> Identifier { make() }
}
