import Millrace

/// The identity of a screen in a ``ScreenPath`` or a ``Presentation``, from its appearance until it leaves.
///
/// A path numbers its screens from 1 and never uses a number twice, so the same messages give the same ids,
/// and a message for a screen that has left never reaches another.
public struct ScreenID: Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral, LosslessStringConvertible
{
  /// The number of the screen in its path, counted from 1.
  public let number: UInt64

  /// Creates the id with a number.
  public init(_ number: UInt64) {
    self.number = number
  }

  /// Creates the id with a number, as a test writes it.
  public init(integerLiteral value: UInt64) {
    number = value
  }

  /// Reads the number; nil for any other text.
  public init?(_ description: String) {
    guard let number = UInt64(digits: description) else { return nil }
    self.init(number)
  }

  /// Returns true if the left screen has appeared before the right one, in the same path.
  public static func < (left: ScreenID, right: ScreenID) -> Bool { left.number < right.number }

  /// The number as text.
  public var description: String { "\(number)" }
}

extension ScreenID: Codable {
  /// Reads the number.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(UInt64.self)
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}
