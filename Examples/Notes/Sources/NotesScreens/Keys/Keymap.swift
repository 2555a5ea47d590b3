import NotesModel
import Terminal

/// The commands of all keys.
///
/// The help is generated from the same table, so both always agree.
enum Keymap {
  /// Returns the command of a key; nil where it has none.
  static func command(for key: Key, on screen: Screen) -> (any ScreenFeature)? {
    if case .resize(let width, let height) = key { return Resize(Size(width: width, height: height)) }
    for binding in bindings where binding.takes(key, in: screen.mode) {
      if let command = binding.command(screen) { return command }
    }
    // Unbound keys are typed into the text field, if there is one.
    switch screen.mode {
    case .search:
      var words = screen.lists[words: screen.kind]
      return words.edit(key) ? TypeInSearch(key) : nil
    case .form:
      guard var form = screen.form else { return nil }
      return form.type(key) ? TypeInForm(key) : nil
    case .list, .item, .conflicts, .conflict, .log, .help: return nil
    }
  }

  /// Returns the bindings of a mode, in the order of the help.
  static func bindings(in mode: Mode) -> [Binding] { bindings.filter { $0.modes.contains(mode) } }

  static let bindings: [Binding] =
    moving + items + searching + writing + conflicts + view + server + program

  private static let inside: Set<Mode> = [.item, .conflicts, .conflict, .log, .help]
  private static let working: Set<Mode> = [.list, .item]
  private static let untyped = everywhere.subtracting([.search, .form])
  private static let everywhere = Set(Mode.allCases)

  private static let moving: [Binding] = [
    Binding(.moving, [.up, "k"], in: untyped.union([.search]), "one up") { _ in Move(.up) },
    Binding(.moving, [.down, "j"], in: untyped.union([.search]), "one down") { _ in Move(.down) },
    Binding(.moving, [.pageUp], in: untyped.union([.search]), "a page up") { _ in Move(.pageUp) },
    Binding(.moving, [.pageDown], in: untyped.union([.search]), "a page down") { _ in Move(.pageDown) },
    Binding(.moving, [.home, "g"], in: untyped, "to the beginning") { _ in Move(.first) },
    Binding(.moving, [.end, "G"], in: untyped, "to the end") { _ in Move(.last) },
    Binding(.moving, [.enter, .right], in: [.list], "read it", hint: "read") { screen in
      screen.subject.map { Open(.item($0)) }
    },
    Binding(.moving, [.escape, .left, .backspace], in: inside, "back", hint: "back") { _ in GoBack() },
    Binding(.moving, ["1"], in: untyped, "the notes") { _ in Open(.list(.notes)) },
    Binding(.moving, ["2"], in: untyped, "the todos") { _ in Open(.list(.todos)) },
    Binding(.moving, ["3"], in: untyped, "the users") { _ in Open(.list(.users)) },
    Binding(.moving, [.tab], in: [.list], "the next list") { Open(.list($0.kind.neighbour(by: 1))) },
    Binding(.moving, [.backtab], in: [.list], "the list before") { Open(.list($0.kind.neighbour(by: -1))) },
  ]

  private static let items: [Binding] = [
    Binding(.items, ["n"], in: working, "write a new one", hint: "new") { Open(.new($0.kind)) },
    Binding(.items, ["e"], in: working, "change it", hint: "edit") { screen in
      screen.subject.map { Open(.edit($0)) }
    },
    Binding(.items, [" "], in: working, "tick it, or untick it", hint: "tick") { $0.subject.map(Tick.init) },
    Binding(.items, ["d", .delete], in: working, "delete it", hint: "delete") { $0.subject.map(Delete.init) },
    Binding(.items, ["u"], in: untyped, "undo the last deletion") { _ in UndoDeletion() },
  ]

  private static let searching: [Binding] = [
    Binding(.searching, ["/"], in: [.list], "search, as you type", hint: "search") { _ in BeginSearch() },
    Binding(.searching, [.enter, .tab], in: [.search], "keep the words", hint: "keep the words") { _ in
      EndSearch(keepingWords: true)
    },
    Binding(.searching, [.escape], in: [.list, .search], "show all again", hint: "show all") { screen in
      let isIdle = screen.mode == .list && screen.lists[words: screen.kind].text.isEmpty
      return isIdle ? nil : EndSearch(keepingWords: false)
    },
  ]

  private static let writing: [Binding] = [
    Binding(.writing, [.control("s")], in: [.form], "save it", hint: "save") { _ in SaveForm() },
    Binding(.writing, [.enter], in: [.form], "the next field, or save") { screen in
      guard let form = screen.form, !form.input.isMultiline else { return nil }
      return form.isAtLastField ? SaveForm() : MoveFocus(by: 1)
    },
    Binding(.writing, [.tab], in: [.form], "the next field", hint: "next field") { _ in MoveFocus(by: 1) },
    Binding(.writing, [.backtab], in: [.form], "the field before") { _ in MoveFocus(by: -1) },
    Binding(.writing, [.escape], in: [.form], "leave, keeping a draft", hint: "leave, keeping a draft") { _ in
      GoBack()
    },
    Binding(.writing, [.control("x")], in: [.form], "leave, discarding it", hint: "discard") { _ in
      DiscardDraft()
    },
  ]

  private static let conflicts: [Binding] = [
    Binding(.conflicts, ["!"], in: untyped.subtracting([.conflicts]), "show the conflicts") { _ in
      Open(.conflicts)
    },
    Binding(.conflicts, [.enter, .right], in: [.conflicts], "see both sides", hint: "both sides") { screen in
      screen.subject.map { Open(.conflict($0)) }
    },
    Binding(.conflicts, ["m"], in: [.conflict], "keep mine", hint: "keep mine") { screen in
      screen.subject.map { Resolve($0, keepingMine: true) }
    },
    Binding(.conflicts, ["t"], in: [.conflict], "take theirs", hint: "take theirs") { screen in
      screen.subject.map { Resolve($0, keepingMine: false) }
    },
  ]

  private static let view: [Binding] = [
    Binding(.view, ["o"], in: [.list], "another order") { _ in ChangeOrder() },
    Binding(.view, ["c"], in: [.list], "hide what is done, or not") { _ in HideCompleted() },
    Binding(.view, ["C"], in: untyped, "colours, or none") { _ in UseColour() },
  ]

  private static let server: [Binding] = [
    Binding(.server, ["O"], in: untyped, "work offline, or online") { _ in TogglePlug() },
    Binding(.server, ["r"], in: untyped, "try the server now") { _ in TryNow() },
    Binding(.server, ["x"], in: untyped, "dismiss what it refused") { _ in DismissRefusals() },
  ]

  private static let program: [Binding] = [
    Binding(.program, ["L"], in: untyped.subtracting([.log]), "what has happened") { _ in Open(.log) },
    Binding(.program, ["?"], in: untyped.subtracting([.help]), "these keys", hint: "help") { _ in
      Open(.help)
    },
    Binding(.program, ["q"], in: untyped, "quit", hint: "quit") { _ in Quit() },
    Binding(.program, [.control("c")], in: everywhere, "quit, keeping a draft") { _ in Quit() },
  ]
}

extension Kind {
  /// Returns the kind at a distance in the tabs, which wrap around.
  fileprivate func neighbour(by step: Int) -> Kind {
    let all = Kind.allCases
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + step + all.count) % all.count]
  }
}
