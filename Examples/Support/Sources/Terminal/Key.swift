/// A decoded input event of the terminal.
public enum Key: Hashable, Sendable {
  /// A typed character; never a control character.
  case character(Character)
  case enter, escape, tab, backtab, backspace, delete
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// The left key with control or alt.
  case wordLeft
  /// The right key with control or alt.
  case wordRight
  /// A letter with the control key; the letter is lower-case.
  case control(Character)
  /// A pasted text; its line ends are those that the terminal sent.
  case paste(String)
  /// The terminal has a new size.
  case resize(width: Int, height: Int)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates the key of a character: `"q"`.
  public init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
