#if canImport(Foundation)
public import Foundation

extension FieldFormat where Value == Double {
  /// Returns the format of a number in decimal digits, with the separators of a locale.
  ///
  /// ```swift
  /// FieldFormat<Double>.decimal(locale: .current)                         // 1234.5 or 1,234.5 in England
  /// FieldFormat<Double>.decimal(locale: Locale(identifier: "de_DE"))      // 1234,5 or 1.234,5
  /// ```
  ///
  /// It reads what the locale's number format writes, also in the digits of other scripts, with groups as in
  /// `12,34,567` where the locale has them, and with marks of the direction of text. It writes ASCII digits
  /// without groups. The separators are those that the locale has when the format is made.
  ///
  /// - Parameters:
  ///   - complaint: The sentence to show for a text that is no number.
  ///   - locale: The locale.
  public static func decimal(otherwise complaint: String = "Enter a number.", locale: Locale) -> FieldFormat {
    decimal(otherwise: complaint, DecimalForm(locale))
  }
}

extension FieldFormat where Value == Decimal {
  /// Returns the format of a decimal number, such as an amount of money, with the separators of a locale.
  ///
  /// ```swift
  /// FormField("price", \.price, .decimal(locale: .current))
  /// ```
  ///
  /// It reads and writes as the format for `Double` does, and every digit: up to 38 of them, and no exponent.
  /// A value that is not a number has an empty text, and the field the complaint.
  ///
  /// - Parameters:
  ///   - complaint: The sentence to show for a text that is no number.
  ///   - locale: The locale.
  public static func decimal(otherwise complaint: String = "Enter a number.", locale: Locale) -> FieldFormat {
    let form = DecimalForm(locale)
    var format = FieldFormat(
      otherwise: complaint, text: { $0.isNaN ? "" : form.text(plain: "\($0)") },
      parse: { text in
        guard let plain = form.plain(text), !plain.contains("e"), plain.count(where: \.isNumber) <= 38 else {
          return nil
        }
        return Decimal(string: plain, locale: Locale(identifier: "en_US_POSIX"))
      })
    format.hasText = { !$0.isNaN }
    return format
  }
}

extension DecimalForm {
  /// Creates the form that a locale's number format writes.
  init(_ locale: Locale) {
    func character(_ text: String?) -> Character? { text?.count == 1 ? text?.first : nil }
    let point = character(locale.decimalSeparator) ?? "."
    let grouping = character(locale.groupingSeparator)
    guard let grouping, Self.flaw(point: point, grouping: grouping) == nil else {
      self.init(point: Self.flaw(point: point, grouping: nil) == nil ? point : ".", grouping: nil)
      return
    }
    let groups = 1_234_567_890.formatted(.number.locale(locale)).split { $0 == grouping }.map(\.count)
    let isGrouped = groups.count > 2
    self.init(
      point: point, grouping: grouping, lastGroup: isGrouped ? groups[groups.count - 1] : 3,
      upperGroup: isGrouped ? groups[groups.count - 2] : 3)
  }
}
#endif
