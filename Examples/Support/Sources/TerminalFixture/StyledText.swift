public import Terminal

extension Canvas {
  /// Creates a canvas from text with escape sequences for colours, as tmux prints a screen.
  ///
  /// Text beyond the size is left out, and so are all other sequences.
  public init(width: Int, height: Int, styledText: String) {
    self.init(width: width, height: height)
    var style = Style.plain
    var place = Position(row: 0, column: 0)
    var rest = styledText[...]
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}": rest = Self.readSequence(rest, into: &style)
      case "\n", "\r\n": place = Position(row: place.row + 1, column: 0)
      default: place.column += write(String(character), row: place.row, column: place.column, style: style)
      }
    }
  }

  /// Parses a sequence after the escape character, and returns the rest.
  private static func readSequence(_ text: Substring, into style: inout Style) -> Substring {
    guard text.first == "[" else {
      // A link or a title, up to a bell or another escape sequence; or a single letter.
      guard text.first == "]" else { return text.dropFirst() }
      let end = text.drop { $0 != "\u{7}" && $0 != "\u{1B}" }
      return end.first == "\u{1B}" ? end.dropFirst(2) : end.dropFirst()
    }
    let parameters = text.dropFirst().prefix { $0.isASCII && !$0.isLetter }
    let rest = text.dropFirst(1 + parameters.count)
    if rest.first == "m" {
      style.apply(parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
    }
    return rest.dropFirst()
  }
}

extension Style {
  /// Applies the numbers of a sequence for colours and attributes.
  fileprivate mutating func apply(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: self = .plain
      case 1: isBold = true
      case 2: isDim = true
      case 4: isUnderlined = true
      case 7: isReversed = true
      case 22: (isBold, isDim) = (false, false)
      case 24: isUnderlined = false
      case 27: isReversed = false
      case 30...37: foreground = Self.colour(number - 30)
      case 38: foreground = Self.extendedColour(&rest)
      case 39: foreground = nil
      case 40...47: background = Self.colour(number - 40)
      case 48: background = Self.extendedColour(&rest)
      case 49: background = nil
      case 90...97: foreground = Self.colour(number - 90)
      case 100...107: background = Self.colour(number - 100)
      default: break
      }
    }
  }

  private static func colour(_ number: Int) -> Colour? {
    let colours: [Colour] = [.black, .red, .green, .yellow, .blue, .magenta, .cyan, .white]
    return colours.indices.contains(number) ? colours[number] : nil
  }

  /// Returns a colour by its number; the first sixteen are supported; nil for one by its components.
  private static func extendedColour(_ numbers: inout ArraySlice<Int>) -> Colour? {
    let kind = numbers.popFirst()
    guard kind == 5 else {
      numbers = numbers.dropFirst(kind == 2 ? 3 : 0)
      return nil
    }
    return numbers.popFirst().flatMap { $0 < 16 ? colour($0 % 8) : nil }
  }
}
