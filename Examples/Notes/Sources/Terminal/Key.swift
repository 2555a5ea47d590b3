/// What a person does at the terminal, once it is decoded.
public enum Key: Hashable, Sendable {
  /// A character that is typed; never a control character.
  case character(Character)
  case enter, escape, tab, backtab, backspace, delete
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// The cursor key with control or alt: a word to the left.
  case wordLeft
  /// The cursor key with control or alt: a word to the right.
  case wordRight
  /// A letter with the control key; the letter is lower-case.
  case control(Character)
  /// Text that was pasted as a whole; its lines end as the terminal sent them.
  case paste(String)
  /// The terminal has another size now.
  case resize(width: Int, height: Int)
}
