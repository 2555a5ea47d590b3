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

extension LinkValue where Self: RawRepresentable, RawValue: LinkValue {
  /// Creates the value with the raw value that the texts represent.
  public init?(linkTexts texts: [String]) {
    guard let raw = RawValue(linkTexts: texts) else { return nil }
    self.init(rawValue: raw)
  }

  /// The texts of the raw value.
  public var linkTexts: [String] { rawValue.linkTexts }
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
