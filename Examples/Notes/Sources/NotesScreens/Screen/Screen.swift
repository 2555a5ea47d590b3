public import NotesModel

/// All that the full screen knows by itself: where the person is, what is selected, what is being typed.
///
/// It is folded from the events of the screen's commands, so a journal of these events is a recording of the
/// session, and the same events make the same screen again. What is in the library, it does not know.
public struct Screen: Codable, Hashable, Sendable {
  /// How large the terminal is.
  public internal(set) var size = Size(width: 80, height: 24)
  /// The way to where the person is, from a list on; never empty.
  public private(set) var path: [Place] = [.list(.notes)]
  /// Where the person is in each list.
  public internal(set) var lists = Lists()
  /// Whether words to look for are being typed.
  public internal(set) var isSearching = false
  /// What there is to say about the last thing that was done.
  public internal(set) var notice: Notice?

  /// The screen that everybody begins with: the notes.
  public init() {}

  /// Where the person is.
  public internal(set) var place: Place {
    get { path.last ?? .list(.notes) }
    set { path = path.dropLast() + [newValue] }
  }

  /// The kind whose list is at the bottom.
  public var kind: Kind {
    if case .list(let kind)? = path.first { kind } else { .notes }
  }

  /// The list that is in front, or beside what is in front.
  public var list: Lists.Name {
    if case .conflicts? = path.last(where: { $0 == .conflicts }) { .conflicts } else { .items(kind) }
  }

  /// The item that is meant by a key: the one that is open, or selected.
  public var subject: ItemID? {
    switch place {
    case .item(let id, _), .conflict(let id, _): id
    case .list, .conflicts: lists[list].id
    case .form(let form): form.target.id
    case .log, .help: nil
    }
  }

  /// The form that is being filled in.
  public var form: Form? {
    if case .form(let form) = place { form } else { nil }
  }
}

// MARK: Going about

extension Screen {
  /// Goes to a place; one that is on the way already is gone back to.
  mutating func go(to place: Place) {
    isSearching = false
    if let kind = place.kind, kind != self.kind { path = [.list(kind)] }
    if case .list(let kind) = place { return path = [.list(kind)] }
    if let known = path.firstIndex(where: { $0.destination == place.destination }) {
      path.removeSubrange(known...)
    }
    path.append(place)
    // Nobody goes back so far, and whoever follows links all day shall not pay for it.
    if path.count > 16 { path.remove(at: 1) }
  }

  /// Goes back to where the person came from; from the first list nowhere.
  mutating func goBack() {
    isSearching = false
    if path.count > 1 { path.removeLast() }
  }

  /// Leaves the places of an item that is there no more.
  mutating func leave(_ id: ItemID) {
    path.removeAll {
      $0.destination == .item(id) || $0.destination == .edit(id) || $0.destination == .conflict(id)
    }
    if path.isEmpty { path = [.list(id.kind)] }
  }

  /// The terminal has another size: what is selected is still to be seen.
  mutating func resize(to size: Size) {
    self.size = size
    let rows = Layout(size).content.height
    for name in Kind.allCases.map(Lists.Name.items) + [.conflicts] {
      lists[name] = lists[name].fitted(to: rows)
    }
  }
}
