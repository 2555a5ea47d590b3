/// A parser by recursive descent, one character at a time.
struct FormulaParser {
  /// The limit of operations, parentheses and calls; it bounds the depth of the tree, and the stack.
  static let longest = 200

  private let characters: [Character]
  private let sheet: SheetSize
  private var position = 0
  private var operations = 0

  init(_ source: String, in sheet: SheetSize) {
    characters = Array(source)
    self.sheet = sheet
  }

  mutating func formula() throws(CellError) -> Formula.Expression {
    try expect("=")
    let expression = try sum()
    if peek() != nil { throw expected("the end or an operator") }
    return expression
  }

  private mutating func sum() throws(CellError) -> Formula.Expression {
    var left = try product()
    while let next = peek(), next == "+" || next == "-", let sign = Formula.Operator(rawValue: next) {
      try begin()
      left = .operation(sign, left, try product())
    }
    return left
  }

  private mutating func product() throws(CellError) -> Formula.Expression {
    var left = try factor()
    while let next = peek(), next == "*" || next == "/", let sign = Formula.Operator(rawValue: next) {
      try begin()
      left = .operation(sign, left, try factor())
    }
    return left
  }

  private mutating func factor() throws(CellError) -> Formula.Expression {
    switch peek() {
    case "-":
      try begin()
      return .negative(try factor())
    case "(":
      try begin()
      let expression = try sum()
      try expect(")")
      return expression
    case let next? where next.isASCIIDigit || next == ".": return .number(try number())
    case let next? where next.isASCII && next.isLetter: return try named()
    default: throw expected("a number, a cell or '('")
    }
  }

  /// Passes the character that begins an operation.
  private mutating func begin() throws(CellError) {
    position += 1
    operations += 1
    if operations > Self.longest { throw .tooLong }
  }

  /// Parses a cell, or the call of a function.
  private mutating func named() throws(CellError) -> Formula.Expression {
    let start = position
    let name = word()
    guard peek() == "(" else { return .cell(try cell(name, at: start)) }
    guard let function = Formula.Function(rawValue: name.lowercased()) else { throw .unknownFunction(name) }
    try begin()
    var arguments = [try argument()]
    while peek() == "," || peek() == ";" {
      position += 1
      arguments.append(try argument())
    }
    try expect(")")
    return .call(function, arguments)
  }

  private mutating func argument() throws(CellError) -> Formula.Argument {
    let start = position
    if let next = peek(), next.isASCII, next.isLetter {
      let first = position
      let name = word()
      if peek() == ":" {
        let corner = try cell(name, at: first)
        position += 1
        _ = peek()
        let second = position
        return .range(corner, try cell(word(), at: second))
      }
      position = start
    }
    return .expression(try sum())
  }

  private func cell(_ name: String, at place: Int) throws(CellError) -> CellID {
    guard let id = CellID(name) else {
      throw .syntax(position: place + 1, expected: "a cell such as B7")
    }
    guard sheet.contains(id) else { throw .outside(name.uppercased(), last: sheet.last) }
    return id
  }

  private mutating func number() throws(CellError) -> Double {
    let start = position
    while position < characters.count, characters[position].isASCIIDigit || characters[position] == "." {
      position += 1
    }
    guard let number = Double(String(characters[start..<position])), number.isFinite else {
      throw .syntax(position: start + 1, expected: "a number")
    }
    return number
  }

  private mutating func word() -> String {
    let start = position
    while position < characters.count, characters[position].isASCII,
      characters[position].isLetter || characters[position].isNumber
    {
      position += 1
    }
    return String(characters[start..<position])
  }

  /// Returns the next character that is not a space.
  private mutating func peek() -> Character? {
    while position < characters.count, characters[position] == " " { position += 1 }
    return position < characters.count ? characters[position] : nil
  }

  private mutating func expect(_ character: Character) throws(CellError) {
    guard peek() == character else { throw expected("'\(character)'") }
    position += 1
  }

  private func expected(_ what: String) -> CellError { .syntax(position: position + 1, expected: what) }
}
