/// The content that a cell shows.
public enum CellValue: Equatable, Sendable, CustomStringConvertible {
  case number(Double)
  case text(String)
  case error(CellError)

  public var isError: Bool { if case .error = self { true } else { false } }

  public var description: String {
    switch self {
    case .number(let number): DecimalText.text(number) ?? ""
    case .text(let text): text
    case .error(let error): error.mark
    }
  }
}

/// The reason why a cell has no value; itself a value, shown in the cell.
public enum CellError: Error, Equatable, Sendable, CustomStringConvertible {
  case syntax(position: Int, expected: String)
  case unknownFunction(String)
  case tooLong
  case outside(String, last: CellID)
  case notNumber(CellID)
  case divisionByZero
  case notFinite
  /// A cell that it reads has no value.
  case unusable(CellID)
  /// It reads itself, directly or by way of others.
  case cycle

  /// The short form that fits into a cell.
  public var mark: String {
    switch self {
    case .syntax, .unknownFunction, .tooLong: "#FORM"
    case .outside: "#REF"
    case .notNumber, .notFinite: "#NUM"
    case .divisionByZero: "#DIV"
    case .unusable: "#READ"
    case .cycle: "#CYCLE"
    }
  }

  public var description: String {
    switch self {
    case .syntax(let position, let expected):
      "The formula is not understood at character \(position): \(expected) is expected there."
    case .unknownFunction(let name):
      "There is no function '\(name)'; use \(Formula.Function.names)."
    case .tooLong:
      "The formula has more than \(FormulaParser.longest) operations; put a part of it into another cell."
    case .outside(let cell, let last): "There is no cell \(cell): the sheet ends at \(last)."
    case .notNumber(let cell): "\(cell) holds a text, and a number is needed."
    case .divisionByZero: "The formula divides by zero."
    case .notFinite: "The result is too large."
    case .unusable(let cell): "\(cell), which this cell reads, has no value."
    case .cycle: "This cell reads itself, directly or by way of others; change one of them."
    }
  }
}
