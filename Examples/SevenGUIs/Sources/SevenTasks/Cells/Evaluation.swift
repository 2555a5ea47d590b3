extension Formula {
  /// Returns the value of the formula, which reads other cells by their values; an empty cell is nil.
  func value(reading value: (CellID) -> CellValue?) -> CellValue {
    switch self {
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .invalid(let error): return .error(error)
    case .expression(let expression):
      do {
        let number = try expression.number(value)
        return number.isFinite ? .number(number) : .error(.notFinite)
      } catch {
        return .error(error)
      }
    }
  }
}

extension Formula.Expression {
  fileprivate func number(_ value: (CellID) -> CellValue?) throws(CellError) -> Double {
    switch self {
    case .number(let number): return number
    case .cell(let id):
      switch value(id) {
      case nil: return 0
      case .number(let number): return number
      case .text: throw .notNumber(id)
      case .error: throw .unusable(id)
      }
    case .negative(let expression): return -(try expression.number(value))
    case .operation(let sign, let left, let right):
      let (left, right) = (try left.number(value), try right.number(value))
      switch sign {
      case .plus: return left + right
      case .minus: return left - right
      case .times: return left * right
      case .dividedBy:
        if right == 0 { throw .divisionByZero }
        return left / right
      }
    case .call(let function, let arguments):
      return try function.result(of: Self.numbers(in: arguments, value))
    }
  }

  /// Returns the numbers of the arguments; empty cells and texts in a range are left out.
  private static func numbers(
    in arguments: [Formula.Argument], _ value: (CellID) -> CellValue?
  ) throws(CellError) -> [Double] {
    var numbers: [Double] = []
    for argument in arguments {
      switch argument {
      case .expression(let expression): numbers.append(try expression.number(value))
      case .range(let first, let last):
        for id in SheetSize.cells(from: first, to: last) {
          switch value(id) {
          case nil, .text: break
          case .number(let number): numbers.append(number)
          case .error: throw .unusable(id)
          }
        }
      }
    }
    return numbers
  }
}

extension Formula.Function {
  fileprivate func result(of numbers: [Double]) throws(CellError) -> Double {
    switch self {
    case .sum: return numbers.reduce(0, +)
    case .count: return Double(numbers.count)
    case .min: return numbers.min() ?? 0
    case .max: return numbers.max() ?? 0
    case .average:
      if numbers.isEmpty { throw .divisionByZero }
      return numbers.reduce(0, +) / Double(numbers.count)
    }
  }
}
