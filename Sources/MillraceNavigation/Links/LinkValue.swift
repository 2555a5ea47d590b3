public import Millrace

/// A type of values in links.
///
/// A type that has a raw value, or is made from its text, only declares the conformance:
///
/// ```swift
/// enum Tab: String, LinkValue { case posts, likes }
/// ```
///
/// An optional is absent from a query, and an array is a query item for each element. Reading the written
/// texts must give an equal value.
public protocol LinkValue: SendableMetatype {
  /// Creates the value of the decoded texts of a placeholder, or returns nil if they are none.
  ///
  /// A placeholder in a path has one text. One in a query has a text for each item of its name.
  init?(linkTexts texts: [String])

  /// The texts that represent the value, before they are encoded.
  var linkTexts: [String] { get }
}

extension LinkValue where Self: LosslessStringConvertible {
  /// Creates the value that prints as the one text.
  public init?(linkTexts texts: [String]) {
    guard texts.count == 1, let text = texts.first else { return nil }
    self.init(text)
  }

  /// The description of the value.
  public var linkTexts: [String] { [description] }
}

extension LinkValue where Self: LosslessStringConvertible & BinaryFloatingPoint {
  /// Creates the finite number that is written in decimal digits, such as `1.5` or `1e3`.
  public init?(linkTexts texts: [String]) {
    guard texts.count == 1, let text = texts.first else { return nil }
    self.init(decimalText: text)
  }

  /// The description of the number; none for an infinity and for a value that is not a number, so that no
  /// link is written for a route with one.
  public var linkTexts: [String] { isFinite ? [description] : [] }
}

extension LinkValue where Self: RawRepresentable, RawValue: LinkValue {
  /// Creates the value with the raw value that the texts represent.
  public init?(linkTexts texts: [String]) {
    guard let raw = RawValue(linkTexts: texts) else { return nil }
    self.init(rawValue: raw)
  }

  /// The texts of the raw value.
  public var linkTexts: [String] { rawValue.linkTexts }
}

extension Identifier: LinkValue {}
extension Timestamp: LinkValue {}
extension ScreenID: LinkValue {}
extension Duration: LinkValue {
  /// Creates the duration of as many seconds as the one text says in decimal digits, such as `1.5`.
  public init?(linkTexts texts: [String]) {
    guard texts.count == 1, let text = texts.first else { return nil }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.utf8.dropFirst(isNegative ? 1 : 0)
      .split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? Array(parts[1]) : [UInt8(ascii: "0")]
    guard let front = parts.first, !front.isEmpty, !fraction.isEmpty, fraction.count <= 18,
      (front + fraction).allSatisfy({ (48...57).contains($0) }),
      // The earliest second has no positive counterpart.
      let seconds = Int64((isNegative ? "-" : "") + Substring(front)),
      let digits = Int64(String(decoding: fraction, as: UTF8.self))
    else { return nil }
    let attoseconds = (fraction.count..<18).reduce(digits) { number, _ in number * 10 }
    self.init(secondsComponent: seconds, attosecondsComponent: isNegative ? -attoseconds : attoseconds)
  }

  /// The seconds in decimal digits.
  public var linkTexts: [String] {
    let (seconds, attoseconds) = components
    var text = (self < .zero ? "-" : "") + "\(seconds.magnitude)"
    if attoseconds != 0 {
      let digits = String(attoseconds.magnitude)
      text += "." + String(repeating: "0", count: 18 - digits.utf8.count) + digits
      while text.last == "0" { text.removeLast() }
    }
    return [text]
  }
}
extension String: LinkValue {}
extension Character: LinkValue {}
extension Bool: LinkValue {}
extension Double: LinkValue {}
extension Float: LinkValue {}
extension Int: LinkValue {}
extension Int32: LinkValue {}
extension Int64: LinkValue {}
extension UInt: LinkValue {}
extension UInt32: LinkValue {}
extension UInt64: LinkValue {}

extension Optional: LinkValue where Wrapped: LinkValue {
  /// Creates nil of no text, and otherwise the value of the texts.
  public init?(linkTexts texts: [String]) {
    if texts.isEmpty {
      self = .none
    } else if let value = Wrapped(linkTexts: texts) {
      self = .some(value)
    } else {
      return nil
    }
  }

  /// The texts of the value; none for nil.
  public var linkTexts: [String] { self?.linkTexts ?? [] }
}

extension Array: LinkValue where Element: LinkValue {
  /// Creates the array with an element for each text.
  public init?(linkTexts texts: [String]) {
    self = []
    for text in texts {
      guard let element = Element(linkTexts: [text]) else { return nil }
      append(element)
    }
  }

  /// The texts of the elements.
  public var linkTexts: [String] { flatMap(\.linkTexts) }
}
