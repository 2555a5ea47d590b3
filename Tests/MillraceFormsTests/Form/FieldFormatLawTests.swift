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
      "0x1p3", "0X10", "nan", "inf", "-inf", "infinity", "1e400", "1_000", "1,5", "", " ", "-", ".", "1e",
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
