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

  public init() {}

  public internal(set) var place: Place {
    get { path.last ?? .list(.notes) }
    set { path = path.dropLast() + [newValue] }
  }

  /// The kind of the list at the bottom of the path.
  public var kind: Kind {
    if case .list(let kind)? = path.first { kind } else { .notes }
  }

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

/// The size of the terminal, in columns and rows.
public struct Size: Codable, Hashable, Sendable {
  /// The columns; at least 1.
  public let width: Int
  /// The rows; at least 1.
  public let height: Int

  /// Creates a size within bounds: at least one cell, and no larger than any real terminal.
  public init(width: Int, height: Int) {
    self.width = min(max(width, 1), 2_000)
    self.height = min(max(height, 1), 2_000)
  }

  /// Decodes a size, within the same bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      width: try container.decode(Int.self, forKey: .width),
      height: try container.decode(Int.self, forKey: .height))
  }
}
