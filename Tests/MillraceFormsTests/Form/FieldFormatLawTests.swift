import Foundation
import MillraceForms
import TestResources
import Testing

@Suite("The text of a field's value")
struct FieldFormatLawTests {
  private let decimals: [FieldFormat<Double>] = [
    .decimal(), .decimal(point: ","), .decimal(point: ",", grouping: "."),
    .decimal(point: ".", grouping: ","), .decimal(point: ",", grouping: " "),
    .decimal(point: "٫", grouping: "٬"),
  ]

  @Test("is read as the value, and whatever is read can be written", arguments: 0..<20)
  func law(seed: Int) {
    var dice = SeededGenerator(seed: seed)
    let pieces = [
      "0", "1", "12", "123", "1234", ".", ",", " ", "-", "+", "e", "E", "x", "0x1p3", "nan", "inf", "٣", "٫",
      "٬",
      "\u{A0}", "\u{202F}", "\u{2212}", "_", "½", "९",
    ]
    for _ in 0..<300 {
      let text = (0..<dice.below(6)).map { _ in dice.pick(pieces) }.joined()
      for format in decimals {
        guard let value = format.value(of: text) else { continue }
        #expect(value.isFinite)
        #expect(format.value(of: format.text(of: value)) == value, "\(text)")
      }
      let integer = FieldFormat<Int>.integer()
      if let value = integer.value(of: text) {
        #expect(integer.value(of: integer.text(of: value)) == value, "\(text)")
      }
      let optional = FieldFormat<Double?>.optional(.decimal())
      if let value = optional.value(of: text) {
        #expect(optional.value(of: optional.text(of: value)) == .some(value), "\(text)")
      }
      let number = Double(bitPattern: dice.next())
      for format in decimals where number.isFinite {
        #expect(format.value(of: format.text(of: number)) == number)
      }
    }
  }

  @Test("is in decimal digits")
  func decimal() {
    let format = FieldFormat<Double>.decimal()
    for text in [
      "0x1p3", "0X10", "nan", "inf", "-inf", "infinity", "1e400", "1e-400", "1_000", "1,5", "", " ", "-", ".",
      "1e",
      "½",
    ] {
      #expect(format.value(of: text) == nil, "\(text)")
    }
    for (text, value) in [
      ("8", 8), (" 1.50 ", 1.5), ("-.5", -0.5), ("1.", 1), ("1e3", 1000), ("+2", 2), ("\u{2212}2", -2),
      ("١٢.٥", 12.5),
    ] as [(String, Double)] {
      #expect(format.value(of: text) == value, "\(text)")
    }
  }

