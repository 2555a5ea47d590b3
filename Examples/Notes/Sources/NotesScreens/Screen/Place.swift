public import NotesModel

/// The current place of the user, with its state.
public enum Place: Codable, Hashable, Sendable {
  /// A list; the screen has the selection of each kind.
  case list(Kind)
  /// An item, scrolled by some lines.
  case item(ItemID, scroll: Int)
  case form(Form)
  case conflicts
  /// Both sides of a conflict, scrolled by some lines.
  case conflict(ItemID, scroll: Int)
  /// The log, until the turn of this number; nil for the newest.
  case log(until: UInt64?)
  /// The help, scrolled by some lines.
  case help(scroll: Int)

  /// The destination: places with the same destination are the same, whatever their scroll offset.
  public var destination: Destination {
    switch self {
    case .list(let kind): .list(kind)
    case .item(let id, _): .item(id)
    case .form(let form): form.target.destination
    case .conflicts: .conflicts
    case .conflict(let id, _): .conflict(id)
    case .log: .log
    case .help: .help
    }
  }

  /// The scroll offset; setting it has no effect where nothing scrolls.
  var scroll: Int {
    get {
      switch self {
      case .item(_, let scroll), .conflict(_, let scroll), .help(let scroll): scroll
      case .list, .form, .conflicts, .log: 0
      }
    }
    set {
      switch self {
      case .item(let id, _): self = .item(id, scroll: newValue)
      case .conflict(let id, _): self = .conflict(id, scroll: newValue)
      case .help: self = .help(scroll: newValue)
      case .list, .form, .conflicts, .log: break
      }
    }
  }

  /// The list that the place belongs to; nil for none.
  var kind: Kind? {
    switch self {
    case .list(let kind): kind
    case .item(let id, _): id.kind
    case .form(let form): form.target.kind
    case .conflicts, .conflict, .log, .help: nil
    }
  }
}

/// The target of a link.
public enum Destination: Codable, Hashable, Sendable {
  case list(Kind)
  case item(ItemID)
  /// A form for a new item.
  case new(Kind)
  case edit(ItemID)
  case conflicts
  /// One conflict, with both sides.
  case conflict(ItemID)
  case log
  case help
}
