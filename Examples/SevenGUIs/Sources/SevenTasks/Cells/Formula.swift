/// The content of a cell.
public enum Formula: Equatable, Sendable {
  case number(Double)
  case text(String)
  case expression(Expression)
  /// A formula that is not understood.
  case invalid(CellError)

  public indirect enum Expression: Equatable, Sendable {
    case number(Double)
    case cell(CellID)
    case negative(Expression)
    case operation(Operator, Expression, Expression)
    case call(Function, [Argument])
  }

  public enum Operator: Character, Sendable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case dividedBy = "/"
  }

  public enum Argument: Equatable, Sendable {
    case expression(Expression)
    /// The cells between two corners.
    case range(CellID, CellID)
  }

  public enum Function: String, CaseIterable, Sendable {
    case sum, average, min, max, count

    static var names: String { allCases.map { $0.rawValue.uppercased() }.joined(separator: ", ") }
  }

  /// Reads the content of a cell: a formula begins with "=", everything else is a number or a text.
  public init(_ source: String, in sheet: SheetSize) {
    if source.first == "=" {
      var parser = FormulaParser(source, in: sheet)
      do {
        self = .expression(try parser.formula())
      } catch {
        self = .invalid(error)
      }
    } else if let number = DecimalText.number(source) {
      self = .number(number)
    } else {
      self = .text(source)
    }
  }

  /// The cells that the formula reads.
  var reads: Set<CellID> {
    guard case .expression(let expression) = self else { return [] }
    var cells: Set<CellID> = []
    expression.collect(into: &cells)
    return cells
  }
}

extension Formula.Expression {
  fileprivate func collect(into cells: inout Set<CellID>) {
    switch self {
    case .number: break
    case .cell(let id): cells.insert(id)
    case .negative(let expression): expression.collect(into: &cells)
    case .operation(_, let left, let right):
      left.collect(into: &cells)
      right.collect(into: &cells)
    case .call(_, let arguments):
      for argument in arguments {
        switch argument {
        case .expression(let expression): expression.collect(into: &cells)
        case .range(let first, let last): cells.formUnion(SheetSize.cells(from: first, to: last))
        }
      }
    }
  }
}

/// The number of columns and rows of a sheet.
public struct SheetSize: Equatable, Sendable {
  public let columns: Int
  public let rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The 7GUIs' sheet: columns A to Z, rows 0 to 99.
  public static let standard = SheetSize(columns: 26, rows: 100)

  public var last: CellID { CellID(column: columns - 1, row: rows - 1) }

  public func contains(_ id: CellID) -> Bool {
    (0..<columns).contains(id.column) && (0..<rows).contains(id.row)
  }

  static func cells(from first: CellID, to last: CellID) -> [CellID] {
    (min(first.row, last.row)...max(first.row, last.row)).flatMap { row in
      (min(first.column, last.column)...max(first.column, last.column)).map { CellID(column: $0, row: row) }
    }
  }
}
