import Terminal

/// What some keys do in some modes.
struct Binding: Sendable {
  /// What the help lists it under.
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

  /// What the help lists it under.
  let section: Section
  /// The keys, any of which does it.
  let keys: [Key]
  /// The modes in which they do.
  let modes: Set<Mode>
  /// What they do, as the help has it.
  let help: String
  /// What they do, in a word, where it is to stand at the foot of the screen.
  let hint: String?
  /// The command; nil where there is nothing to do it with.
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

  /// Whether it is about a key in a mode; where text is typed, a character is text.
  func takes(_ key: Key, in mode: Mode) -> Bool {
    if case .character = key, mode == .search || mode == .form { return false }
    return modes.contains(mode) && keys.contains(key)
  }
}

extension Key {
  /// What a key is called on the screen.
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
