/// The position of a cell, as "B7": the column in letters, and the row from 0.
public struct CellID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// Reads a position; nil for a text that is none.
  public init?(_ text: some StringProtocol) {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let digits = text.dropFirst(letters.count)
    guard 1...3 ~= letters.count, 1...6 ~= digits.count, digits.allSatisfy(\.isASCIIDigit),
      let row = Int(digits)
    else { return nil }
    let number = letters.uppercased().utf8.reduce(0) { $0 * 26 + Int($1 - UInt8(ascii: "A")) + 1 }
    self.init(column: number - 1, row: row)
  }

  public static func letters(ofColumn column: Int) -> String {
    var rest = column + 1
    var letters = ""
    while rest > 0 {
      letters.insert(
        Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26))), at: letters.startIndex)
      rest = (rest - 1) / 26
    }
    return letters
  }

  public var description: String { "\(Self.letters(ofColumn: column))\(row)" }

  public static func < (left: CellID, right: CellID) -> Bool {
    (left.row, left.column) < (right.row, right.column)
  }
}
