import Terminal

/// A key in recordable form.
enum Keystroke: Codable, Hashable, Sendable {
  case text(String)
  case paste(String)
  case control(String)
  /// Any other key, by its name.
  case named(String)
  case size(Int, Int)

  private static let named: [String: Key] = Dictionary(
    uniqueKeysWithValues: [
      .enter, .escape, .tab, .backtab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .wordLeft, .wordRight,
    ].map { (key: Key) in ("\(key)", key) })

  init(_ key: Key) {
    switch key {
    case .character(let character): self = .text(String(character))
    case .paste(let text): self = .paste(text)
    case .control(let letter): self = .control(String(letter))
    case .resize(let width, let height): self = .size(width, height)
    default: self = .named("\(key)")
    }
  }

  /// The key; nil when the record is not one.
  var key: Key? {
    switch self {
    case .text(let text): text.count == 1 ? text.first.map(Key.character) : nil
    case .paste(let text): .paste(text)
    case .control(let text): text.count == 1 ? text.first.map(Key.control) : nil
    case .named(let name): Self.named[name]
    case .size(let width, let height): .resize(width: width, height: height)
    }
  }
}