  @Test("is empty for a value that no text stands for, which the form refuses")
  func unwritable() {
    struct Price: FormValues {
      var price = 1.0
      var discount: Double?
      static let form = FormDefinition<Price>(fields: [
        FormField("price", \.price, .decimal()), FormField("discount", \.discount, .optional(.decimal())),
      ])
    }
    for number in [Double.nan, .infinity, -.infinity] {
      for format in decimals { #expect(format.text(of: number) == "") }
      var form = FormState(Price(price: number, discount: number))
      #expect(form[\.price].text == "" && form[\.discount].text == "" && form[\.price].issue == nil)
      #expect(form.issues.map(\.field) == ["price", "discount"] && !form.canSubmit)
      form.take(.submit)
      #expect(form.focus == "price" && form[\.price].issue == "Enter a number.")
      form.take(.type(\.price, "2"))
      #expect(form.issues.map(\.field) == ["discount"])
      form.take(.type(\.discount, ""))
      #expect(form.isValid && form.value.price == 2)
    }
  }

  @Test("is read as a locale writes it, and written with its separators, in all locales")
  func locales() {
    let numbers = [0, -0.5, 7, 0.125, 1234.5, -1_234_567.25, 98_765_432]
    // One locale for each pair of separators, and those with groups, digits or signs of their own.
    var locales = ["en_IN", "tok", "ar_EG", "fa_IR", "he_IL", "nqo", "gez", "hi_IN", "es_ES"].map(
      Locale.init(identifier:))
    var seen: Set<String> = []
    for identifier in Locale.availableIdentifiers.sorted() {
      let locale = Locale(identifier: identifier)
      if seen.insert("\(locale.decimalSeparator ?? "") \(locale.groupingSeparator ?? "")").inserted {
        locales.append(locale)
      }
    }
    #expect(seen.count > 5)
    for locale in locales {
      let identifier = locale.identifier
      let format = FieldFormat<Double>.decimal(locale: locale)
      for number in numbers {
        let text = number.formatted(.number.locale(locale).precision(.fractionLength(0...6)))
        #expect(format.value(of: text) == number, "\(identifier): \(text)")
        #expect(
          format.value(of: format.text(of: number)) == number, "\(identifier): \(format.text(of: number))")
      }
      if let point = locale.decimalSeparator { #expect(format.text(of: 0.5) == "0\(point)5") }
    }
    let money = FieldFormat<Decimal>.decimal(locale: Locale(identifier: "de_DE"))
    for text in [
      "1.234,50", "0,1", "-12345678901234567890,12", "12,5x", "1e3", "0x1", "NaN",
      String(repeating: "1", count: 39),
    ] {
      let isNumber = !text.contains { $0.isLetter } && text.count < 39
      #expect((money.value(of: text) != nil) == isNumber, "\(text)")
      if let value = money.value(of: text) { #expect(money.value(of: money.text(of: value)) == value) }
    }
    #expect(money.value(of: "0,1") == Decimal(string: "0.1") && money.text(of: Decimal.nan) == "")
    let indian = FieldFormat<Double>.decimal(locale: Locale(identifier: "en_IN"))
    #expect(indian.value(of: "12,34,567.5") == 1_234_567.5 && indian.value(of: "12,34") == nil)
    let swiss = FieldFormat<Double>.decimal(locale: Locale(identifier: "de_CH"))
    #expect(swiss.value(of: "1'234.5") == 1234.5 && swiss.value(of: "1’234.5") == 1234.5)
  }

  @Test("has separators that are no part of numbers, and that differ", .realProcess)
  func flaws() async {
    await #expect(processExitsWith: .failure) { _ = FieldFormat<Double>.decimal(point: ",", grouping: ",") }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FieldFormat<Double>.decimal(point: "1", grouping: "0")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("`1` is a part of numbers; choose other separators"), "\(text)")
  }

  @Test("is a whole number in the digits of any script")
  func integers() {
    let format = FieldFormat<Int8>.integer()
    for (text, value) in [("127", 127), (" -128 ", -128), ("\u{2212}٣", -3), ("+९", 9), ("\u{61C}-٥", -5)] {
      #expect(format.value(of: text) == Int8(value), "\(text)")
    }
    for text in ["128", "", "-", "+-1", "1 0", "½", "1.0", "0x1", "1_0"] {
      #expect(format.value(of: text) == nil, "\(text)")
    }
  }

  @Test("has the separators of a locale, and groups of three digits")
  func separators() {
    let german = FieldFormat<Double>.decimal(point: ",", grouping: ".")
    #expect(german.text(of: 1234.5) == "1234,5")
    #expect(german.value(of: "1.234,5") == 1234.5)
    #expect(german.value(of: "1.234.567") == 1_234_567)
    for text in ["1.5", "12.34", "1234.567", "1.234.56", "1,234.5", ".234", "1..234", "1.234.", "1,5,5"] {
      #expect(german.value(of: text) == nil, "\(text)")
    }
    for text in ["0.123", "001.234", "-0.500"] { #expect(german.value(of: text) == nil, "\(text)") }
    #expect(german.value(of: "0,123") == 0.123 && german.value(of: "007") == 7)
    let french = FieldFormat<Double>.decimal(point: ",", grouping: "\u{202F}")
    #expect(french.value(of: "1 234,5") == 1234.5 && french.value(of: "1\u{202F}234,5") == 1234.5)
    #expect(FieldFormat<Double>.decimal(point: ",").value(of: "1.234,5") == nil)
  }
}
