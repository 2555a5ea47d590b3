import Terminal

/// The command of some keys in some modes.
struct Binding: Sendable {
  /// The sections of the help.
  enum Section: String, CaseIterable, Sendable {
    case moving = "Moving"
    case items = "Notes and todos"
    case searching = "Searching"
    case writing = "Writing"
    case conflicts = "Conflicts"
    case view = "What is shown"
    case server = "The server"
    case program = "The program"
  }

  let section: Section
  let keys: [Key]
  let modes: Set<Mode>
  /// The text in the help.
  let help: String
  /// A short hint at the foot of the screen; nil for none.
  let hint: String?
  /// The command; nil when it does not apply.
  let command: @Sendable (Screen) -> (any ScreenFeature)?

  init(
    _ section: Section, _ keys: [Key], in modes: Set<Mode>, _ help: String, hint: String? = nil,
    _ command: @escaping @Sendable (Screen) -> (any ScreenFeature)?
  ) {
    self.section = section
    self.keys = keys
    self.modes = modes
    self.help = help
    self.hint = hint
    self.command = command
  }

  /// Returns whether the binding applies to a key in a mode; in text fields, characters are text.
  func takes(_ key: Key, in mode: Mode) -> Bool {
    if case .character = key, mode == .search || mode == .form { return false }
    return modes.contains(mode) && keys.contains(key)
  }
}

extension Key {
  /// The name of a key on the screen.
  var name: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .enter: "↵"
    case .escape: "esc"
    case .tab: "tab"
    case .backtab: "⇧tab"
    case .backspace: "⌫"
    case .delete: "del"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pgup"
    case .pageDown: "pgdn"
    case .wordLeft: "^←"
    case .wordRight: "^→"
    case .control(let letter): "^\(letter.uppercased())"
    case .paste: "paste"
    case .resize: "resize"
    }
  }
}

/// The meaning of keys, by the current place.
enum Mode: Hashable, CaseIterable, Sendable {
  case list
  /// The search field is open.
  case search
  case item
  case form
  case conflicts
  case conflict
  case log
  case help
}

extension Screen {
  var mode: Mode {
    switch place {
    case .list: isSearching ? .search : .list
    case .item: .item
    case .form: .form
    case .conflicts: .conflicts
    case .conflict: .conflict
    case .log: .log
    case .help: .help
    }
  }
}
