/// One character of a diagram that stands for an event; the letter of a value is any that is not reserved.
typealias TimelineMark = Timeline<Character>.Event

extension TimelineMark {
  /// Returns true when a value can be drawn as `character`.
  ///
  /// An accent, half a flag or half a syllable cannot: next to another it would become one character with it.
  static func isLetter(_ character: Character) -> Bool {
    !"-() |#^!".contains(character) && isPrintable(character) && "-\(character)\(character)-".count == 4
  }

  /// Returns true when `character` keeps two lines aligned.
  ///
  /// Characters that end a line or jump do not, and neither do those without width.
  static func isPrintable(_ character: Character) -> Bool {
    character == " "
      || !character.isWhitespace
        && !character.unicodeScalars.contains {
          $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        }
  }

  /// Creates the mark drawn as `character`; nil for the characters that draw time, groups or nothing.
  init?(_ character: Character) {
    switch character {
    case "|": self = .end
    case "#": self = .failure
    case "^": self = .start
    case "!": self = .cancellation
    case _ where Self.isLetter(character): self = .value(character)
    default: return nil
    }
  }

  /// The character that draws the mark.
  var character: Character {
    switch self {
    case .value(let letter): letter
    case .end: "|"
    case .failure: "#"
    case .start: "^"
    case .cancellation: "!"
    }
  }

  /// The name of the mark in a sentence.
  var name: String {
    switch self {
    case .value(let letter): "\"\(letter)\""
    case .end: "the end"
    case .failure: "a failure"
    case .start: "a start"
    case .cancellation: "a cancellation"
    }
  }

  /// True when nothing can come after the mark.
  var isFinal: Bool { self == .end || self == .failure }
}
