import Terminal

/// A key in recordable form.
struct Keystroke: Codable, Hashable, Sendable {
  private enum Form: Codable, Hashable {
    case text(String)
    case paste(String)
    case control(String)
    case named(Name)
    case size(Int, Int)
  }

  /// The recorded names of keys, which never change.
  private enum Name: String, Codable, CaseIterable {
    case enter, escape, tab, backtab, backspace, delete
    case up, down, left, right
    case home, end, pageUp, pageDown
    case wordLeft, wordRight

    var key: Key {
      switch self {
      case .enter: .enter
      case .escape: .escape
      case .tab: .tab
      case .backtab: .backtab
      case .backspace: .backspace
      case .delete: .delete
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      case .home: .home
      case .end: .end
      case .pageUp: .pageUp
      case .pageDown: .pageDown
      case .wordLeft: .wordLeft
      case .wordRight: .wordRight
      }
    }
  }

  private let form: Form

  init(_ key: Key) {
    switch key {
    case .character(let character): form = .text(String(character))
    case .paste(let text): form = .paste(text)
    case .control(let letter): form = .control(String(letter))
    case .resize(let width, let height): form = .size(width, height)
    default: form = .named(Name.allCases.first { $0.key == key } ?? .escape)
    }
  }

  /// The key; nil when the record is not one.
  var key: Key? {
    switch form {
    case .text(let text): text.count == 1 ? text.first.map(Key.character) : nil
    case .paste(let text): .paste(text)
    case .control(let text): text.count == 1 ? text.first.map(Key.control) : nil
    case .named(let name): name.key
    case .size(let width, let height): .resize(width: width, height: height)
    }
  }

  init(from decoder: any Decoder) throws { form = try Form(from: decoder) }

  func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }
}
