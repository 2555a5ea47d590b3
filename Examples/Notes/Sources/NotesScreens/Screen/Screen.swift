public import NotesModel

/// The own state of the full screen: the current place, the selections, the text being typed.
///
/// It is computed from the events of the screen's commands, so a journal of these events is a recording of
/// the session, and the same events always make the same screen. It does not contain the library.
public struct Screen: Codable, Hashable, Sendable {
  public internal(set) var size = Size(width: 80, height: 24)
  /// The path of places that leads to the current one, beginning with a list; never empty.
  public private(set) var path: [Place] = [.list(.notes)]
  public internal(set) var lists = Lists()
  /// True while the search field is open.
  public internal(set) var isSearching = false
  /// The notice about the last action.
  public internal(set) var notice: Notice?

  /// Creates the initial screen: the notes.
  public init() {}

  /// The current place.
  public internal(set) var place: Place {
    get { path.last ?? .list(.notes) }
    set { path = path.dropLast() + [newValue] }
  }

  /// The kind of the list at the bottom of the path.
  public var kind: Kind {
    if case .list(let kind)? = path.first { kind } else { .notes }
  }

  /// The list on the screen.
  public var list: Lists.Name {
    if case .conflicts? = path.last(where: { $0 == .conflicts }) { .conflicts } else { .items(kind) }
  }

  /// The item that a key acts on: the open one, or the selected one.
  public var subject: ItemID? {
    switch place {
    case .item(let id, _), .conflict(let id, _): id
    case .list, .conflicts: lists[list].id
    case .form(let form): form.target.id
    case .log, .help: nil
    }
  }

  public var form: Form? {
    if case .form(let form) = place { form } else { nil }
  }
}

// MARK: Navigation

extension Screen {
  /// Goes to a place, or back to it if it is on the path.
  mutating func go(to place: Place) {
    isSearching = false
    if let kind = place.kind, kind != self.kind { path = [.list(kind)] }
    if case .list(let kind) = place { return path = [.list(kind)] }
    if let known = path.firstIndex(where: { $0.destination == place.destination }) {
      path.removeSubrange(known...)
    }
    path.append(place)
    // The path is limited, so that it does not grow without bounds.
    if path.count > 16 { path.remove(at: 1) }
  }

  /// Goes back to the previous place, if there is one.
  mutating func goBack() {
    isSearching = false
    if path.count > 1 { path.removeLast() }
  }

  /// Leaves the places of an item that was deleted.
  mutating func leave(_ id: ItemID) {
    path.removeAll {
      $0.destination == .item(id) || $0.destination == .edit(id) || $0.destination == .conflict(id)
    }
    if path.isEmpty { path = [.list(id.kind)] }
  }

  /// Changes the size, keeping the selection visible.
  mutating func resize(to size: Size) {
    self.size = size
    let rows = Layout(size).content.height
    for name in Kind.allCases.map(Lists.Name.items) + [.conflicts] {
      lists[name] = lists[name].fitted(to: rows)
    }
  }
}
