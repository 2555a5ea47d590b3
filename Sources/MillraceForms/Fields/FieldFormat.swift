/// The text of a value and the way back, for a field in which text is typed.
///
/// ```swift
/// FieldFormat<Int>.integer(otherwise: "Enter a whole number.")
/// FieldFormat<Day>(otherwise: "Enter a date such as 24.11.2026.", text: { $0.text }, parse: { Day($0) })
/// ```
///
/// It is lawful when parsing the text of a value gives that value.
public struct FieldFormat<Value: Sendable>: Sendable {
  let complaint: String
  let text: @Sendable (Value) -> String
  let parse: @Sendable (String) -> Value?
  /// Returns false for a value that no text stands for, which a form shows as an empty text and refuses.
  var hasText: @Sendable (Value) -> Bool = { _ in true }

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - complaint: The sentence to show for a text that is no value.
  ///   - text: A function that returns the text of a value.
  ///   - parse: A function that returns the value of a text, or nil.
  public init(
    otherwise complaint: String, text: @escaping @Sendable (Value) -> String,
    parse: @escaping @Sendable (String) -> Value?
  ) {
    self.complaint = complaint
    self.text = text
    self.parse = parse
  }

  /// Returns the text of a value.
  public func text(of value: Value) -> String { text(value) }

  /// Returns the value of a text; nil if it is none.
  public func value(of text: String) -> Value? { parse(text) }

  /// Returns the format of an optional value: an empty text, or one of spaces, is nil.
  public static func optional<Wrapped>(_ format: FieldFormat<Wrapped>) -> FieldFormat
  where Value == Wrapped? {
    var optional = FieldFormat(
      otherwise: format.complaint, text: { $0.map(format.text) ?? "" },
      parse: { text in
        let text = text.withoutOuterSpaces
        return text.isEmpty ? .some(nil) : format.parse(text).map { .some($0) }
      })
    optional.hasText = { $0.map(format.hasText) ?? true }
    return optional
  }
}

extension FieldFormat where Value == String {
  /// The text itself.
  public static var text: FieldFormat { FieldFormat(otherwise: "", text: { $0 }, parse: { $0 }) }
}

extension FieldFormat where Value: FixedWidthInteger {
  /// Returns the format of a whole number, in the decimal digits of any script; spaces around it are ignored.
  public static func integer(otherwise complaint: String = "Enter a whole number.") -> FieldFormat {
    FieldFormat(
      otherwise: complaint, text: { String($0) },
      parse: { DecimalForm.whole($0).flatMap { Value($0, radix: 10) } })
  }
}

extension FieldFormat where Value == Double {
  /// Returns the format of a number in decimal digits; spaces around it are ignored.
  ///
  /// ```swift
  /// FieldFormat<Double>.decimal()                           // 1234.5
  /// FieldFormat<Double>.decimal(point: ",", grouping: ".")  // 1234,5 or 1.234,5
  /// ```
  ///
  /// It reads an exponent, as in `1e6`, and the decimal digits of every script. Groups have three digits. It
  /// writes ASCII digits without groups. Infinities, values that are not numbers, numbers out of range and
  /// hexadecimal digits are refused. A value that is an infinity, or not a number, has an empty text, and the
  /// field the complaint. `decimal(otherwise:locale:)` takes the separators of a locale.
  ///
  /// Separators that are equal, or a part of numbers, are a programmer's error.
  ///
  /// - Parameters:
  ///   - complaint: The sentence to show for a text that is no number.
  ///   - point: The character between the whole and the fraction.
  ///   - grouping: The character that may stand between groups of three digits of the whole; none by default.
  ///     For a space, every space is read, and for an apostrophe both of its forms.
  public static func decimal(
    otherwise complaint: String = "Enter a number.", point: Character = ".", grouping: Character? = nil
  ) -> FieldFormat {
    if let flaw = DecimalForm.flaw(point: point, grouping: grouping) {
      preconditionFailure("A decimal format cannot tell numbers apart: \(flaw); choose other separators.")
    }
    return decimal(otherwise: complaint, DecimalForm(point: point, grouping: grouping))
  }

  static func decimal(otherwise complaint: String, _ form: DecimalForm) -> FieldFormat {
    var format = FieldFormat(otherwise: complaint, text: form.text, parse: form.number)
    format.hasText = { $0.isFinite }
    return format
  }
}

extension String {
  var withoutOuterSpaces: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
